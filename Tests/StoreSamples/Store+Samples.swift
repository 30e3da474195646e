package import DriftModel
package import Foundation
package import Store

extension Store {
  /// Begins a live round of the tests.
  package func begin(at date: Date = Samples.start) async throws(StoreError) -> Int {
    try await beginRound(startedAt: date, source: .live, environment: "production", buildID: "build-1")
  }

  /// Commits one check of the sample request key in a round of its own: a response under `url`, all else as `change` leaves it.
  @discardableResult
  package func check(
    at date: Date = Samples.start, url: String = "https://api.example/products", digest: String? = Samples.digest,
    _ change: @Sendable (inout Evaluation) -> Void = { _ in }
  ) async throws(StoreError) -> Int {
    let round = try await begin(at: date)
    var result = Evaluation(
      key: Samples.products, signature: Samples.signature, round: round, at: date,
      report: Samples.report(.ok, at: date))
    var response = Samples.response(url, outcome: .ok, facts: Examination(), digest: digest)
    (response.etag, response.lastModified) = (nil, nil)
    (result.responses, result.isGood) = ([response], true)
    change(&result)
    try await commit(result)
    try await endRound(round, at: date, seconds: 0.5, exitCode: 0)
    return round
  }

  /// The whole memory of a request key.
  package func memory(
    _ key: RequestKey = Samples.products, _ signature: String? = Samples.signature
  ) async throws(StoreError) -> RequestMemory {
    try await memory(of: [MemoryQuery(key: key, signature: signature)])[key] ?? RequestMemory()
  }

  /// The last examined response of a URL.
  package func response(
    _ url: String, of key: RequestKey = Samples.products
  ) async throws(StoreError) -> StoredResponse? {
    try await memory(of: [MemoryQuery(key: key, signature: nil, urls: [url], depth: .present)])[key]?.responses[url]
  }

  /// Marks every transition up to `sequence` as reported.
  package func deliver(through sequence: Int, at date: Date) async throws(StoreError) {
    let waiting = try await undeliveredTransitions().map(\.sequence).filter { $0 <= sequence }
    try await markDelivered(waiting, at: date, environment: "production")
  }

  /// Commits a check of each of four request keys: `old`, `open` with an open incident and `untold` with a resolved one that was
  /// not reported, all at the start, and `recent` at `date`. The policy that is given back removes what is older than a month.
  package func checkRequestKeysToPrune(recentlyAt date: Date) async throws(StoreError) -> PrunePolicy {
    func check(_ request: String, at date: Date, _ state: Incident.State? = nil) async throws(StoreError) {
      try await self.check(at: date) { result in
        result = (try? Samples.result(round: result.round, at: date)) ?? result
        result.key.request = request
        (result.incidents, result.transitions) = ([], [])
        guard let state else { return }
        let incident = Samples.incident(
          String(repeating: String(request.count), count: 16), key: result.key, state: state)
        result.incidents = [incident]
        result.transitions = [IncidentTransition(kind: .opened, at: date, incident: incident)]
      }
    }
    try await check("old", at: Samples.start)
    try await check("open", at: Samples.start, .open)
    try await check("untold", at: Samples.start, .resolved)
    try await deliver(through: 1, at: Samples.start)
    try await check("recent", at: date)
    return PrunePolicy(responses: .infinity, incidents: .infinity, requestKeys: 30 * PrunePolicy.day)
  }
}
