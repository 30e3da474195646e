import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store

/// A stage of a round: sends the requests that may be sent, and stores backoffs in the ledger.
struct FetchStage {
  let context: RoundContext

  /// Fetches one layer together; responses come in the order of the requests. What finds no room is examined `early`.
  func run(_ resolved: [ResolvedRequest], _ early: EarlyExamination) async throws -> [CheckedRequest] {
    var responses = try await fetch(resolved.flatMap(\.requests), relief: { await early.take($0) })[...]
    let checked = resolved.map { request in
      defer { responses = responses.dropFirst(request.requests.count) }
      return CheckedRequest(request, responses: Array(responses.prefix(request.requests.count)))
    }
    return try early.added(to: checked)
  }

  /// Fetches these requests. A request that backs off is not sent. A refused request backs off from now on, in the
  /// ledger before anything else happens. A request that gets a response no longer backs off.
  func fetch(_ requests: [ConcreteRequest], relief: ResponseRelief? = nil) async throws -> [SourcedResponse] {
    guard context.sourceKind == .live else { return try await context.source.responses(to: requests, relief: nil) }
    guard !requests.isEmpty else { return [] }
    let backoffs = Backoffs(context)
    let known = try await context.store.backoffs()
    let refusals = requests.map { request in
      request.obstacle.map { SourcedResponse(outcome: .refused, reason: $0) } ?? backoffs.refusal(of: request, known)
    }
    let sent = requests.indices.filter { refusals[$0] == nil }
    let sentRelief = relief.map { relief -> ResponseRelief in
      { responses in
        await relief(
          responses.map { index, response in
            (index: sent[index], response: withCertificate(response, to: requests[sent[index]]))
          })
      }
    }
    let responses =
      sent.isEmpty ? [] : try await context.source.responses(to: sent.map { requests[$0] }, relief: sentRelief)
    var results = refusals.map { $0 ?? SourcedResponse(outcome: .notChecked, reason: "no response") }
    for (index, response) in zip(sent, responses) { results[index] = withCertificate(response, to: requests[index]) }
    let changes = backoffs.changes(zip(sent, responses).map { (requests[$0], $1) }, known)
    if !sent.isEmpty {
      try await context.store.update(
        backoffs: changes.begun, responded: changes.ended, now: context.plan.clock)
    }
    return results
  }

  /// The end of the host's certificate among what is announced, where it is near. It is the host's and not one
  /// endpoint's, so only the contract's first endpoint there reports it.
  private func withCertificate(_ response: SourcedResponse, to request: ConcreteRequest) -> SourcedResponse {
    guard let end = response.certificateEnd, let contract = context.contract(request.contract),
      Double(end) - context.plan.clock.timeIntervalSince1970 <= Rules.daysOfNearCertificateEnd * 86_400,
      let first = contract.endpoints.first(where: { endpoint in
        let base = context.baseURL(of: endpoint, in: contract)
        return !endpoint.writes && base.map { ConcreteRequest.origin(of: $0) } == request.origin
      }), first.id == request.endpoint
    else { return response }
    var response = response
    response.notices.append(ProviderNotice(.certificate, seconds: end))
    return response
  }
}
