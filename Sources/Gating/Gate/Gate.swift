public import DriftModel
public import Examination
public import Foundation
public import Monitoring
import Recording

/// Says of each version whether it can ship, by everything that was recorded of the provider.
///
/// It is red for what a change breaks, and not for what the provider did: what a shipped version, which did not change, has as well is told
/// and forbids nothing.
public struct Gate: Sendable {
  /// What the gate wants to know beside the recordings.
  public struct Options: Sendable {
    /// Only these versions; `nil`: all but retired ones.
    public var versions: Set<String>?
    /// The newest recording of each endpoint is no older than so many seconds; `nil`: it may be.
    public var longestAge: Double? = 365 * 86_400
    /// Of the members that a version asks for so much is in some recording, 0 to 1.
    public var leastFields = 0.5
    /// Whether what is known or the provider's doing forbids as well.
    public var isStrict = false
    /// Versions, `v1`, whose changed files and types are sealed as they are now.
    public var resealed: Set<String> = []
    /// The time at which recordings are old and entries of the lock end.
    public var clock = Date()
    /// The folder of each version's files, by contract and version: `platzi-store/v1`.
    public var folders: [String: URL] = [:]
    /// Whether the folders of versions' files are known, so that one that is missing is gone.
    public var knowsFolders = false
    /// Only these endpoints; `nil`: all. What is known of others stays as it is.
    public var endpoints: Set<EndpointID>?
    /// What was to be fetched now and could not be, with why; `nil`: nothing was to be fetched.
    public var unreached: [EndpointID: String]?
    /// How many seconds are spent on what may break later in versions under test; 0: none.
    public var secondsOfAdvice = 60.0
    /// What the monitor knows of: contract, endpoint and path of what is broken, with why.
    public var incidents: [Incident] = []

    /// The usual demands.
    public init() {}
  }

  /// Something broken that the monitor knows.
  public struct Incident: Sendable, Equatable {
    /// Contract and endpoint.
    public var (contract, endpoint): (String, String)
    /// The path (RFC 9535); empty: anywhere.
    public var path: String
    /// How it is named in reports.
    public var name: String

    /// An incident of the monitor.
    public init(contract: String, endpoint: String, path: String, name: String) {
      (self.contract, self.endpoint, self.path, self.name) = (contract, endpoint, path, name)
    }
  }

  private let examiner: Examiner
  let options: Options
  let lock: GateLock

  /// A gate.
  ///
  /// - Parameters:
  ///   - lock: What was known when somebody looked.
  ///   - options: The demands.
  ///   - examiner: Runs the app's code.
  public init(lock: GateLock, options: Options = Options(), examiner: Examiner) {
    (self.lock, self.options, self.examiner) = (lock, options, examiner)
  }

  /// The result, and the lock that would know of everything that was found.
  ///
  /// - Parameters:
  ///   - items: The recordings.
  ///   - contracts: The contracts with their versions, oldest first.
  ///   - progress: Gets how many recordings were run, of how many.
  /// - Returns: The report and the lock.
  /// - Throws: `CancellationError`.
  /// - Complexity: Linear in the bytes of the recordings, for each version.
  public func run(
    _ items: [RecordingCatalog.Item], contracts: [GatedContract], progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> (report: GateReport, lock: GateLock) {
    let started = ContinuousClock.now
    var report = GateReport()
    var evidence: [String: GateEvidence] = [:]
    for contract in contracts {
      for version in contract.versions {
        evidence["\(contract.id)/\(version.info.id)"] = GateEvidence(contract: contract.id, version: version)
      }
    }
    let usable = items.filter { $0.isReplayed && $0.endpoint != nil }
    try await RecordingCatalog.examine(usable, with: examiner, explains: true) { item, bytes, facts in
      report.recordings += 1
      report.bytes += bytes
      progress(report.recordings, usable.count)
      for version in facts.versions {
        let key = "\(item.entry.contract)/\(version.version)"
        // Every one is compared with the shipped ones before it.
        let infos = contracts.first { $0.id == item.entry.contract }?.versions.map(\.info) ?? []
        let before = infos.prefix { $0.id != version.version }.filter { $0.status == .supported }.map(\.id)
        let shipped = facts.versions.filter { before.contains($0.version) }
        evidence[key]?.add(version, shippedBefore: shipped, facts, item)
      }
    }
    var new = lock
    for contract in contracts {
      // Shipped versions before one that are as they were: what they have too, a later one did not cause.
      var shipped: [GateEvidence] = []
      for version in contract.versions {
        guard let own = evidence["\(contract.id)/\(version.info.id)"] else { continue }
        let seal = sealFindings(own)
        if isWanted(version.info) || seal?.isEmpty == false || options.resealed.contains(version.info.id) {
          judge(own, seal, shipped, &report, &new)
        }
        if version.info.status == .supported, seal?.isEmpty != false { shipped.append(own) }
      }
    }
    let mended = mended(report, evidence)
    new.known = known(after: report.findings, mended)
    report.findings += mended
    report.advice = await advice(on: usable, report, contracts)
    report.findings.sort {
      ($0.state, $0.kind) != ($1.state, $1.kind)
        ? ($0.state, $0.kind) < ($1.state, $1.kind) : $0.identity.lexicographicallyPrecedes($1.identity)
    }
    report.seconds = started.duration(to: .now).seconds
    return (report, new)
  }

  /// What versions under test would lose sooner than shipped ones: candidates, and versions that were asked for by name.
  private func advice(
    on items: [RecordingCatalog.Item], _ report: GateReport, _ contracts: [GatedContract]
  ) async -> [GateAdvice] {
    guard options.secondsOfAdvice > 0 else { return [] }
    let tested = contracts.flatMap { contract in
      contract.versions.filter { version in
        isWanted(version.info)
          && (version.info.status == .candidate || options.versions?.contains(version.info.id) == true)
      }.map { (contract: contract.id, version: $0) }
    }
    let endpoints = Set(
      tested.flatMap { test in test.version.endpoints.map { EndpointID(contract: test.contract, endpoint: $0) } }
        .filter { isInScope($0.contract, $0.endpoint) })
    guard !endpoints.isEmpty else { return [] }
    let matrices = await RecordingCatalog.impact(
      items, of: endpoints, with: examiner, deadline: .now + .seconds(options.secondsOfAdvice))
    return tested.flatMap { test in
      matrices.filter { $0.contract == test.contract }.flatMap { $0.advice(for: test.version.info.id) }
    }
  }

  func isWanted(_ version: VersionInfo) -> Bool {
    options.versions?.contains(version.id) ?? (version.status != .retired)
  }

  private var day: String { options.clock.formatted(.iso8601.year().month().day()) }

  /// What differs from the seal of a shipped version; `nil` if it has none.
  private func sealFindings(_ evidence: GateEvidence) -> [GateFinding]? {
    let name = "\(evidence.contract)/\(evidence.version.info.id)"
    guard evidence.version.info.status != .candidate, !options.resealed.contains(evidence.version.info.id),
      let seal = lock.sealed[name], !seal.isEmpty
    else { return nil }
    let folder = options.folders[name]
    let differences = seal.differences(
      to: present(evidence), hasFiles: folder != nil || options.knowsFolders, decoded: evidence.decoded)
    return differences.map { difference in
      var finding = GateFinding(
        contract: evidence.contract, endpoint: "", version: evidence.version.info.id, kind: .sealed,
        subject: difference.subject, words: difference.words)
      if let folder, difference.subject.hasSuffix(".swift") {
        (finding.file, finding.line) = (folder.appendingPathComponent(difference.subject).path, 1)
      }
      return finding
    }
  }

  /// What a version is made of now.
  private func present(_ evidence: GateEvidence) -> VersionSeal {
    var present = VersionSeal(filesIn: options.folders["\(evidence.contract)/\(evidence.version.info.id)"])
    present.members = evidence.seal.members
    return present
  }

  func isInScope(_ contract: String, _ endpoint: String) -> Bool {
    endpoint.isEmpty || options.endpoints?.contains(EndpointID(contract: contract, endpoint: endpoint)) ?? true
  }

  /// Gives one version its verdict.
  private func judge(
    _ evidence: GateEvidence, _ seal: [GateFinding]?, _ shipped: [GateEvidence], _ report: inout GateReport,
    _ new: inout GateLock
  ) {
    let name = "\(evidence.contract)/\(evidence.version.info.id)"
    let isShipped = evidence.version.info.status != .candidate
    let isUnchanged = seal?.isEmpty == true
    var findings = (isWanted(evidence.version.info) ? evidence.findings : []) + (seal ?? [])
    if isWanted(evidence.version.info) {
      findings += evidence.demands(options).filter { isInScope($0.contract, $0.endpoint) }
    }
    for index in findings.indices {
      let finding = findings[index]
      if let entry = lock.entry(of: finding, on: day) {
        (findings[index].state, findings[index].reason) = (.known, entry.reason)
      } else if finding.kind == .sealed || finding.kind == .evidence {
        continue
      } else if isUnchanged {
        findings[index].state = .provider
        findings[index].reason = "\(evidence.version.info.id) did not change"
      } else if let other = shipped.first(where: { $0.hasAll(of: finding, in: evidence) }) {
        findings[index].state = .provider
        findings[index].reason = "\(other.version.info.id), which is shipped, has it as well"
      } else if let incident = options.incidents.first(where: { $0.covers(finding) }) {
        (findings[index].state, findings[index].reason) = (.known, "the monitor knows it: \(incident.name)")
      }
    }
    report.findings += findings
    let forbids = findings.contains { $0.isReason && ($0.state == .new || options.isStrict) }
    let isUnknown = findings.contains { $0.kind == .evidence && $0.state == .new }
    // One that is only sealed anew is not judged.
    if isWanted(evidence.version.info) || seal?.isEmpty == false {
      report.versions.append(
        GateReport.Judgement(
          contract: evidence.contract, version: evidence.version.info,
          verdict: forbids ? .cannotShip : isUnknown ? .cannotTell : .canShip, recordings: evidence.recordings,
          fields: evidence.fields.count, fieldsSeen: evidence.fields.count { $0.value }))
    }
    // What is sealed stays so; what shipped since is sealed now.
    let isResealed = options.resealed.contains(evidence.version.info.id)
    guard isShipped, options.endpoints == nil, isResealed || new.sealed[name]?.isEmpty != false else { return }
    var present = present(evidence)
    if let earlier = lock.sealed[name] { present.keep(earlier, butOf: evidence.decoded) }
    if !present.isEmpty { new.sealed[name] = present }
  }
}

extension Gate.Incident {
  /// Whether a finding is about what is broken here.
  func covers(_ finding: GateFinding) -> Bool {
    guard (contract, endpoint) == (finding.contract, finding.endpoint) else { return false }
    // What is about the whole response says nothing of a part.
    if path.isEmpty || path == "$" || finding.path.isEmpty { return path == finding.path }
    return path == finding.path || isPath(path, ancestorOf: finding.path) || isPath(finding.path, ancestorOf: path)
  }
}
