public import DriftModel
public import Foundation
import PayloadShape
import Synchronization

/// A temporary store, for responses from files, for backtests and simulations.
public actor MemoryStore: Store {
  /// The text in place of a file's name.
  public nonisolated let location = "memory"

  var contents = MemoryContents()
  private nonisolated let leases = HeldLeases()

  /// An empty store.
  public init() {}
}

/// The content of a ``MemoryStore``, so that a rehearsal can work on a copy.
struct MemoryContents {
  var rounds: [StoredRound] = []
  var requests: [RequestKey: StoredMemory] = [:]
  /// In the order of their sequence.
  var transitions: [StoredTransition] = []
  var deliveries: [String: Date] = [:]
  var failedDeliveries: [String: Date] = [:]
  /// By contract, version and time.
  var installShares: [InstallShare] = []
  var acceptances: [String: StoredAcceptance] = [:]
  var backoffs: [String: Backoff] = [:]
  var lastSequence = 0
}

/// The memory of one request key, with the round that stored it.
struct StoredMemory {
  var signature: String
  var memory: RequestMemory
  var round: Int
  /// Findings over time that last.
  var openFindings: [FindingInterval] = []
  /// Those that ended, in the order in which they did.
  var endedFindings: [FindingInterval] = []

  /// What the payloads had looked like, oldest first.
  var shapes: [ShapeVersion] = []
  /// What became of the records of each mapping, where it differs from its entry before.
  var recordCounts: [RecordCounts] = []
  var lastCounts: [MappingKey: MappingCounts] = [:]

  /// Shapes and counts that are kept.
  private static let (mostShapes, mostCounts) = (100, 5_000)
  /// Ended intervals that are kept.
  private static let mostEnded = 5_000

  /// Takes in what an evaluation shows of findings over time.
  mutating func updateFindings(_ evaluation: Evaluation, former: [Finding]) {
    var updated = FindingInterval.updated(openFindings, by: evaluation, former: former)
    if updated.count > openFindings.count {
      let ends = Dictionary(endedFindings.map { ($0.fingerprint, $0.ended?.at) }, uniquingKeysWith: { $1 })
      for index in updated.indices.dropFirst(openFindings.count) {
        updated[index] = updated[index].beginning(after: ends[updated[index].fingerprint] ?? nil)
      }
    }
    openFindings = updated.filter { $0.ended == nil }
    keep(updated.filter { $0.ended != nil })
  }

  /// Keeps what the payloads look like and what became of records, if that is not as before.
  mutating func updateHistory(_ evaluation: Evaluation) {
    let since = HistoryMoment(round: evaluation.round, at: evaluation.at)
    if let shape = evaluation.learned.baseline,
      shapes.last.map({ ShapeOutline(of: $0.shape).digest != ShapeOutline(of: shape).digest }) ?? true
    {
      shapes.append(
        ShapeVersion(
          key: evaluation.key, since: since, responses: evaluation.learned.baselineResponses, shape: shape))
      if shapes.count > Self.mostShapes { shapes.removeFirst() }
    }
    for (mapping, counts) in evaluation.mappingCounts where lastCounts[mapping] != counts {
      lastCounts[mapping] = counts
      recordCounts.append(RecordCounts(key: evaluation.key, mapping: mapping, since: since, counts: counts))
    }
    if recordCounts.count > Self.mostCounts * 2 { recordCounts.removeFirst(recordCounts.count - Self.mostCounts) }
  }

  /// Ends the intervals of what was found in responses, because what was learned of them is forgotten.
  mutating func forgetFindings(at moment: HistoryMoment, former: [Finding]) {
    let ended = openFindings.filter { $0.rule.family != .watch }.map { $0.forgotten(at: moment, former: former) }
    openFindings.removeAll { $0.rule.family != .watch }
    keep(ended)
  }

  private mutating func keep(_ ended: [FindingInterval]) {
    endedFindings += ended
    if endedFindings.count > Self.mostEnded * 2 { endedFindings.removeFirst(endedFindings.count - Self.mostEnded) }
  }
}

/// Which leases of a store are held.
private final class HeldLeases: Sendable {
  let purposes = Mutex<Set<Lease.Purpose>>([])
}

// Leases and rounds.
extension MemoryStore {
  private static var thisProcess: Lease.Holder { Lease.Holder(process: Int(ProcessInfo.processInfo.processIdentifier)) }

  /// Takes a lease. Only this process can have one.
  public nonisolated func lease(for purpose: Lease.Purpose) throws(StoreError) -> Lease {
    guard leases.purposes.withLock({ $0.insert(purpose).inserted }) else {
      throw .heldByAnother(store: location, purpose: purpose, holder: Self.thisProcess)
    }
    return Lease { [leases] in leases.purposes.withLock { _ = $0.remove(purpose) } }
  }

  /// Who holds a lease now: this process or nobody.
  public nonisolated func leaseHolders(for purpose: Lease.Purpose) -> [Lease.Holder] {
    leases.purposes.withLock { $0.contains(purpose) } ? [Self.thisProcess] : []
  }

  /// False.
  public nonisolated var isShared: Bool { false }

  /// Grants everything, because rounds run under a lease.
  public nonisolated func claim(_ groups: [ClaimGroup]) -> [ClaimAnswer] { groups.map { _ in .granted } }

  /// Does nothing.
  public nonisolated func renewClaims() {}

  /// Does nothing.
  public nonisolated func release(_ groups: [ClaimGroup], checked: Set<ClaimedEndpoint>) {}

  /// Begins a round and gives its number.
  public func beginRound(startedAt: Date, source: RoundInfo.Source, environment: String, buildID: String) -> Int {
    let number = contents.rounds.count + 1
    contents.rounds.append(
      StoredRound(
        number: number, startedAt: startedAt.toTheMillisecond, finishedAt: nil, seconds: 0, source: source,
        environment: environment, exitCode: nil, buildID: buildID))
    return number
  }

  /// Stores the end of a round.
  public func endRound(_ number: Int, at date: Date, seconds: Double, exitCode: Int) throws(StoreError) {
    try requireRunning(number)
    contents.rounds[number - 1].finishedAt = date.toTheMillisecond
    contents.rounds[number - 1].seconds = seconds
    contents.rounds[number - 1].exitCode = exitCode
  }

  /// The latest round in order of insertion, of `environment` or of any.
  public func lastRound(completeOnly: Bool, environment: String?) -> StoredRound? {
    contents.rounds.last { (!completeOnly || $0.isComplete) && (environment ?? $0.environment) == $0.environment }
  }

  /// How many rounds were ever begun.
  public func roundCount() -> Int { contents.rounds.count }

  private func requireRunning(_ number: Int) throws(StoreError) {
    guard contents.rounds.indices.contains(number - 1) else { throw .roundLost(store: location, round: number) }
    guard !contents.rounds[number - 1].isComplete else {
      throw .inconsistent(store: location, reason: "round \(number) is not running")
    }
  }
}

// Memory of request keys.
extension MemoryStore {
  /// When each request key of `environment` was last checked as a whole.
  public func lastChecks(environment: String) -> [RequestKey: Date] {
    contents.requests.filter { $0.key.environment == environment }.compactMapValues { stored in
      stored.memory.report?.partial.map(\.wholeCheckAt) ?? stored.memory.checkedAt
    }
  }

  /// The memory of request keys that a round needs.
  public func memory(of queries: [MemoryQuery]) throws(StoreError) -> [RequestKey: RequestMemory] {
    var memories: [RequestKey: RequestMemory] = [:]
    for query in queries { memories[query.key] = try memory(query) }
    return memories
  }

  private func memory(_ query: MemoryQuery) throws(StoreError) -> RequestMemory {
    var memory = RequestMemory()
    if let stored = contents.requests[query.key] {
      if let signature = query.signature { try require(signature, stored, query.key) }
      memory = stored.memory
      memory.responses = memory.responses.filter { query.urls.contains($0.key) }
    }
    return query.depth == .whole ? memory : memory.present
  }

  private func require(_ signature: String, _ stored: StoredMemory, _ key: RequestKey) throws(StoreError) {
    guard stored.signature == signature else {
      throw .inconsistent(
        store: location, reason: "two requests of \(key.contract)/\(key.endpoint) share the digest \(key.request)")
    }
  }

  /// Stores the results of one request key in one round.
  public func commit(_ evaluation: Evaluation) throws(StoreError) {
    try requireRunning(evaluation.round)
    let known = contents.requests[evaluation.key]
    if let known { try require(evaluation.signature, known, evaluation.key) }
    for incident in evaluation.incidents + evaluation.transitions.map(\.incident)
    where incident.key != evaluation.key {
      throw .inconsistent(store: location, reason: "incident \(incident.id) belongs to another request key")
    }
    for digest in evaluation.responses.compactMap(\.bodyDigest)
    where digest.utf8.count != 64 || !digest.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) {
      throw .inconsistent(store: location, reason: "a body digest is not 64 hexadecimal digits")
    }
    let memory = (known?.memory ?? RequestMemory()).applying(evaluation)
    let ids = Set(memory.incidents.map(\.id))
    for id in evaluation.transitions.map(\.incident.id) where !ids.contains(id) {
      throw .inconsistent(store: location, reason: "a transition of incident \(id), which is not stored")
    }
    var stored = known ?? StoredMemory(signature: evaluation.signature, memory: memory, round: evaluation.round)
    stored.updateFindings(evaluation, former: stored.memory.findings)
    stored.updateHistory(evaluation)
    (stored.memory, stored.round) = (memory, evaluation.round)
    contents.requests[evaluation.key] = stored
    for transition in evaluation.transitions {
      contents.lastSequence += 1
      contents.transitions.append(
        StoredTransition(
          sequence: contents.lastSequence, transition: transition, round: evaluation.round, deliveredAt: nil))
    }
  }

  /// The latest state of every request key of `environment` (`nil`: of all).
  public func requests(environment: String?) -> [StoredRequest] {
    sorted(environment) { [$0.contract, $0.endpoint, $0.environment, $0.perspective, $0.request] }.map { key, stored in
      StoredRequest(
        key: key, signature: stored.signature, report: stored.memory.report, findings: stored.memory.findings,
        checkedAt: stored.memory.checkedAt, round: stored.round)
    }
  }

  /// The findings over time, by when they were first seen.
  public func findingHistory(_ query: HistoryQuery) -> [FindingInterval] {
    contents.requests.values.flatMap { $0.endedFindings + $0.openFindings }.filter(query.matches)
      .sorted(by: FindingInterval.isBefore)
  }

  /// What the payloads of a request key had looked like by a moment.
  public func shape(of key: RequestKey, at date: Date?) -> ShapeVersion? {
    guard let stored = contents.requests[key] else { return nil }
    let moment = date?.toTheMillisecond
    guard var version = stored.shapes.last(where: { version in moment.map { version.since.at <= $0 } ?? true }) else {
      return nil
    }
    if date == nil {
      guard let baseline = stored.memory.baseline else { return nil }
      (version.shape, version.responses) = (baseline, stored.memory.baselineResponses)
    }
    return version
  }

  /// When what the payloads of a request key look like changed.
  public func shapeVersions(of key: RequestKey) -> [HistoryMoment] {
    contents.requests[key]?.shapes.map(\.since) ?? []
  }

  /// What became of the records of mappings, by time.
  public func recordCounts(_ query: HistoryQuery) -> [RecordCounts] {
    contents.requests.values.flatMap(\.recordCounts).filter { query.matches($0.key, since: $0.since) }
      .holding(since: query.since)
  }

  /// What depends on the responses of a request key.
  public func impact(of key: RequestKey) -> StoredImpact? { contents.requests[key]?.memory.impact }

  /// What depends on the responses of every request key in an environment.
  public func impacts(environment: String) -> [StoredImpact] {
    sorted(environment) { [$0.contract, $0.endpoint, $0.request, $0.perspective] }.compactMap(\.value.memory.impact)
  }

  /// Request keys by the bytes of some of their texts, in order.
  private func sorted(
    _ environment: String?, by texts: (RequestKey) -> [String]
  ) -> [(key: RequestKey, value: StoredMemory)] {
    contents.requests.filter { environment == nil || $0.key.environment == environment }.sorted { left, right in
      texts(left.key).lexicographicallyPrecedes(texts(right.key)) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }
}
