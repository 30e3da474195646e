/// A name with a value: a header, a query item or a GraphQL variable.
public struct Field: Sendable, Hashable {
  /// The name as it is sent.
  public let name: String
  /// The value before any encoding; `{placeholders}` allowed.
  public let value: String

  /// A name with its value.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  init(_ pair: (key: String, value: String)) { self.init(name: pair.key, value: pair.value) }
}

/// A GraphQL document with its operation and variables.
public struct GraphQLBody: Sendable, Hashable {
  /// The document as the app sends it.
  public let document: String
  /// `operationName`; `nil` if the document has one operation.
  public let operation: String?
  /// Variables with values of any JSON type; `{placeholders}` allowed.
  public let variables: [RequestValue.Member]
  /// Whether the document's digest is sent in place of it.
  public internal(set) var isPersisted = false
}

/// A request as declared. Values of placeholders are not part of it, so that thirteen sample ids share one baseline.
public struct Request: Sendable, Hashable {
  /// HTTP method, upper case.
  public let method: String
  /// Path below the base URL with `{placeholders}`.
  public internal(set) var path: String
  /// Query items in the order they are sent.
  public internal(set) var query: [Field] = []
  /// Headers beside the contract's own.
  public internal(set) var headers: [Field] = []
  /// GraphQL document, `nil` for other requests.
  public internal(set) var graphQL: GraphQLBody?
  /// What another POST that reads sends; `nil` if nothing is.
  public internal(set) var body: RequestBody?

  /// This request with what a version replaces.
  package func applying(_ change: RequestChange) -> Request {
    var request = self
    request.path = change.path ?? path
    request.query = change.query ?? query
    for field in change.headers {
      request.headers.removeAll { $0.name.lowercased() == field.name.lowercased() }
      request.headers.append(field)
    }
    request.body = change.body ?? body
    if let document = change.document {
      request.graphQL = GraphQLBody(
        document: document, operation: change.operation, variables: change.variables ?? graphQL?.variables ?? [],
        isPersisted: graphQL?.isPersisted ?? false)
    }
    return request
  }

  /// Canonical text of the request. Requests with equal texts share one baseline. White space of a GraphQL document is
  /// folded.
  package var signature: String {
    var text = "\(method) \(path)"
    if !query.isEmpty {
      text += (path.contains("?") ? "&" : "?") + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
    for field in headers.sorted(by: { $0.name.lowercased() < $1.name.lowercased() }) {
      text += "\n\(field.name.lowercased()): \(field.value)"
    }
    if let graphQL {
      text += "\n" + graphQL.document.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if let operation = graphQL.operation { text += "\noperation \(operation)" }
      if graphQL.isPersisted { text += "\npersisted" }
      for variable in graphQL.variables { text += "\n$\(variable.name)=\(variable.value.canonicalText)" }
    }
    if let body { text += "\nbody \(body.signature)" }
    return text
  }
}

/// What a version replaces of its endpoint's request.
public struct RequestChange: Sendable, Hashable {
  let path: String?
  let query: [Field]?
  let headers: [Field]
  let document: String?
  let operation: String?
  let variables: [RequestValue.Member]?
  let body: RequestBody?

  /// Another path, query, header, GraphQL document or body than the endpoint's. Parts that are not given stay the same.
  public init(
    path: String? = nil, query: KeyValuePairs<String, String>? = nil, headers: KeyValuePairs<String, String> = [:],
    graphQL document: String? = nil, operation: String? = nil, variables: KeyValuePairs<String, RequestValue>? = nil,
    body: RequestBody? = nil
  ) {
    self.path = path
    self.query = query.map { $0.map(Field.init) }
    self.headers = headers.map(Field.init)
    self.document = document
    self.operation = operation
    self.variables = variables.map { $0.map(RequestValue.Member.init) }
    self.body = body
  }
}

/// A condition on a successful response's envelope. A 2xx response that does not meet it counts as a failure.
public struct AcceptWhen: Sendable, Hashable {
  /// A JSON scalar to compare with.
  public enum Scalar: Sendable, Hashable, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral
  {
    /// `true` or `false`.
    case bool(Bool)
    /// A string.
    case string(String)
    /// A whole number.
    case integer(Int)

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
  }

  /// Where the flag stands in a response, written as reports show paths: `$.request.success`.
  public let path: String
  /// Value of the flag in a response that is accepted.
  public let expected: Scalar
  /// Where the provider's message stands, which is shown if the response is not accepted; `nil` if there is none.
  public let message: String?

  /// Accepts responses in which the value at `path` equals `expected`.
  public init(_ path: String, equals expected: Scalar, message: String? = nil) {
    self.path = path
    self.expected = expected
    self.message = message
  }
}
