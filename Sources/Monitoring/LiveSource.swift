import ContractKit
import DriftAnalysis
import Fetching
import Foundation

/// Answers from the network.
struct LiveSource: AnswerSource {
  let fetcher: Fetcher
  let contracts: [String: Contract]
  let credentials: CredentialReader
  /// After this, nothing is waited for.
  let deadline: ContinuousClock.Instant?

  func answers(to requests: [ConcreteRequest]) async throws -> [SourcedAnswer] {
    var results = [SourcedAnswer?](repeating: nil, count: requests.count)
    // Equal requests are sent once: several versions, or two endpoints, may ask for the same.
    var sent: [ConcreteRequest] = []
    var places: [Int: Int] = [:]
    var fetches: [FetchRequest] = []
    var secrets: [String: Result<Field?, CredentialReader.Unreadable>] = [:]
    for (index, request) in requests.enumerated() {
      var key = request
      key.endpoint = ""
      if let known = sent.firstIndex(of: key) {
        places[index] = known
        continue
      }
      var headers = request.headers.map { HeaderField(name: $0.name, value: $0.value) }
      var own: [String] = []
      if let authorization = contracts[request.contract]?.authorization {
        let secret =
          secrets[request.contract]
          ?? Result { () throws(CredentialReader.Unreadable) in try credentials.header(for: authorization) }
        secrets[request.contract] = secret
        switch secret {
        case .success(let field):
          if let field {
            headers.append(HeaderField(name: field.name, value: field.value))
            own = [String(field.value.dropFirst(authorization.prefix.count))]
          }
        case .failure(let error):
          results[index] = SourcedAnswer(outcome: .auth, reason: error.description)
          continue
        }
      }
      places[index] = sent.count
      sent.append(key)
      fetches.append(
        FetchRequest(
          label: "\(request.contract)/\(request.endpoint)", url: request.url, method: request.method, headers: headers,
          body: request.body, secrets: own))
    }
    let transfers = await fetcher.fetch(fetches, deadline: deadline)
    for index in requests.indices where results[index] == nil {
      guard let place = places[index], transfers.indices.contains(place) else { continue }
      results[index] = SourcedAnswer(
        transfers[place], hasCredential: contracts[requests[index].contract]?.authorization)
    }
    return results.map { $0 ?? SourcedAnswer(outcome: .notChecked, reason: "no answer") }
  }
}

extension SourcedAnswer {
  /// What happened on the wire as an outcome. Order of decision: policy, connection, framing and time, status (DESIGN section 5).
  init(_ transfer: Transfer, hasCredential authorization: Authorization?) {
    self.init(status: transfer.status, seconds: transfer.seconds)
    etag = transfer.header("etag")
    lastModified = transfer.header("last-modified")
    if let failure = transfer.failure {
      switch failure {
      case .cancelled, .deadline: outcome = .notChecked
      default: outcome = failure.isOurRefusal ? .refused : .transport
      }
      reason = transfer.reason ?? failure.description
      return
    }
    guard let status = transfer.status else {
      (outcome, reason) = (.transport, "no status")
      return
    }
    guard let outcome = Outcome.ofStatus(status, wasConditional: false) else {
      body = transfer.body
      mayBeCut = transfer.bodyEnd == .connectionClose
      return
    }
    self.outcome = outcome
    reason = statusReason(status, authorization, retryAfter: transfer.header("retry-after"))
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
  case 300...399: "\(status), an answer that points elsewhere"
  case 400...499: "\(status), the provider refuses the request"
  default: "status \(status)"
  }
}
