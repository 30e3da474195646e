import ContractKit
import DriftModel
import DriftRules
import Foundation
import StoreSQLite
import System

// Leaving a provider alone that asked for it.
extension Round {
  /// Responses in the order of the requests. What is parked is not sent; what is turned away is parked from now on, in the ledger
  /// before anything else happens, and what is answered is parked no more.
  func fetch(_ requests: [ConcreteRequest]) async throws -> [SourcedResponse] {
    guard sourceKind == .live else { return try await source.responses(to: requests) }
    let policy = ParkingPolicy(longest: plan.longestParking)
    let known = try await ledger.parkings()
    var results = [SourcedResponse?](repeating: nil, count: requests.count)
    var sent: [Int] = []
    for (index, request) in requests.enumerated() {
      if let reason = parkedReason(request, known, policy) {
        results[index] = SourcedResponse(outcome: .notChecked, reason: reason)
      } else {
        sent.append(index)
      }
    }
    guard !sent.isEmpty else { return results.compactMap(\.self) }
    let responses = try await source.responses(to: sent.map { requests[$0] })
    var (parkings, answered): ([String: Parking], Set<String>) = ([:], [])
    for (index, response) in zip(sent, responses) {
      let request = requests[index]
      results[index] = withCertificate(response, to: request)
      guard ParkingPolicy.applies(toStatus: response.status, retryAfter: response.retryAfter) else {
        if response.status != nil { answered.formUnion(scopes(of: request).filter { known[$0] != nil }) }
        continue
      }
      for parking in self.parkings(of: request, response, known, policy) {
        let end = max(parking.until, parkings[parking.scope]?.until ?? parking.until)
        parkings[parking.scope] = Parking(scope: parking.scope, until: end, refusals: parking.refusals)
      }
    }
    try await ledger.park(Array(parkings.values), answered: answered.subtracting(parkings.keys), now: plan.clock)
    return results.map { $0 ?? SourcedResponse(outcome: .notChecked, reason: "no response") }
  }

  /// Why a request is not sent now, with the longest of its waits; `nil`: it may be.
  private func parkedReason(
    _ request: ConcreteRequest, _ known: [String: Parking], _ policy: ParkingPolicy
  ) -> String? {
    let waits = [
      (requestScope(request), ParkingPolicy.words(status: 429, asksToWait: false)),
      (unavailableScope(request), ParkingPolicy.words(status: 503, asksToWait: true)),
      (originScope(request), ParkingPolicy.words(status: 429, asksToWait: true, "another request")),
    ]
    var longest: (until: Date, words: String)?
    for (scope, words) in waits {
      guard let end = known[scope]?.until, policy.holds(until: end, clock: plan.clock),
        longest.map({ end > $0.until }) ?? true
      else { continue }
      longest = (end, words)
    }
    return longest.map { "parked until \($0.until.minuteWords): \($0.words)" }
  }

  /// Why an endpoint that is not due could not be checked if it were: something of it is parked. Nothing is sent, and nothing
  /// recorded, so that it is due when it would have been.
  ///
  /// Of links nobody knows before their parents are asked; they are parked where their origin is.
  func parkedReason(_ endpoint: Endpoint, _ contract: Contract) async throws -> String? {
    guard sourceKind == .live else { return nil }
    let known = try await ledger.parkings()
    guard !known.isEmpty else { return nil }
    let policy = ParkingPolicy(longest: plan.longestParking)
    let base = baseURL(of: endpoint, contract)
    var (all, reasons): (Int, [String]) = (0, [])
    for group in RequestGroup.groups(
      of: endpoint, in: contract, environment: plan.environment, perspective: plan.perspective ?? contract.perspective)
    {
      let resolver = RequestResolver(
        contract: contract, endpoint: endpoint, request: group.request, baseURL: base, found: [:],
        environment: plan.variables)
      let requests: [ConcreteRequest]
      do { requests = try resolver.requests() } catch {
        requests = [
          ConcreteRequest(
            contract: contract.id, endpoint: endpoint.id, method: group.request.method, url: base ?? "", headers: [])
        ]
      }
      all += requests.count
      reasons += requests.compactMap { parkedReason($0, known, policy) }
    }
    guard let first = reasons.first else { return nil }
    return reasons.count < all ? "\(reasons.count) of \(all) requests: \(first)" : first
  }

  /// What waits after a refusal: the request itself, by its own interval at least; and after a 429 that says how long, all else
  /// that the same credential asks of the origin, since that is whom it means (RFC 6585 section 4).
  private func parkings(
    of request: ConcreteRequest, _ response: SourcedResponse, _ known: [String: Parking], _ policy: ParkingPolicy
  ) -> [Parking] {
    // What writes has no interval of its own: it goes out when somebody says so.
    let interval = request.writes ? 60 : contract(request.contract)?.endpoint(request.endpoint)?.interval.seconds ?? 900
    func parking(_ scope: String, interval: Double) -> Parking {
      let refusals = min((known[scope]?.refusals ?? 0) + 1, 1000)
      let end = policy.end(
        clock: plan.clock, retryAfter: response.retryAfter, interval: interval, refusals: refusals)
      return Parking(scope: scope, until: end, refusals: refusals)
    }
    let own = parking(
      response.status == 429 ? requestScope(request) : unavailableScope(request), interval: interval)
    guard response.status == 429, let wait = response.retryAfter, wait > 0 else { return [own] }
    return [own, parking(originScope(request), interval: 0)]
  }

  /// The end of the host's certificate among what is announced, where it is near. It is the host's and not one endpoint's, so
  /// that only the contract's first endpoint there tells it.
  private func withCertificate(_ response: SourcedResponse, to request: ConcreteRequest) -> SourcedResponse {
    guard let end = response.certificateEnd, let contract = contract(request.contract),
      Double(end) - plan.clock.timeIntervalSince1970 <= ProviderNotice.nearEnd * 86_400,
      let first = contract.endpoints.first(where: { endpoint in
        !endpoint.writes && baseURL(of: endpoint, contract).map { ConcreteRequest.origin(of: $0) } == request.origin
      }), first.id == request.endpoint
    else { return response }
    var response = response
    response.notices.append(ProviderNotice(.certificate, seconds: end))
    return response
  }

  private func scopes(of request: ConcreteRequest) -> [String] {
    [requestScope(request), unavailableScope(request), originScope(request)]
  }

  /// A request after a 429.
  private func requestScope(_ request: ConcreteRequest) -> String { scope("request", request) }

  /// A request after a 503 that says how long; a scope of its own, so that a wait tells what it is for.
  private func unavailableScope(_ request: ConcreteRequest) -> String { scope("unavailable", request) }

  private func scope(_ kind: String, _ request: ConcreteRequest) -> String {
    let headers = request.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    return ContentDigest(of: [kind, request.method, request.key, credentialName(request)] + headers).short
  }

  private func originScope(_ request: ConcreteRequest) -> String {
    ContentDigest(of: ["origin", request.origin, credentialName(request)]).short
  }

  /// Whose credential is sent, by name; the secret itself is no part of any key.
  private func credentialName(_ request: ConcreteRequest) -> String {
    Guest(request, contract(request.contract)?.authorization).credential
  }

  private func contract(_ id: String) -> Contract? { plan.contracts.first { $0.id == id } }
}
