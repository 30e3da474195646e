public import ContractKit
public import DriftModel
public import DriftRules
public import Examination
public import Fetching
public import Foundation
public import StoreSQLite
import PayloadShape

/// One pass over the endpoints that are wanted and due: fetch, examine, compare, judge, record.
///
/// Endpoints go in waves, parents before those that follow their links; each wave is fetched together and examined in one worker.
public struct Round: Sendable {
  /// What a round is about.
  public struct Plan: Sendable {
    /// The contracts that take part.
    public var contracts: [Contract]
    /// Wanted endpoints by contract id; `nil`: all.
    public var selection: [String: Set<String>]?
    /// Whether an endpoint that cannot be fetched for want of a base URL counts as not checked, since it was asked for by name.
    public var namesEndpoints: Bool
    /// Environment, part of every key.
    public var environment: String
    /// Replaces the contracts' own perspective; responses from files have `recorded`.
    public var perspective: String?
    /// Base URLs that replace the contracts' own, by contract id.
    public var baseURLs: [String: String]
    /// Whether endpoints whose interval has not passed are left out.
    public var onlyDue: Bool
    /// After this, nothing more is begun.
    public var deadline: ContinuousClock.Instant?
    /// Environment variables of the monitor: placeholders and credentials.
    public var variables: [String: String]
    /// The round's clock: its start.
    public var clock: Date
    /// Contracts that nobody is known to read: URLs given on the command line.
    public var withoutReaders: Set<String>
    /// What people accepted, by contract id.
    public var acceptances: [String: [IdentifiedAcceptance]] = [:]
    /// Levels that people set for rules.
    public var levels = LevelSettings()
    /// Whether it is found out what would break, where a response or the code is new.
    public var findsImpact = false
    /// Checks at a URL of which one asks for its whole response, however often a 304 said that it is the same; 1: each does.
    public var fullResponseEvery = 20
    /// Seconds after which a request that was turned away is sent again at the latest, whatever the provider asks for.
    public var longestParking = 86_400.0
    /// Whether requests that write are sent to the sandboxes that contracts declare.
    public var allowsWrites = false
    /// Identity of the code; an equal response is skipped only under the same.
    public var buildID: String

    /// A plan for all endpoints of `contracts`.
    public init(contracts: [Contract], environment: String = "production", clock: Date, buildID: String) {
      self.contracts = contracts
      self.environment = environment
      self.clock = clock
      self.buildID = buildID
      selection = nil
      namesEndpoints = false
      perspective = nil
      baseURLs = [:]
      onlyDue = false
      deadline = nil
      variables = [:]
      withoutReaders = []
    }
  }

  /// What a round came to.
  public struct Result: Sendable {
    /// Number in the ledger.
    public var number: Int
    /// One entry for each wanted endpoint, in contract order.
    public var endpoints: [EndpointReport]
    /// Changes of incidents, in the order they were recorded.
    public var transitions: [IncidentTransition]
    /// Values found in responses, by contract, endpoint and JSONPath; a later round over recordings starts from them.
    public var found: [String: [String: [String: [String]]]]
    /// Endpoints left out since there is no base URL, as `contract/endpoint`.
    public var leftOut: [String]
    /// Whether it was ended before its time; then it has no end row.
    public var wasInterrupted: Bool
    /// Seconds that each endpoint's requests took on the wire, in sum; of those only that were sent.
    public var seconds: [EndpointID: Double]
  }

  let plan: Plan
  let ledger: Ledger
  let examiner: Examiner
  let source: any ResponseSource
  let sourceKind: RoundInfo.Source

  /// A live round.
  public init(_ plan: Plan, ledger: Ledger, examiner: Examiner, fetcher: Fetcher) {
    self.plan = plan
    self.ledger = ledger
    self.examiner = examiner
    let contracts = Dictionary(plan.contracts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    source = LiveSource(
      fetcher: fetcher, contracts: contracts,
      secrets: DeclaredSecrets(CredentialReader(environment: plan.variables)), deadline: plan.deadline)
    sourceKind = .live
  }

  /// A round over recorded responses: `folders` by contract id, each laid out as `<URL path>/index.json`.
  public init(_ plan: Plan, ledger: Ledger, examiner: Examiner, folders: [String: [URL]], isDirectory: Bool) {
    var plan = plan
    plan.perspective = "recorded"
    self.plan = plan
    self.ledger = ledger
    self.examiner = examiner
    let contracts = Dictionary(plan.contracts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    source = RecordedSource(folders: folders, contracts: contracts)
    sourceKind = isDirectory ? .directory : .recordings
  }

  /// Runs the round. `found` are values from earlier rounds, for parents that are not part of this one.
  ///
  /// - Parameter found: Values by contract, endpoint and JSONPath.
  /// - Returns: What it came to; every result is in the ledger by then.
  /// - Throws: `LedgerError`, or a configuration error of the recordings.
  @concurrent public func run(found: [String: [String: [String: [String]]]] = [:]) async throws -> Result {
    let started = ContinuousClock.now
    let number = try await ledger.beginRound(
      startedAt: plan.clock, source: sourceKind, environment: plan.environment, buildID: plan.buildID)
    var state = RoundState(found: found)
    let wanted = try await wantedGroups(&state)
    try await runWaves(wanted, number, &state)
    try await finishPostponed(number, &state)
    try await sendWrites(number, &state)
    let wasInterrupted = Task.isCancelled
    if !wasInterrupted {
      let seconds = started.duration(to: .now).seconds
      let outcomes = state.reports.values.flatMap(\.self).map(\.outcome)
      let exitCode = state.worst == .breaking ? 1 : outcomes.contains { !$0.isChecked && $0 != .notDue } ? 3 : 0
      try await ledger.endRound(
        number, at: plan.clock.addingTimeInterval(seconds), seconds: seconds, exitCode: exitCode)
    }
    return Result(
      number: number, endpoints: endpointReports(state), transitions: state.transitions, found: state.found,
      leftOut: state.leftOut, wasInterrupted: wasInterrupted, seconds: state.seconds)
  }

  var isRecorded: Bool { sourceKind != .live }

  /// Groups to run, and reports of those that are not run: not due, no base URL, or a write in a live round.
  private func wantedGroups(_ state: inout RoundState) async throws -> [RequestGroup] {
    var groups: [RequestGroup] = []
    for contract in plan.contracts {
      let wanted = Set(contract.endpoints.map(\.id).filter { isWanted($0, contract) })
      var due: Set<String> = []
      var writes: [Endpoint] = []
      for endpoint in contract.endpoints where wanted.contains(endpoint.id) {
        let place = "\(contract.id)/\(endpoint.id)"
        if !isRecorded && endpoint.writes {
          guard let reason = reasonNotToWrite(endpoint, contract) else {
            if try await isDue(endpoint, contract) {
              writes.append(endpoint)
            } else {
              state.add(report(contract, endpoint, .notDue, nil))
            }
            continue
          }
          // No part of a live round; asked for by its own name it must not look as if it had been checked.
          if plan.selection?[contract.id]?.contains(endpoint.id) == true {
            state.add(report(contract, endpoint, .notChecked, reason))
          } else if contract.sandboxes.contains(plan.environment), isSent(endpoint, contract) {
            // What a sandbox refused before stays, whether it is asked again now or not.
            state.add(report(contract, endpoint, .notDue, reason))
          }
          continue
        }
        if !isRecorded && baseURL(of: endpoint, contract) == nil {
          state.leftOut.append(place)
          if plan.namesEndpoints {
            state.add(
              report(contract, endpoint, .notChecked, "no base URL; give one with --base-url \(contract.id)=URL"))
          }
          continue
        }
        if try await isDue(endpoint, contract) {
          due.insert(endpoint.id)
        } else if let reason = try await parkedReason(endpoint, contract) {
          state.add(report(contract, endpoint, .notChecked, reason))
        } else {
          state.add(report(contract, endpoint, .notDue, nil))
        }
      }
      // A child needs its parents' links, so a due child makes its parents run, whether they are wanted or not.
      // So does a write, whose body is made of what others read.
      state.writes += writes.map { (contract, $0) }
      let run = withParents(due.union(sources(of: writes, contract)).union(writes.flatMap(\.parents)), contract)
      for endpoint in contract.endpoints where run.contains(endpoint.id) {
        if !isRecorded && (endpoint.writes || baseURL(of: endpoint, contract) == nil) { continue }
        state.drop(contract.id, endpoint.id)
        let perspective = plan.perspective ?? contract.perspective
        groups += RequestGroup.groups(
          of: endpoint, in: contract, environment: plan.environment, perspective: perspective)
        if !wanted.contains(endpoint.id) { state.unasked.insert("\(contract.id)/\(endpoint.id)") }
      }
    }
    return groups
  }

  private func isWanted(_ endpoint: String, _ contract: Contract) -> Bool {
    guard let selection = plan.selection else { return true }
    guard let ids = selection[contract.id] else { return false }
    return ids.isEmpty || ids.contains(endpoint)
  }

  private func withParents(_ ids: Set<String>, _ contract: Contract) -> Set<String> {
    var result = ids
    var pending = Array(ids)
    while let id = pending.popLast() {
      guard let endpoint = contract.endpoint(id) else { continue }
      let groups = RequestGroup.groups(of: endpoint, in: contract, environment: plan.environment, perspective: "")
      for parent in groups.flatMap(\.needs) where result.insert(parent).inserted { pending.append(parent) }
    }
    return result
  }

  private func isDue(_ endpoint: Endpoint, _ contract: Contract) async throws -> Bool {
    guard plan.onlyDue else { return true }
    let perspective = plan.perspective ?? contract.perspective
    for group in RequestGroup.groups(
      of: endpoint, in: contract, environment: plan.environment, perspective: perspective)
    {
      let checkedAt = try await ledger.state(of: group.place, signature: group.signature).checkedAt
      guard let checkedAt else { return true }
      // A tenth of the interval early is due: cron's own lateness must not make every second round miss it.
      if plan.clock.timeIntervalSince(checkedAt) >= endpoint.interval.seconds * 0.9 { return true }
      if plan.clock < checkedAt { return true }  // the clock was set back
    }
    return false
  }

  func baseURL(of endpoint: Endpoint, _ contract: Contract) -> String? {
    let url =
      plan.baseURLs[contract.id] ?? endpoint.baseURL
      ?? (endpoint.isFetched ? contract.baseURL(in: plan.environment) ?? (isRecorded ? contract.baseURL : nil) : nil)
    return url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  func report(_ contract: Contract, _ endpoint: Endpoint, _ outcome: Outcome, _ reason: String?) -> EndpointReport {
    EndpointReport(
      contract: contract.id, endpoint: endpoint.id, environment: plan.environment,
      perspective: plan.perspective ?? contract.perspective, outcome: outcome, reason: reason)
  }

  private func endpointReports(_ state: RoundState) -> [EndpointReport] {
    plan.contracts.flatMap { contract in
      contract.endpoints.compactMap { endpoint in
        let place = "\(contract.id)/\(endpoint.id)"
        guard !state.unasked.contains(place), let parts = state.reports[place] else { return nil }
        return EndpointReport.merged(parts)
      }
    }
  }
}

/// What a round has come to so far.
struct RoundState {
  var found: [String: [String: [String: [String]]]]
  var reports: [String: [EndpointReport]] = [:]
  var transitions: [IncidentTransition] = []
  /// Identities of records that others refer to, by contract, endpoint, version and mapping; only of whole responses.
  var identities: [String: IdentityDigests] = [:]
  var leftOut: [String] = []
  /// Seconds on the wire, in sum.
  var seconds: [EndpointID: Double] = [:]
  /// Endpoints that run only for their links.
  var unasked: Set<String> = []
  /// Requests that write and are to be sent.
  var writes: [(contract: Contract, endpoint: Endpoint)] = []
  /// Bodies for them, by contract, endpoint and version.
  var writeBodies: [String: [UInt8]] = [:]
  /// Groups whose aggregate waits for another endpoint.
  var postponed: [GroupRun] = []
  /// Bodies that aggregates need, by contract, endpoint and version.
  var bodies: [String: [UInt8]] = [:]
  /// What those hold of which the version reads, by the same keys, where impact is looked for.
  var structures: [String: PayloadStructure] = [:]
  /// Endpoints without a usable response in this round, with the outcome.
  var failed: [String: Outcome] = [:]
  /// Worst level of what is present.
  var worst = Level.info

  init(found: [String: [String: [String: [String]]]]) { self.found = found }

  mutating func add(_ report: EndpointReport) {
    reports["\(report.contract)/\(report.endpoint)", default: []].append(report)
  }

  mutating func note(_ findings: [Finding]) { worst = findings.map(\.level).reduce(worst, max) }

  mutating func drop(_ contract: String, _ endpoint: String) { reports["\(contract)/\(endpoint)"] = nil }
}

/// One group on its way through a round.
struct GroupRun {
  let group: RequestGroup
  let state: RequestMemory
  var requests: [ConcreteRequest]
  var responses: [SourcedResponse]
  /// Facts of each request's response; nil where there was none to examine.
  var facts: [Examination?]
  /// The last examined response of each request, where one that equals it would carry everything forward.
  var last: [StoredResponse]?
  /// Whether every response equals the last one under the same code, so that nothing was examined.
  var isCarriedForward = false
  /// Whether one request was answered in two ways in this round.
  var disagrees = false
  /// What depends on its responses, where that was found in this round.
  var impact: StoredImpact?
  /// Digest of the code and of everything beside the body that the facts depend on.
  var codeIdentity: String
}

extension EndpointReport {
  /// One report of an endpoint whose versions send different requests; the worst outcome names it.
  static func merged(_ parts: [EndpointReport]) -> EndpointReport? {
    guard var result = parts.first else { return nil }
    for part in parts.dropFirst() {
      result.requests += part.requests
      result.examined += part.examined
      result.versions += part.versions
      if rank(part.outcome) > rank(result.outcome) { (result.outcome, result.reason) = (part.outcome, part.reason) }
      result.checkedAt = [result.checkedAt, part.checkedAt].compactMap(\.self).max()
    }
    return result
  }

  private static func rank(_ outcome: Outcome) -> Int {
    switch outcome {
    case .notDue: 0
    case .unchanged: 1
    case .ok: 2
    case .drift: 4
    default: 3
    }
  }
}

extension Duration {
  /// The whole duration in seconds.
  public var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
