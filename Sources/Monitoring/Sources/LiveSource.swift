import ContractKit
import DriftModel
import DriftRules
import Fetching
import Foundation
import System

/// Responses from the network.
struct LiveSource: ResponseSource {
  let fetcher: Fetcher
  let contracts: [String: Contract]
  /// The credentials of the contracts; read when they are first needed, and once a round if they can be read.
  let secrets: DeclaredSecrets
  /// The time after which nothing is waited for.
  let deadline: ContinuousClock.Instant?
  /// The clients that were refused because of too many requests. It lasts as long as the source, which is a round.
  let gate = RateLimitGate()

  func mask(of contract: String) -> SecretMask { contracts[contract].map(secrets.mask) ?? .none }

  func responses(to requests: [ConcreteRequest]) async throws -> [SourcedResponse] {
    var results = [SourcedResponse?](repeating: nil, count: requests.count)
    // Equal requests are sent once: several versions, endpoints or contracts may ask for the same, with the same
    // credential.
    var sent: [Sent: Int] = [:]
    var places: [Int: Int] = [:]
    var fetches: [FetchRequest] = []
    var clients: [RateLimitGate.Client] = []
    // Those that cannot be read are tried once for all these requests, and again for the next: a command may take its time to fail.
    var unreadable: [Authorization: CredentialReader.Unreadable] = [:]
    for (index, request) in requests.enumerated() {
      var headers = request.headers.map { HeaderField(name: $0.name, value: $0.value) }
      if let authorization = contracts[request.contract]?.authorization {
        do throws(CredentialReader.Unreadable) {
          if let known = unreadable[authorization] { throw known }
          if let field = try secrets.header(for: authorization) {
            headers.append(HeaderField(name: field.name, value: field.value))
          }
        } catch {
          unreadable[authorization] = error
          results[index] = SourcedResponse(
            outcome: .auth, reason: error.description, watchRule: .watchUnconfigured)
          continue
        }
      }
      let key = Sent(method: request.method, url: request.url, headers: Set(headers), body: request.body)
      // Requests that change something are never joined.
      if let place = sent[key], !request.writes {
        places[index] = place
        // If one of the equal requests needs the body, the request is unconditional for all.
        if fetches[place].etag != request.condition?.etag
          || fetches[place].lastModified != request.condition?.lastModified
        {
          (fetches[place].etag, fetches[place].lastModified) = (nil, nil)
        }
        continue
      }
      places[index] = fetches.count
      sent[key] = fetches.count
      clients.append(RateLimitGate.Client(request, contracts[request.contract]?.authorization))
      fetches.append(
        FetchRequest(
          label: "\(request.contract)/\(request.endpoint)", url: request.url, method: request.method, headers: headers,
          body: request.body, etag: request.condition?.etag, lastModified: request.condition?.lastModified,
          // A POST that only reads may be retried like a GET. Writes are never retried.
          isIdempotent: request.writes ? false : request.method == "POST" ? true : nil))
    }
    let fetched = await gate.fetch(fetches, as: clients, with: fetcher, deadline: deadline)
    for index in requests.indices where results[index] == nil {
      guard let place = places[index], fetched.indices.contains(place) else { continue }
      switch fetched[place] {
      case .withheld(let reason):
        results[index] = SourcedResponse(outcome: .notChecked, reason: reason, watchRule: .watchLimited)
      case .ended(let transfer):
        results[index] = SourcedResponse(
          transfer, wasConditional: fetches[place].isConditional,
          hasCredential: contracts[requests[index].contract]?.authorization, mask: mask(of: requests[index].contract))
      }
    }
    return results.map { $0 ?? SourcedResponse(outcome: .notChecked, reason: "no response") }
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
  /// `mask` is applied to everything except the body, which is examined as received.
  init(
    _ transfer: Transfer, wasConditional: Bool, hasCredential authorization: Authorization?,
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
    body = transfer.body
    guard let outcome = Outcome.ofStatus(status, wasConditional: wasConditional), outcome != .unchanged else {
      isNotModified = status == 304
      mayBeCut = transfer.bodyEnd == .connectionClose
      // A tag that contains a secret is neither stored nor sent.
      let tag = transfer.header("etag").flatMap { mask.masked($0) == $0 ? $0 : nil }
      validators = Validators(etag: tag, lastModified: transfer.header("last-modified"))
      certificateEnd = transfer.certificateExpires
      notices = ProviderNotice.notices(in: transfer.headers).map { notice in
        var notice = notice
        notice.link = notice.link.map { mask.masked($0) }
        return notice
      }
      return
    }
    self.outcome = outcome
    let wait = retryAfter == nil ? nil : transfer.header("retry-after").map { mask.masked($0) }
    reason = statusReason(status, authorization, retryAfter: wait)
  }
}

/// What a status means here, in a few words.
func statusReason(_ status: Int, _ authorization: Authorization?, retryAfter: String? = nil) -> String {
  switch status {
  case 401, 403, 407, 511:
    "\(status), \(authorization.map { "credential from \($0.credential.name) refused" } ?? "a credential is wanted")"
  case 404, 410: "\(status), the provider knows no such resource"
  case 429: "429, too many requests\(retryAfter.map { "; Retry-After: \($0.prefix(40))" } ?? "")"
  case 408, 425, 500...599: "\(status), the provider is in trouble"
  case 304: "304 to a request that was not conditional"
  case 300...399: "\(status), a response that points elsewhere"
  case 400...499: "\(status), the provider refuses the request"
  default: "status \(status)"
  }
}
