public import ContractKit
public import DriftModel
import DriftRules
public import Store

/// Makes the report of one or several rounds from what the store holds.
public struct ReportBuilder: Sendable {
  /// Contracts that take part.
  public var contracts: [Contract]
  /// Environment.
  public var environment: String
  /// Which levels give exit code 1.
  public var failOn: FailLevel
  /// Whether what would be breaking if a candidate had shipped gives exit code 1.
  public var failsCandidates: Bool
  /// Whether "could not check" is forgiven if something was checked.
  public var allowIncomplete: Bool
  /// Digests of requests that are reported beside those that the contracts declare: of what only the store knows.
  public var storedRequests: Set<String> = []

  /// A builder for reports on `contracts`.
  public init(
    contracts: [Contract], environment: String, failOn: FailLevel = .breaking, failsCandidates: Bool = false,
    allowIncomplete: Bool = false
  ) {
    self.contracts = contracts
    self.environment = environment
    self.failOn = failOn
    self.failsCandidates = failsCandidates
    self.allowIncomplete = allowIncomplete
  }

  /// The report on endpoints as they are now.
  ///
  /// - Parameters:
  ///   - endpoints: The result of each selected endpoint.
  ///   - transitions: The transitions that the report covers, oldest first.
  ///   - round: The round, or the last of several.
  ///   - store: The store with findings and incidents.
  /// - Returns: The report with its exit code.
  /// - Throws: `StoreError`.
  public func report(
    endpoints: [EndpointReport], transitions: [IncidentTransition], round: RoundInfo, store: any Store
  ) async throws -> RoundReport {
    let wanted = Dictionary(endpoints.map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
    let requests = try await store.requests(environment: environment)
    // Findings of a request that no version sends any more are not reported.
    let current = currentRequests
    let here = requests.filter { wanted[Key($0.key)] != nil && current.contains($0.key.request) }
    let findings = here.flatMap(\.findings).sorted(by: worstFirst)
    let changed = Dictionary(transitions.map { ($0.incident.id, [$0.kind]) }, uniquingKeysWith: +)
    // There are many resolved incidents after a year, so only those that are reported are read.
    let stored = try await store.incidents(openOrOf: Array(changed.keys))
    let shortIDs = Self.shortIDs(try await store.incidentIDs())
    let former = try await self.former(transitions, store)
    let last = try await store.lastFindings(of: stored)
    let incidents = stored.compactMap { incident -> IncidentReport? in
      guard incident.key.environment == environment, wanted[Key(incident.key)] != nil,
        current.contains(incident.key.request)
      else { return nil }
      let kinds = changed[incident.id] ?? []
      guard incident.isOpen || !kinds.isEmpty else { return nil }
      return IncidentReport(
        incident: incident, transition: Self.summary(kinds, state: incident.state),
        shortID: shortIDs[incident.id] ?? incident.id, former: former[incident.id],
        lastFindings: last[incident.id] ?? [])
    }.sorted { left, right in
      if left.incident.state != right.incident.state { return left.incident.isOpen }
      if left.incident.level != right.incident.level { return left.incident.level > right.incident.level }
      return (left.incident.key.contract, left.incident.key.endpoint, left.incident.subject)
        < (right.incident.key.contract, right.incident.key.endpoint, right.incident.subject)
    }
    let endpoints = withPresentShares(endpoints)
    let exit = ExitState(
      endpoints: endpoints, findings: findings, failOn: failOn, failsCandidates: failsCandidates,
      allowIncomplete: allowIncomplete)
    let (ids, day) = (Set(endpoints.map(\.contract)), round.startedAt.isoDay)
    return RoundReport(
      summary: summary(endpoints, findings, exit), round: round,
      contracts: contracts.filter { ids.contains($0.id) }.map { ContractInfo($0, on: day) }, endpoints: endpoints,
      findings: findings, incidents: incidents)
  }

  /// The result of every endpoint at its latest check, from the store alone; `perspectives` by contract, `nil` for any.
  ///
  /// - Parameter store: The store with the latest state of each request.
  /// - Returns: One entry for each endpoint that was ever checked, in contract order.
  /// - Throws: `StoreError`.
  public func storedEndpoints(in store: any Store) async throws -> [EndpointReport] {
    let requests = try await store.requests(environment: environment)
    let current = currentRequests
    return contracts.flatMap { contract in
      contract.endpoints.map { endpoint in
        let parts = requests.filter {
          $0.key.contract == contract.id && $0.key.endpoint == endpoint.id && current.contains($0.key.request)
        }
        // Live and recorded responses are two perspectives on one endpoint; each is reported for itself.
        return Dictionary(grouping: parts, by: \.key.perspective).sorted { $0.key < $1.key }.compactMap {
          EndpointReport.merged($0.value.compactMap(\.report))
        }
      }.flatMap(\.self)
    }
  }

  /// `endpoints` with the shares of installs as they are declared now: they change without a check.
  private func withPresentShares(_ endpoints: [EndpointReport]) -> [EndpointReport] {
    endpoints.map { endpoint in
      var endpoint = endpoint
      guard let contract = contracts.first(where: { $0.id == endpoint.contract }) else { return endpoint }
      for index in endpoint.versions.indices {
        guard let version = contract.versions.first(where: { $0.id == endpoint.versions[index].version }) else {
          continue
        }
        (endpoint.versions[index].installs, endpoint.versions[index].installsOn) = (
          version.installs, version.installsOn
        )
      }
      return endpoint
    }
  }

  /// Digests of all requests as the contracts declare them now, and of those that only the store knows.
  public var currentRequests: Set<String> {
    var requests = storedRequests
    for contract in contracts {
      for endpoint in contract.endpoints {
        let groups = RequestGroup.groups(of: endpoint, in: contract, environment: environment, perspective: "")
        requests.formUnion(groups.map(\.key.request))
      }
    }
    return requests
  }

  private func summary(_ endpoints: [EndpointReport], _ findings: [Finding], _ exit: ExitState) -> RoundReport.Summary {
    var summary = RoundReport.Summary()
    summary.contracts = Set(endpoints.map(\.contract)).count
    summary.endpoints = endpoints.count
    summary.checked = endpoints.count { $0.outcome.isChecked }
    summary.notDue = endpoints.count { $0.outcome == .notDue }
    summary.notChecked = summary.endpoints - summary.checked - summary.notDue
    let versions = endpoints.flatMap(\.versions)
    summary.versionChecks = versions.count { $0.verdict != .unknown }
    // A mapping that did not run because nothing decoded counts as lost; one that only lacked another response does
    // not.
    let mappings = versions.filter { $0.status == .supported }.flatMap { version in
      version.mappings.filter { $0.ran || ![.decodes, .unknown].contains(version.verdict) }
    }
    summary.recordsMapped = mappings.reduce(0) { $0 + $1.recordsIn }
    summary.recordsLost = mappings.reduce(0) { $0 + max(0, $1.recordsIn - $1.recordsOut) }
    summary.fieldsExercised = versions.reduce(0) { $0 + $1.fieldsExercised }
    summary.fieldsTotal = versions.reduce(0) { $0 + $1.fieldsTotal }
    summary.breaking = findings.count { $0.level == .breaking }
    summary.warnings = findings.count { $0.level == .warning }
    summary.infos = findings.count { $0.level == .info }
    summary.exitCode = exit.code
    summary.exitReasons = exit.reasons
    return summary
  }

  private func worstFirst(_ left: Finding, _ right: Finding) -> Bool {
    if left.level != right.level { return left.level > right.level }
    return (left.contract, left.endpoint, left.path, left.fingerprint) < (
      right.contract, right.endpoint, right.path, right.fingerprint
    )
  }

  /// How incidents that became worse were before, by id.
  private func former(_ transitions: [IncidentTransition], _ store: any Store) async throws -> [String: Incident] {
    var former: [String: Incident] = [:]
    for id in Set(transitions.filter { $0.kind == .escalated }.map(\.incident.id)) {
      let news = transitions.filter { $0.incident.id == id }
      let history = try await store.history(ofIncident: id).map(\.transition)
      guard let first = news.first, let index = history.firstIndex(of: first), index > 0 else { continue }
      former[id] = history[index - 1].incident
    }
    return former
  }

  /// One word for all transitions of an incident that a report covers.
  static func summary(_ kinds: [IncidentTransition.Kind], state: Incident.State) -> IncidentTransition.Kind? {
    if kinds.isEmpty { return nil }
    if state == .resolved { return .resolved }
    if kinds.contains(.flapping) { return .flapping }  // also while it is away
    return kinds.contains(.opened) ? .opened : kinds.contains(.reopened) ? .reopened : .escalated
  }

  /// Shortest unique prefixes of at least four digits, upper case.
  public static func shortIDs(_ ids: [String]) -> [String: String] {
    let sorted = Set(ids).sorted()
    var result: [String: String] = [:]
    for (index, id) in sorted.enumerated() {
      let neighbours = [index > 0 ? sorted[index - 1] : nil, index + 1 < sorted.count ? sorted[index + 1] : nil]
        .compactMap(\.self)
      let shared = neighbours.map { neighbour in zip(id, neighbour).prefix { $0 == $1 }.count }.max() ?? 0
      result[id] = String(id.prefix(max(4, shared + 1))).uppercased()
    }
    return result
  }
}

/// An endpoint in one perspective.
private struct Key: Hashable {
  let contract: String
  let endpoint: String
  let perspective: String

  init(_ report: EndpointReport) {
    (contract, endpoint, perspective) = (report.contract, report.endpoint, report.perspective)
  }

  init(_ key: RequestKey) { (contract, endpoint, perspective) = (key.contract, key.endpoint, key.perspective) }
}
