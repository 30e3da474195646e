import ContractKit
import DriftAnalysis
import Foundation
import Ledger

// Leaving a provider alone that asked for it.
extension Round {
  /// Answers in the order of the requests. What is parked is not sent; what is turned away is parked from now on, in the ledger
  /// before anything else happens, and what is answered is parked no more.
  func fetch(_ requests: [ConcreteRequest]) async throws -> [SourcedAnswer] {
    guard sourceKind == .live else { return try await source.answers(to: requests) }
    let policy = ParkingPolicy(longest: plan.longestParking)
    let known = try await ledger.parkings()
    var results = [SourcedAnswer?](repeating: nil, count: requests.count)
    var sent: [Int] = []
    for (index, request) in requests.enumerated() {
      let ends = scopes(of: request).compactMap { known[$0]?.until }.filter {
        policy.holds(until: $0, clock: plan.clock)
      }
      if let end = ends.max() {
        results[index] = SourcedAnswer(
          outcome: .notChecked, reason: "parked until \(end.minuteWords): the provider asked to wait")
      } else {
        sent.append(index)
      }
    }
    guard !sent.isEmpty else { return results.compactMap(\.self) }
    let answers = try await source.answers(to: sent.map { requests[$0] })
    var (parkings, answered): ([String: Parking], Set<String>) = ([:], [])
    for (index, answer) in zip(sent, answers) {
      let request = requests[index]
      results[index] = withCertificate(answer, to: request)
      guard ParkingPolicy.applies(toStatus: answer.status, retryAfter: answer.retryAfter) else {
        if answer.status != nil { answered.formUnion(scopes(of: request).filter { known[$0] != nil }) }
        continue
      }
      for parking in self.parkings(of: request, answer, known, policy) {
        let end = max(parking.until, parkings[parking.scope]?.until ?? parking.until)
        parkings[parking.scope] = Parking(scope: parking.scope, until: end, refusals: parking.refusals)
      }
    }
    try await ledger.park(Array(parkings.values), answered: answered.subtracting(parkings.keys), now: plan.clock)
    return results.map { $0 ?? SourcedAnswer(outcome: .notChecked, reason: "no answer") }
  }

  /// What waits after a refusal: the request itself, by its own interval at least; and after a 429 that says how long, all else
  /// that the same credential asks of the origin, since that is whom it means (RFC 6585 section 4).
  private func parkings(
    of request: ConcreteRequest, _ answer: SourcedAnswer, _ known: [String: Parking], _ policy: ParkingPolicy
  ) -> [Parking] {
    // What writes has no interval of its own: it goes out when somebody says so.
    let interval = request.writes ? 60 : contract(request.contract)?.endpoint(request.endpoint)?.interval.seconds ?? 900
    func parking(_ scope: String, interval: Double) -> Parking {
      let refusals = min((known[scope]?.refusals ?? 0) + 1, 1000)
      let end = policy.end(
        clock: plan.clock, retryAfter: answer.retryAfter, interval: interval, refusals: refusals)
      return Parking(scope: scope, until: end, refusals: refusals)
    }
    let own = parking(requestScope(request), interval: interval)
    guard answer.status == 429, let wait = answer.retryAfter, wait > 0 else { return [own] }
    return [own, parking(originScope(request), interval: 0)]
  }

  /// The end of the host's certificate among what is announced, where it is near. It is the host's and not one endpoint's, so
  /// that only the contract's first endpoint there tells it.
  private func withCertificate(_ answer: SourcedAnswer, to request: ConcreteRequest) -> SourcedAnswer {
    guard let end = answer.certificateEnd, let contract = contract(request.contract),
      Double(end) - plan.clock.timeIntervalSince1970 <= ProviderNotice.nearEnd * 86_400,
      let first = contract.endpoints.first(where: { endpoint in
        !endpoint.writes && baseURL(of: endpoint, contract).map { ConcreteRequest.origin(of: $0) } == request.origin
      }), first.id == request.endpoint
    else { return answer }
    var answer = answer
    answer.notices.append(ProviderNotice(.certificate, seconds: end))
    return answer
  }

  private func scopes(of request: ConcreteRequest) -> [String] { [requestScope(request), originScope(request)] }

  private func requestScope(_ request: ConcreteRequest) -> String {
    let headers = request.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    return ContentDigest(of: ["request", request.method, request.key, credentialName(request)] + headers).short
  }

  private func originScope(_ request: ConcreteRequest) -> String {
    ContentDigest(of: ["origin", request.origin, credentialName(request)]).short
  }

  /// Whose credential is sent, by name; the secret itself is no part of any key.
  private func credentialName(_ request: ConcreteRequest) -> String {
    contract(request.contract)?.authorization.map { "\($0.header) \($0.credential.name)" } ?? ""
  }

  private func contract(_ id: String) -> Contract? { plan.contracts.first { $0.id == id } }
}
