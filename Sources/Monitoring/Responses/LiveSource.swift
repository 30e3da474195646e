import ContractKit
import DriftModel
import DriftRules
import Fetching
import Foundation
import Synchronization
import System

/// Responses from the network.
struct LiveSource: ResponseSource {
  let fetcher: Fetcher
  let contracts: [String: Contract]
  /// By contract: a base URL in place of its own.
  let baseURLs: [String: String]
  /// The credentials of the contracts; read when they are first needed, and once a round if they can be read.
  let secrets: DeclaredSecrets
  /// Access tokens, also of earlier rounds.
  let tokens: AccessTokens
  /// The time after which nothing is waited for.
  let deadline: ContinuousClock.Instant?
  /// The clients that were refused because of too many requests. It lasts as long as the source, which is a round.
  let gate = RateLimitGate()

  func mask(of contract: String) -> SecretMask { contracts[contract].map(secrets.mask) ?? .none }

  func responses(to requests: [ConcreteRequest], relief: ResponseRelief?) async throws -> [SourcedResponse] {
    // Those with one credential go together, and wait for no other: a command that prints one may take its time.
    let uses = requests.map { use(of: $0) }
    let done = DoneResponses(requests.count)
    // Also what others have is handed over, because theirs may be the last and wait for room.
    let sharedRelief = relief.map { relief -> ResponseRelief in
      { responses in
        let all = responses + done.takeBodies()
        if !all.isEmpty { await relief(all) }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for use in uses.uniqued() {
        let own = requests.indices.filter { uses[$0] == use }
        let ownRelief = sharedRelief.map { relief -> ResponseRelief in
          { responses in await relief(responses.map { (index: own[$0.index], response: $0.response) }) }
        }
        group.addTask {
          done.add(await responses(to: own.map { requests[$0] }, with: use, ownRelief), at: own)
          if fetcher.isShortOfMemory { await ownRelief?([]) }
        }
      }
    }
    return done.all
  }

  /// Responses of some requests, while others are still waited for.
  private final class DoneResponses: Sendable {
    private let responses: Mutex<[SourcedResponse?]>

    init(_ count: Int) { responses = Mutex(Array(repeating: nil, count: count)) }

    func add(_ more: [SourcedResponse], at indices: [Int]) {
      responses.withLock { responses in
        for (index, response) in zip(indices, more) { responses[index] = response }
      }
    }

    /// Those that have a body, of which none stays here.
    func takeBodies() -> [(index: Int, response: SourcedResponse)] {
      responses.withLock { responses in
        var taken: [(index: Int, response: SourcedResponse)] = []
        for index in responses.indices {
          guard var response = responses[index], !response.body.isEmpty else { continue }
          taken.append((index, response))
          (response.body, response.lease) = ([], nil)
          responses[index] = response
        }
        return taken
      }
    }

    var all: [SourcedResponse] {
      responses.withLock { $0.map { $0 ?? SourcedResponse(outcome: .notChecked, reason: "no response") } }
    }
  }

  /// What is done with the credential of a request's contract.
  private enum CredentialUse: Hashable {
    /// There is none.
    case none
    case sent(Authorization)
    /// It is not sent to this origin, for this reason.
    case withheld(Authorization, reason: String)

    /// What the request carries.
    var authorization: Authorization? {
      if case .sent(let authorization) = self { authorization } else { nil }
    }

    /// What a request carries to say who asks.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - hasSecret: Whether there was a secret to send; an optional one may not be set.
    /// - Returns: The same where a refusal is told.
    func carried(by request: ConcreteRequest, hasSecret: Bool) -> SentCredential {
      switch self {
      case .sent(let authorization) where hasSecret: return .sent(authorization.credential.name)
      case .withheld(let authorization, let reason):
        return .withheld(authorization.credential.name, reason: reason)
      case .sent, .none:
        let own = request.headers.map(\.name).first { Self.headers.contains($0.lowercased()) }
        return own.map { SentCredential.header($0) } ?? SentCredential.none
      }
    }

    private static let headers: Set<String> = ["authorization", "cookie", "proxy-authorization"]
  }

  private func use(of request: ConcreteRequest) -> CredentialUse {
    guard let contract = contracts[request.contract], let authorization = contract.authorization else { return .none }
    let origins = CredentialOrigins(of: contract, givenBaseURL: baseURLs[contract.id])
    let credential = authorization.withoutOrigins
    return origins.refusal(of: request.url).map { .withheld(credential, reason: $0) } ?? .sent(credential)
  }

  /// Responses to requests with one credential, in their order.
  private func responses(
    to requests: [ConcreteRequest], with use: CredentialUse, _ relief: ResponseRelief?
  ) async -> [SourcedResponse] {
    var (first, token) = await responses(to: requests, with: use, inPlaceOf: nil, relief)
    let unknown = registrations(requests, first)
    if !unknown.isEmpty {
      let (again, _) = await responses(to: unknown.map(\.request), with: use, inPlaceOf: nil, nil)
      for ((index, _), response) in zip(unknown, again) { first[index] = response }
    }
    // A token that was obtained earlier may have been withdrawn since.
    guard let token, !token.isNew else { return first }
    let refused = first.indices.filter { first[$0].status == 401 && requests[$0].statuses?.holds(401) != true }
    guard !refused.isEmpty else { return first }
    let ownRelief = relief.map { relief -> ResponseRelief in
      { responses in await relief(responses.map { (index: refused[$0.index], response: $0.response) }) }
    }
    let (second, _) = await responses(
      to: refused.map { requests[$0] }, with: use, inPlaceOf: token.text, ownRelief)
    var all = first
    for (index, response) in zip(refused, second) { all[index] = response }
    return all
  }

  /// The requests whose persisted query the provider does not know, with the document, as an app sends it then.
  private func registrations(
    _ requests: [ConcreteRequest], _ responses: [SourcedResponse]
  ) -> [(index: Int, request: ConcreteRequest)] {
    requests.indices.compactMap { index in
      guard let registration = requests[index].registration, Self.lacksPersistedQuery(responses[index]) else {
        return nil
      }
      var request = requests[index]
      (request.body, request.registration) = (registration, nil)
      return (index, request)
    }
  }

  /// Whether a short response says what Apollo's and other servers say of a digest that they do not know.
  private static func lacksPersistedQuery(_ response: SourcedResponse) -> Bool {
    guard response.body.count <= 4096 else { return false }
    let text = String(decoding: response.body, as: UTF8.self)
    return text.contains("PersistedQueryNotFound") || text.contains("PERSISTED_QUERY_NOT_FOUND")
  }

  /// The same, sent once.
  ///
  /// - Parameters:
  ///   - requests: The requests.
  ///   - use: Their credential.
  ///   - refused: The access token that was refused.
  ///   - relief: Takes bodies while others wait for room.
  /// - Returns: The responses, and the access token that was sent.
  private func responses(
    to requests: [ConcreteRequest], with use: CredentialUse, inPlaceOf refused: String?, _ relief: ResponseRelief?
  ) async -> ([SourcedResponse], AccessTokens.Token?) {
    let started = ContinuousClock.now
    var (credential, token): (RequestCredential?, AccessTokens.Token?)
    if let authorization = use.authorization {
      do {
        (credential, token) = try await self.credential(for: authorization, inPlaceOf: refused)
      } catch {
        let waited = started.duration(to: .now).seconds
        let reason = requests.first.map { mask(of: $0.contract).masked("\(error)") } ?? ""
        let responses = requests.map { _ in
          var response = SourcedResponse(outcome: .auth, reason: reason, watchRule: .watchUnconfigured)
          response.secondsBefore = waited
          return response
        }
        return (responses, nil)
      }
    }
    let waited = started.duration(to: .now).seconds
    // Equal requests are sent once: several versions, endpoints or contracts may ask for the same.
    var sent: [Sent: Int] = [:]
    var places: [Int] = []
    var fetches: [FetchRequest] = []
    var clients: [RateLimitGate.Client] = []
    for request in requests {
      let headers = (credential?.headers(request.headers) ?? request.headers).map {
        HeaderField(name: $0.name, value: $0.value)
      }
      let url = credential?.url(request.url) ?? request.url
      let key = Sent(method: request.method, url: url, headers: Set(headers), body: request.body)
      // Requests that change something are never joined.
      if let place = sent[key], !request.writes {
        places.append(place)
        // If one of the equal requests needs the body, the request is unconditional for all.
        if fetches[place].etag != request.condition?.etag
          || fetches[place].lastModified != request.condition?.lastModified
        {
          (fetches[place].etag, fetches[place].lastModified) = (nil, nil)
        }
        continue
      }
      places.append(fetches.count)
      sent[key] = fetches.count
      clients.append(RateLimitGate.Client(request, use.authorization))
      fetches.append(
        FetchRequest(
          label: "\(request.contract)/\(request.endpoint)", url: url, method: request.method, headers: headers,
          body: request.body, etag: request.condition?.etag, lastModified: request.condition?.lastModified,
          // A POST that only reads may be retried like a GET. Writes are never retried.
          isIdempotent: request.writes ? false : request.method == "POST" ? true : nil))
    }
    let (owners, conditions) = (places, fetches.map(\.isConditional))
    let hasSecret = credential != nil
    @Sendable func response(_ transfer: Transfer, to request: ConcreteRequest, _ place: Int) -> SourcedResponse {
      var response = SourcedResponse(
        transfer, wasConditional: conditions[place], expected: request.statuses,
        credential: use.carried(by: request, hasSecret: hasSecret),
        mask: mask(of: request.contract))
      if request.isPagedByHeader {
        response.nextLink = transfer.headerFields("link").lazy.compactMap { LinkHeader.target("next", in: $0) }.first
      }
      if !request.readHeaders.isEmpty { response.readHeaders = ReadHeaders(of: transfer, request.readHeaders) }
      response.secondsBefore = waited
      return response
    }
    let fetched = await gate.fetch(
      fetches, as: clients, with: fetcher, deadline: deadline,
      relief: relief.map { relief -> TransferRelief in
        { transfers in
          var responses: [(index: Int, response: SourcedResponse)] = []
          for (place, transfer) in transfers {
            for index in owners.indices where owners[index] == place {
              responses.append((index, response(transfer, to: requests[index], place)))
            }
          }
          await relief(responses)
        }
      })
    let responses = zip(requests, places).map { request, place in
      guard fetched.indices.contains(place) else {
        return SourcedResponse(outcome: .notChecked, reason: "no response")
      }
      switch fetched[place] {
      case .withheld(let reason):
        return SourcedResponse(outcome: .notChecked, reason: reason, watchRule: .watchLimited)
      case .ended(let transfer):
        return response(transfer, to: request, place)
      }
    }
    return (responses, token)
  }

  /// What a credential is sent as, with the access token that was obtained for it.
  private func credential(
    for authorization: Authorization, inPlaceOf refused: String?
  ) async throws -> (RequestCredential?, AccessTokens.Token?) {
    guard let own = try await secrets.credential(for: authorization, until: deadline) else { return (nil, nil) }
    guard let request = authorization.tokenRequest else { return (own, nil) }
    var client: RequestCredential?
    if let authorization = authorization.clientAuthorization {
      client = try await secrets.credential(for: authorization, until: deadline)
    }
    let exchange = TokenExchange(request: request, credential: own.secret, clientSecret: client?.secret)
    let key = AccessTokens.Key(authorization: authorization, secret: ContentDigest(of: [own.secret]))
    let token = try await tokens.token(for: key, inPlaceOf: refused) { [fetcher, deadline] refresh in
      await exchange.token(with: fetcher, deadline: deadline, refresh: refresh)
    }
    for text in [token.text, token.refresh].compactMap(\.self) { secrets.note(token: text, of: authorization) }
    return (RequestCredential(token.text, at: authorization.placement), token)
  }

  /// What makes two requests one.
  private struct Sent: Hashable {
    let method: String
    let url: String
    let headers: Set<HeaderField>
    let body: [UInt8]?
  }
}

extension SourcedResponse {
  /// The outcome of a transfer. It is decided in this order: policy, connection, framing and time, status.
  ///
  /// `credential` is what was sent to say who asks. `mask` is applied to everything except the body, which is examined
  /// as received.
  init(
    _ transfer: Transfer, wasConditional: Bool, expected: ExpectedStatuses? = nil, credential: SentCredential,
    mask: SecretMask
  ) {
    self.init(status: transfer.status, seconds: transfer.seconds, mask: mask)
    if let failure = transfer.failure {
      switch failure {
      case .cancelled, .deadline: outcome = .notChecked
      default: outcome = failure.isOurRefusal ? .refused : .transport
      }
      reason = mask.masked(transfer.reason ?? failure.description)
      return
    }
    guard let status = transfer.status else {
      (outcome, reason) = (.transport, "no status")
      return
    }
    retryAfter = RetryAfter.seconds(transfer.header("retry-after"), date: transfer.header("date"), clock: Date())
    (body, lease) = (transfer.body, transfer.lease)
    guard let outcome = Outcome.ofStatus(status, wasConditional: wasConditional, expected), outcome != .unchanged else {
      isNotModified = status == 304
      mayBeCut = transfer.bodyEnd == .connectionClose
      // A tag that contains a secret is neither stored nor sent.
      let tag = transfer.header("etag").flatMap { mask.masked($0) == $0 ? $0 : nil }
      validators = Validators(etag: tag, lastModified: transfer.header("last-modified"))
      certificateEnd = transfer.certificateExpires
      notices = ProviderNotice.notices(of: transfer, mask: mask)
      recordedHeaders = SourcedResponse.recordedHeaders { transfer.header($0) }
      return
    }
    self.outcome = outcome
    if let unexpected = expected?.surprise(at: status) {
      (reason, watchRule) = (unexpected, .watchUnreadable)
      return
    }
    let wait = retryAfter == nil ? nil : transfer.header("retry-after").map { mask.masked($0) }
    reason = statusReason(status, credential, retryAfter: wait)
  }
}

extension SourcedResponse {
  /// Of the headers those that are nobody's own: the media type with its character set, and dates.
  static func recordedHeaders(_ value: (String) -> String?) -> [String: String] {
    var kept: [String: String] = [:]
    if let type = value("content-type") {
      let parts = type.lowercased().split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      let known = parts.enumerated().filter { index, part in
        part.wholeMatch(of: index == 0 ? /[a-z]+\/[a-z0-9.+-]{1,60}/ : /charset="?[a-z0-9-]{1,20}"?/) != nil
      }
      if !known.isEmpty { kept["content-type"] = known.map(\.element).joined(separator: "; ") }
    }
    for name in ["deprecation", "sunset"] {
      guard let text = value(name), text.wholeMatch(of: /@?[0-9]{1,12}|true|[A-Za-z0-9 ,:+-]{1,40}/) != nil else {
        continue
      }
      kept[name] = text
    }
    return kept
  }
}

extension Outcome {
  /// The outcome of a status where others than those of success may be expected; `nil`: the text decides.
  static func ofStatus(_ status: Int, wasConditional: Bool, _ expected: ExpectedStatuses?) -> Outcome? {
    guard let expected else { return ofStatus(status, wasConditional: wasConditional) }
    if expected.holds(status) { return nil }
    if (200...299).contains(status) { return .requestError }
    let outcome = ofStatus(status, wasConditional: wasConditional)
    return outcome == .gone ? .requestError : outcome
  }
}

extension ExpectedStatuses {
  /// What there is to say of a status that was not expected and has no meaning of its own; `nil`: nothing.
  func surprise(at status: Int) -> String? {
    switch Outcome.ofStatus(status, wasConditional: false, self) {
    case .requestError: "\(status) where \(words) is expected"
    default: nil
    }
  }
}
