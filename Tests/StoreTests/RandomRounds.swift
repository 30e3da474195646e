import DriftModel
import Foundation
import PayloadShape
import Store
import StoreSamples
import System

/// Rounds as a generator makes them up; the same seed gives the same rounds.
struct RandomRounds {
  static let keys = ["a", "b", "c"].map { request in
    RequestKey(
      contract: "platzi-store", endpoint: "products", request: request, environment: "production",
      perspective: "default")
  }
  static let urls = (0..<3).map { "https://api.example/\($0)" }

  private var generator: SplitMix
  /// The clock of the rounds, with fractions of a millisecond.
  private(set) var clock = Samples.start

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  /// Every request key with every URL.
  static func queries(_ depth: MemoryQuery.Depth) -> [MemoryQuery] {
    keys.map { MemoryQuery(key: $0, signature: Samples.signature, urls: urls, depth: depth) }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  /// What a check came to, in which each part may be there or not.
  mutating func evaluation(
    round: Int, after memory: (RequestKey) -> RequestMemory
  ) throws -> Evaluation {
    clock += Double.random(in: 0...300, using: &generator)
    let key = pick(Self.keys)
    let known = memory(key)
    let outcome = pick([Outcome.ok, .drift, .unchanged, .outage, .notJSON])
    var report = Samples.report(outcome, at: clock)
    report.reason = chance(50) ? "reason \(round)" : nil
    var evaluation = Evaluation(key: key, signature: Samples.signature, round: round, at: clock, report: report)
    evaluation.isGood = chance(50)
    for url in Self.urls where chance(60) { evaluation.responses.append(try response(url)) }
    if chance(30) {
      evaluation.learned.baseline = try Samples.shape(#"{"field\#(round % 5)": \#(round)}"#)
      evaluation.learned.baselineResponses = round
    }
    if chance(30) { evaluation.learned.repeatedResponses = pick([1, 2, 13]) }
    if chance(30) {
      evaluation.learned.feeds = pick([[:], ["$[*].createdAt": Samples.feed(advances: round)]])
      evaluation.learned.staleAt = chance(50) ? clock.addingTimeInterval(60.125) : nil
    }
    if chance(30) {
      evaluation.learned.mappings[pick([Samples.key, MappingKey(version: "v2", mapping: "Shop")])] = statistics()
    }
    if chance(20) {
      evaluation.learned.sends[MappingKey(version: "v1", mapping: "create")] = try Samples.shape(
        #"{"n\#(round % 3)": 1}"#)
    }
    if chance(30) { evaluation.mappingCounts = [Samples.key: MappingCounts(Samples.mapping(recordsOut: round % 4))] }
    evaluation.findings = (0..<4).filter { _ in chance(60) }.map { finding($0, round, known) }
    if chance(20) { evaluation.learned.findings = Set(known.findings.map(\.fingerprint)) }
    if chance(40), evaluation.learned.baseline != nil || known.baseline != nil {
      evaluation.pendingChanges = chance(70) ? [Samples.pendingChange(), Samples.pendingChange(.confirmed)] : []
    }
    if chance(30) { evaluation.acceptancesMatched = [pick(["a1", "a2"])] }
    if chance(20) { evaluation.acceptancesApplied = [pick(["a1", "a3"])] }
    if chance(20) { evaluation.impact = try impact(round) }
    addIncidents(to: &evaluation, known)
    return evaluation
  }

  private mutating func response(_ url: String) throws -> ResponseRecord {
    let outcome = pick([Outcome.ok, .drift, .unchanged, .outage, .gone])
    var facts: Examination?
    if [.ok, .drift].contains(outcome), chance(80) { facts = chance(50) ? try Samples.facts() : Examination() }
    var record = Samples.response(
      url, outcome: outcome, facts: facts,
      digest: outcome.isChecked ? ContentDigest(Array(pick(["one", "two"]).utf8)).hexadecimal : nil)
    record.status = outcome == .unchanged && chance(60) ? 304 : 200
    if record.status == 304 { record.bodyDigest = nil }
    record.etag = chance(50) ? pick(["\"v1\"", "\"v2\""]) : nil
    record.lastModified = chance(50) ? record.lastModified : nil
    record.buildID = pick(["build-1", "build-2"])
    return record
  }

  private mutating func statistics() -> MappingStatistics {
    var statistics = MappingStatistics()
    statistics.absorb(Samples.mapping(recordsOut: Int.random(in: 0...20, using: &generator)))
    return statistics
  }

  private mutating func finding(_ number: Int, _ round: Int, _ known: RequestMemory) -> Finding {
    var finding = Samples.finding()
    finding.fingerprint = "00000000000000f\(number)"
    finding.rule = number == 0 ? .watchGone : finding.rule
    let former = known.findings.first { $0.fingerprint == finding.fingerprint }
    // What the round could neither confirm nor refute is as it was.
    if let former, chance(20) { return former }
    finding.message = "round \(round)"
    (finding.level, finding.count) = (pick(Level.allCases), pick([1, 7, 20]))
    finding.state = pick([.open, .pending, .accepted])
    finding.form = pick([nil, ObservedForm(kinds: [.object]), ObservedForm(kinds: [.string], values: ["a"])])
    finding.versions[0].version = pick(["v1", "v2", "v10"])
    finding.versions[0].property = pick([nil, "ProductDTO.price: Double"])
    finding.mappings[0].properties = pick([[], ["price"], ["price", "name"]])
    finding.paths = pick([[], ["$.a"], ["$.b", "$.a"]])
    if chance(30) { finding.example = nil }
    if chance(30) { finding.responses = ShowingResponses(count: 1, total: 2, names: ["/a?b=1"]) }
    (finding.firstSeen, finding.lastSeen) = (former?.firstSeen ?? clock.addingTimeInterval(-0.0005), clock)
    return finding
  }

  private func impact(_ round: Int) throws -> StoredImpact {
    let matrix = ImpactMatrix(
      contract: "platzi-store", endpoint: "products", request: Samples.signature, versions: [], lineages: [],
      madeAt: clock)
    let structure = PayloadStructure(of: try Samples.shape(#"{"n\#(round % 4)": 1}"#))
    return StoredImpact(buildID: "build-\(round % 2)", structure: structure, matrix: matrix)
  }

  /// Incidents that are new, that last as the round read them, that resolve, and that come back.
  private mutating func addIncidents(to evaluation: inout Evaluation, _ known: RequestMemory) {
    for var incident in known.incidents where chance(60) {
      incident.lastSeenAt = clock
      // As a round that read it before somebody acknowledged it.
      if incident.state == .acknowledged, chance(50) { (incident.state, incident.acknowledgement) = (.open, nil) }
      if chance(40) {
        incident.state = incident.isOpen ? .resolved : .open
        incident.acknowledgement = nil
        if incident.isOpen { incident.lastOpenedAt = clock } else { incident.resolvedAt = clock }
        let kind: IncidentTransition.Kind = incident.isOpen ? .reopened : .resolved
        evaluation.transitions.append(IncidentTransition(kind: kind, at: clock, incident: incident))
      }
      evaluation.incidents.append(incident)
    }
    guard chance(40) else { return }
    let id = ContentDigest(of: [evaluation.key.request, "\(evaluation.round)"]).short
    let incident = Samples.incident(id, key: evaluation.key, at: clock)
    evaluation.incidents.append(incident)
    evaluation.transitions.append(IncidentTransition(kind: .opened, at: clock, incident: incident))
  }

  /// Id of an incident that somebody acknowledges now; nil: nobody does.
  mutating func acknowledged(among incidents: [Incident]) -> String? {
    let open = incidents.filter(\.isOpen).map(\.id).sorted()
    return open.isEmpty || !chance(30) ? nil : pick(open)
  }

  /// Plays rounds, acceptances, deliveries and pruning on a store, and gives all that it says in between.
  mutating func play(on store: any Store) async throws -> [String] {
    var told: [String] = []
    func tell(_ value: some Any) { told.append(String(reflecting: value)) }
    for _ in 0..<30 {
      let round = try await store.begin(at: clock)
      let memories = try await store.memory(of: Self.queries(.whole))
      let evaluation = try evaluation(round: round, after: { memories[$0] ?? RequestMemory() })
      try await store.commit(evaluation)
      if chance(80) { try await store.endRound(round, at: clock, seconds: 1.5, exitCode: round % 2) }
      if let id = acknowledged(among: try await store.incidents()) {
        tell(try await chance(70) ? store.acknowledge(id, by: "Ann", note: "n", at: clock) : store.unacknowledge(id))
      }
      let acceptance = Samples.acceptance(reason: pick(["x", "y", "z"]))
      let id = acceptance.id(contract: "platzi-store")
      if chance(20) { tell(try await store.accept([acceptance], contract: "platzi-store", at: clock)) }
      if chance(10) { tell(try await store.withdrawAcceptance(id: pick([id, "a1", "a2"]), at: clock)) }
      let scope = pick(["s", "t"])
      if chance(20) {
        try await store.update(
          backoffs: [Backoff(scope: scope, until: clock, refusals: round)], responded: [], now: clock)
      }
      if chance(10) { try await store.update(backoffs: [], responded: [scope], now: clock) }
      let waiting = try await store.undeliveredTransitions()
      tell(waiting)
      if chance(20) {
        try await store.markDelivered(waiting.prefix(3).map(\.sequence), at: clock, environment: "production")
      }
      if chance(5) {
        let policy = PrunePolicy(responses: .infinity, incidents: 0, requestKeys: 600)
        let removed = try await store.prune(keeping: policy, now: clock)
        tell([removed.incidents, removed.requestKeys])
      }
      if chance(6) {
        let environment = pick([nil, "production", "staging"])
        tell(
          try await store.forget(
            contract: "platzi-store", endpoint: "products", environment: environment, isWatched: true, at: clock))
      }
      try await tellAll(store, tell)
    }
    return told
  }

  private func tellAll(_ store: any Store, _ tell: (Any) -> Void) async throws {
    tell(try await store.incidents())
    tell(try await store.incidentIDs())
    tell(try await store.findingHistory(HistoryQuery()))
    tell(try await store.incidents(openOrOf: ["a"]))
    for id in try await store.incidentIDs() { tell(try await store.history(ofIncident: id)) }
    tell(try await store.requests(environment: nil))
    tell(try await store.lastChecks(environment: "production").sorted { $0.key.request < $1.key.request }.map(\.value))
    tell(try await store.acceptances(contract: nil))
    tell(try await store.withdrawnAcceptances(contract: "platzi-store"))
    tell(try await store.acceptanceUses().sorted { $0.key < $1.key }.map(\.value))
    tell(try await store.backoffs().values.sorted { $0.scope < $1.scope })
    tell(try await store.impacts(environment: "production").map(\.buildID))
    tell(try await store.lastRound(completeOnly: true) as Any)
    tell(try await store.lastRound(completeOnly: false) as Any)
    tell(try await store.roundCount())
    tell(try await store.lastDelivery(environment: "production") as Any)
  }
}
