/// One request that is watched, possibly with several values for its placeholders.
public struct Endpoint: Sendable {
  /// Permanent id, unique within the contract: `products`.
  public private(set) var id: String
  /// The request as declared, with `{placeholders}` for sampled and chained values.
  public private(set) var request: Request
  /// Where the values of the path's and query's `{placeholders}` come from, by placeholder.
  public private(set) var values: [String: Values] = [:]
  /// The response whose links are followed; `nil` for an endpoint that has a path of its own.
  public private(set) var chain: Chain?
  /// How often a scheduled round fetches it.
  public internal(set) var interval = Duration.minutes(15)
  /// Whether the request changes something at the provider. Such requests are examined from recordings, and
  /// sent only to a declared sandbox if that is allowed.
  public private(set) var writes = false
  /// Replaces the contract's base URL for this endpoint.
  public private(set) var baseURL: String?
  /// Whether this endpoint can be fetched if the contract has a base URL; `false` for recordings only.
  public private(set) var isFetched = true
  /// Replaces the contract's condition on the envelope.
  public private(set) var acceptWhen: AcceptWhen?
  /// Whether a GraphQL response with errors beside its data is examined.
  public private(set) var showsPartialData = false
  /// Whether the document's digest is to be sent in place of it.
  private(set) var isPersistedQuery = false
  /// How further pages of its list are asked for; `nil`: there is one response.
  public internal(set) var paging: Paging?
  /// The statuses of the responses that are watched; `nil`: those of success.
  public private(set) var statuses: ExpectedStatuses?
  /// What a recording of a response may hold; see ``recording(keep:redact:)``.
  package private(set) var recordingRules = RecordingRules()

  /// A plain GET.
  ///
  /// - Parameters:
  ///   - id: Permanent id, unique within the contract.
  ///   - path: Path below the base URL, `{placeholders}` allowed; a query may follow after `?`.
  ///   - query: Query items in order; they are percent-encoded.
  ///   - headers: Headers of this request only.
  ///   - values: Where the values of placeholders come from.
  ///   - interval: How often a scheduled round fetches it.
  ///   - baseURL: Replaces the contract's base URL.
  ///   - isFetched: `false` if no base URL is known, so that only recordings are examined.
  ///   - acceptWhen: Replaces the contract's condition on the envelope.
  public init(
    _ id: String, get path: String, query: KeyValuePairs<String, String> = [:],
    headers: KeyValuePairs<String, String> = [:], values: [String: Values] = [:],
    every interval: Duration = .minutes(15),
    baseURL: String? = nil, isFetched: Bool = true, acceptWhen: AcceptWhen? = nil
  ) {
    self.id = id
    request = Request(method: "GET", path: path, query: query.map(Field.init), headers: headers.map(Field.init))
    (self.values, self.interval, self.baseURL) = (values, interval, baseURL)
    (self.isFetched, self.acceptWhen) = (isFetched, acceptWhen)
  }

  /// A GET of every URL that `path` (JSONPath) finds in the responses of `parent`; relative URLs resolve against the
  /// base URL.
  public init(
    _ id: String, following path: String, of parent: String, limit: Int = 50, every interval: Duration = .minutes(15),
    acceptWhen: AcceptWhen? = nil
  ) {
    self.id = id
    request = Request(method: "GET", path: "{\(parent) \(path)}")
    chain = Chain(parent: parent, path: path, limit: limit)
    (self.interval, self.acceptWhen) = (interval, acceptWhen)
  }

  /// A GraphQL document: a POST that reads. A response with `errors` counts as a failure with any status.
  public init(
    _ id: String, graphQL document: String, operation: String? = nil,
    variables: KeyValuePairs<String, RequestValue> = [:],
    at path: String = "/graphql", headers: KeyValuePairs<String, String> = [:], values: [String: Values] = [:],
    every interval: Duration = .minutes(15), isFetched: Bool = true, acceptWhen: AcceptWhen? = nil
  ) {
    let body = GraphQLBody(document: document, operation: operation, variables: variables.map(RequestValue.Member.init))
    self.id = id
    request = Request(method: "POST", path: path, headers: headers.map(Field.init), graphQL: body)
    (self.values, self.interval, self.isFetched, self.acceptWhen) = (values, interval, isFetched, acceptWhen)
  }

  /// A POST that reads, as a search does, with a JSON body. It is sent again where a GET would be.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - path: Below the base URL; `{placeholders}` allowed.
  ///   - json: What is sent: `["query": "{term}", "limit": 20]`.
  ///   - query: Items of the query.
  ///   - headers: Headers beside the contract's.
  ///   - values: Values of the placeholders.
  ///   - interval: How often it is fetched.
  ///   - baseURL: In place of the contract's.
  ///   - isFetched: Whether it is fetched; `false`: it is examined from recordings only.
  ///   - acceptWhen: What makes a 2xx response a success.
  public init(
    _ id: String, post path: String, json: RequestValue, query: KeyValuePairs<String, String> = [:],
    headers: KeyValuePairs<String, String> = [:], values: [String: Values] = [:],
    every interval: Duration = .minutes(15), baseURL: String? = nil, isFetched: Bool = true,
    acceptWhen: AcceptWhen? = nil
  ) {
    self.id = id
    request = Request(
      method: "POST", path: path, query: query.map(Field.init), headers: headers.map(Field.init), body: .json(json))
    (self.values, self.interval, self.baseURL) = (values, interval, baseURL)
    (self.isFetched, self.acceptWhen) = (isFetched, acceptWhen)
  }

  /// The same with a form.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - path: Below the base URL; `{placeholders}` allowed.
  ///   - form: What is sent: `["q": "{term}"]`.
  ///   - query: Items of the query.
  ///   - headers: Headers beside the contract's.
  ///   - values: Values of the placeholders.
  ///   - interval: How often it is fetched.
  ///   - baseURL: In place of the contract's.
  ///   - isFetched: Whether it is fetched; `false`: it is examined from recordings only.
  ///   - acceptWhen: What makes a 2xx response a success.
  public init(
    _ id: String, post path: String, form: KeyValuePairs<String, String>, query: KeyValuePairs<String, String> = [:],
    headers: KeyValuePairs<String, String> = [:], values: [String: Values] = [:],
    every interval: Duration = .minutes(15), baseURL: String? = nil, isFetched: Bool = true,
    acceptWhen: AcceptWhen? = nil
  ) {
    self.id = id
    request = Request(
      method: "POST", path: path, query: query.map(Field.init), headers: headers.map(Field.init),
      body: .form(form.map(Field.init)))
    (self.values, self.interval, self.baseURL) = (values, interval, baseURL)
    (self.isFetched, self.acceptWhen) = (isFetched, acceptWhen)
  }

  /// A link that an app follows without decoding what it leads to, such as an image: only whether it is there is asked (HEAD).
  ///
  /// - Parameters:
  ///   - id: Permanent id, unique within the contract.
  ///   - path: Path below the base URL, `{placeholders}` allowed.
  ///   - headers: Headers of this request only.
  ///   - values: Where the values of placeholders come from, such as ids in the responses of another endpoint; a few are enough.
  ///   - interval: How often a scheduled round asks.
  ///   - baseURL: Replaces the contract's base URL, because such links often lead to another host.
  public init(
    _ id: String, head path: String, headers: KeyValuePairs<String, String> = [:], values: [String: Values] = [:],
    every interval: Duration = .hours(24), baseURL: String? = nil
  ) {
    self.id = id
    request = Request(method: "HEAD", path: path, headers: headers.map(Field.init))
    (self.values, self.interval, self.baseURL) = (values, interval, baseURL)
  }

  /// Whether only the status of its responses counts, because they have no body.
  package var hasNoBody: Bool { request.method == "HEAD" }

  /// A request that was named outside of any contract.
  package init(_ id: String, method: String, path: String, headers: [Field], body: RequestBody?) {
    self.id = id
    request = Request(method: method, path: path, headers: headers, body: body)
  }

  /// A request that writes (`POST`, `PUT`, `PATCH`, `DELETE`). Its response is examined from recordings. What a
  /// version `Sends` is sent only to one of the contract's `sandboxes`, with `--allow-writes`.
  public init(
    _ id: String, writing method: String, to path: String, values: [String: Values] = [:],
    acceptWhen: AcceptWhen? = nil
  ) {
    self.id = id
    request = Request(method: method.uppercased(), path: path)
    (self.values, self.acceptWhen) = (values, acceptWhen)
    (interval, writes) = (.hours(24), true)
  }

  /// What a recording of this endpoint's responses may hold.
  ///
  /// As a rule every text and number becomes another one of the same form, but for words that the app's code reads, as an enum does.
  ///
  /// - Parameters:
  ///   - keep: Paths whose values stay as they are, with everything below them, such as `$[*].currency` (RFC 9535).
  ///   - redact: Paths whose values never stay, even if code reads them.
  /// - Returns: The endpoint with these rules.
  public func recording(keep: [String] = [], redact: [String] = []) -> Endpoint {
    var endpoint = self
    endpoint.recordingRules = RecordingRules(keep: keep, redact: redact)
    return endpoint
  }

  /// The app sends the document's SHA-256 in place of the document, as clients with persisted queries do (`extensions.persistedQuery`). If the
  /// provider does not know it (`PersistedQueryNotFound`), the document is sent with it once, as the app does.
  ///
  /// - Returns: The endpoint with a persisted query.
  public func persistedQuery() -> Endpoint {
    var endpoint = self
    endpoint.request.graphQL?.isPersisted = true
    endpoint.isPersistedQuery = true
    return endpoint
  }

  /// The app shows what a GraphQL response holds although it has errors beside its `data`, so that such a response is examined, and the
  /// errors are told as information. Without `data` it is a failure in any case.
  ///
  /// - Returns: The endpoint whose responses may be partial.
  public func partialData() -> Endpoint {
    var endpoint = self
    endpoint.showsPartialData = true
    return endpoint
  }

  /// A request that fails on purpose, so that what the app makes of an error response is watched: a product that never was, a search
  /// without a term. It is sent as often as others, so it must do no harm.
  ///
  /// ```swift
  /// Endpoint("no-product", get: "/products/0").failing(with: 404)
  /// ```
  ///
  /// A response with another status is a check without a response that counts.
  ///
  /// - Parameter status: The status of its responses, from 400 to 499, and neither 408, 425 nor 429.
  /// - Returns: The endpoint, watched for these responses.
  public func failing(with status: Int) -> Endpoint { failing(with: ExpectedStatuses(status)) }

  /// The same with any of several statuses. Those that are about who asks and when (401, 403, 407, 408, 425, 429 and 5xx) keep their
  /// own meaning then, because any request may meet them.
  ///
  /// - Parameter statuses: The statuses of its responses, such as `400..<500`.
  /// - Returns: The endpoint, watched for these responses.
  public func failing(with statuses: Range<Int>) -> Endpoint { failing(with: ExpectedStatuses(statuses)) }

  private func failing(with statuses: ExpectedStatuses) -> Endpoint {
    var endpoint = self
    endpoint.statuses = statuses
    return endpoint
  }

  /// The error responses to this endpoint's request, which are examined from recordings.
  func recordedFailures(_ statuses: ExpectedStatuses, id: String) -> Endpoint {
    var endpoint = self
    (endpoint.id, endpoint.statuses, endpoint.acceptWhen, endpoint.writes) = (id, statuses, nil, false)
    return endpoint
  }

  /// Whether rounds send its request when it is due. What writes, and what is examined from recordings only, is not sent.
  package var isScheduled: Bool { !writes && statuses?.isRecordedOnly != true }

  /// Ids of the endpoints whose responses this one needs first.
  package var parents: [String] {
    (chain.map { [$0.parent] } ?? [])
      + values.sorted { $0.key < $1.key }.compactMap { value in
        if case .response(let parent, _, _) = value.value { parent } else { nil }
      }
  }
}

/// What a recording may hold, by paths in a response.
package struct RecordingRules: Sendable {
  /// Paths whose values stay.
  package var keep: [String] = []
  /// Paths whose values never stay.
  package var redact: [String] = []
}

/// Links in the responses of another endpoint.
public struct Chain: Sendable, Hashable {
  /// Endpoint whose responses have the links.
  public let parent: String
  /// Where the links stand in a response of the parent, written as reports show paths: `$.results[*].url`.
  public let path: String
  /// The most distinct links that are followed in a round.
  public let limit: Int
}

/// Where the values of a placeholder come from.
public enum Values: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// These values, one request for each.
  case samples([String])
  /// The values at `path` (JSONPath) in the responses of another endpoint, at most `limit` distinct ones.
  case response(of: String, path: String, limit: Int)
  /// An environment variable of the monitor, such as an account's address or a key in the query of an API, else
  /// `fallback`. The variable's value is a secret: it is masked in everything that is shown or stored, if it has at
  /// least six bytes. The fallback is not.
  case environment(String, fallback: String)

  /// Pages of a list by number, as in `query: ["page": "{page}"], values: ["page": .pages(1...3)]`: one request for
  /// each, all of which feed one baseline. For offsets give `step`: `.pages(0...100, by: 50)`. A list that links to its
  /// next page is followed by an endpoint ``Endpoint/init(_:following:of:limit:every:acceptWhen:)`` instead.
  ///
  /// A step under 1, or more pages than ``mostRequests``, is an error in the contract.
  public static func pages(_ numbers: ClosedRange<Int>, by step: Int = 1) -> Values {
    guard step > 0 else { return .samples([]) }
    return .samples(
      stride(from: numbers.lowerBound, through: numbers.upperBound, by: step).prefix(mostRequests + 1).map(String.init))
  }

  /// The most requests of one endpoint in one round.
  public static let mostRequests = 100

  /// Sample values: `["1", "4", "7"]`.
  public init(arrayLiteral elements: String...) { self = .samples(elements) }
}

extension Duration {
  /// So many minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  /// So many hours.
  public static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
