import ContractKit
import DriftModel
import Examination
import Fetching
import Foundation
import Gating
import Monitoring
import Recording
import Reporting
import Store
import System

/// `driftwatch gate`: can these versions ship, by everything that was recorded of the provider?
struct GateCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let formats = try call.all("--format").map { try CommandCall.choice($0, of: GateFormat.self, for: "--format") }
    let outputs = try settings.outputFiles(as: GateFormat.self)
    for file in outputs { try file.check() }
    try settings.validate()
    let lockFiles = try GateLockFiles(settings)
    var (items, contracts) = try settings.recordedItems(call.operands, mayBeNone: true)
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    var options = Gate.Options()
    options.versions = try settings.versions()
    if let text = call.value("--max-age") { options.longestAge = text == "none" ? nil : try call.duration("--max-age") }
    if let text = call.value("--least-fields") {
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw CommandFailure.usage("--least-fields needs a number from 0 to 100, in percent, not \"\(text.printable)\"")
      }
      options.leastFields = percent / 100
    }
    options.isStrict = call.has("--strict")
    options.resealed = Set(call.all("--reseal"))
    if !options.resealed.isEmpty, !call.has("--update") {
      throw CommandFailure.usage("--reseal goes with --update, which writes the lock")
    }
    options.folders = lockFiles.versionFolders(of: contracts)
    options.incidents = try await incidents()
    var temporary: TemporaryRecordings?
    if call.has("--live") {
      let live = try TemporaryRecordings()
      items += try await live.record(contracts, settings, examiner)
      temporary = live
    }
    defer { withExtendedLifetime(temporary) {} }
    let console = settings.console
    let gate = Gate(lock: lockFiles.lock, options: options, examiner: examiner)
    var report: GateReport
    let lock: GateLock
    do {
      defer { console.endProgress() }
      (report, lock) = try await gate.run(items, contracts: contracts.map(gated)) { done, total in
        if done % 16 == 0 { console.progress("\(done) of \(total) recordings…") }
      }
    }
    guard !report.versions.isEmpty else {
      throw CommandFailure.usage("there is no version to judge; the contracts' versions are \(allVersions(contracts))")
    }
    locate(&report, contracts)
    report.shortenPaths(below: FileManager.default.currentDirectoryPath)
    if call.has("--update") { try lockFiles.save(lock, contracts: contracts) }
    let rendering = settings.renderOptions(failOn: .breaking, showAll: false)
    for format in formats.isEmpty ? [.text] : formats {
      try console.print(renderGate(report, as: format, options: rendering))
    }
    var plain = rendering
    plain.colour = false
    for file in outputs { try file.write(renderGate(report, as: file.format, options: plain)) }
    switch report.verdict {
    case .canShip: return 0
    case .cannotShip: return 1
    case .cannotTell: return 3
    }
  }

  private func allVersions(_ contracts: [Contract]) -> String {
    let names = contracts.flatMap { contract in contract.versions.map { "\(contract.id) \($0.id)" } }
    return names.isEmpty ? "none" : names.prefix(6).joined(separator: ", ")
  }

  private func gated(_ contract: Contract) -> GatedContract {
    let day = Date().formatted(.iso8601.year().month().day())
    return GatedContract(
      id: contract.id,
      versions: contract.versions.map { version in
        let recorded = contract.endpoints.filter { !$0.writes && version.reads($0.id) != nil }.map(\.id)
        return GatedVersion(info: VersionInfo(version, on: day), endpoints: recorded)
      })
  }

  /// Adds files and lines to what is new.
  private func locate(_ report: inout GateReport, _ contracts: [Contract]) {
    let wanted = report.findings.indices.filter { index in
      report.findings[index].state == .new && report.findings[index].file == nil && report.findings[index].isReason
    }
    guard !wanted.isEmpty else { return }
    var modules: [String: Set<String>] = [:]
    for contract in contracts {
      for version in contract.versions {
        modules["\(contract.id)/\(version.id)"] = version.reads.reduce(into: []) { $0.formUnion($1.modules) }
      }
    }
    let names = wanted.map { "\(report.findings[$0].contract)/\(report.findings[$0].version)" }
    let folder =
      call.value("--modules").map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: ExecutableIdentity.path ?? "/").deletingLastPathComponent().appendingPathComponent(
        "Modules")
    let locator = SourceLocator(
      modules: names.reduce(into: []) { $0.formUnion(modules[$1] ?? []) }, in: folder,
      environment: settings.environment.filter { !settings.secretVariables.contains($0.key) })
    for (index, name) in zip(wanted, names) {
      guard let place = locator.place(of: report.findings[index].subject, in: modules[name] ?? []) else { continue }
      (report.findings[index].file, report.findings[index].line) = (place.file, place.line)
    }
    if let problem = locator.problems.first {
      let more = locator.problems.count > 1 ? " (and in \(locator.problems.count - 1) more modules)" : ""
      report.notes.append(problem + more)
    }
  }

  /// What the monitor knows: from the ledger that is named, and from files that it made.
  private func incidents() async throws -> [Gate.Incident] {
    var known: [Gate.Incident] = []
    if call.value("--db") != nil {
      let ledger = try settings.existingLedger(.readOnly)
      for request in try await ledger.requests(environment: settings.environmentName) {
        known += request.findings.filter { $0.level >= .warning }.map {
          Gate.Incident(
            contract: request.key.contract, endpoint: request.key.endpoint, path: $0.path, name: $0.rule.rawValue)
        }
      }
    }
    for path in call.all("--known") { known += try KnownFile(path).incidents }
    return known
  }
}

/// A report of the monitor as JSON, as far as it says what is broken.
private struct KnownFile: Decodable {
  struct Finding: Decodable {
    let contract: String
    let endpoint: String
    let path: String
    let rule: String
    let level: String
  }

  let findings: [Finding]

  init(_ path: String) throws {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw CommandFailure.usage("--known: \"\(path.printable)\" cannot be read")
    }
    do { self = try JSONDecoder().decode(KnownFile.self, from: data) } catch {
      throw CommandFailure.usage(
        "--known: \"\(path.printable)\" is no report of the monitor as JSON (\(ProgramName.current) check --format json)"
      )
    }
  }

  var incidents: [Gate.Incident] {
    findings.filter { $0.level != "info" && $0.level != "none" }.map {
      Gate.Incident(contract: $0.contract, endpoint: $0.endpoint, path: $0.path, name: $0.rule)
    }
  }
}

/// Present responses as recordings of a folder that ends with this value.
private final class TemporaryRecordings {
  private let folder: String

  init() throws {
    do { folder = try PrivateFile.temporaryFolder() } catch {
      throw CommandFailure.store("no temporary folder can be made: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func record(_ contracts: [Contract], _ settings: CommandSettings, _ examiner: Examiner) async throws
    -> [RecordingCatalog.Item]
  {
    try settings.checkEnvironment()
    try CommandSettings.requireFetching()
    let place = RecordingsFolder(URL(fileURLWithPath: folder))
    var plan = Round.Plan(
      contracts: contracts, environment: settings.environmentName, clock: Date(),
      buildID: ExecutableIdentity.path.map(ExecutableIdentity.buildID) ?? "unknown")
    plan.recording = RecordingPlan(folders: Dictionary(uniqueKeysWithValues: contracts.map { ($0.id, place) }))
    plan.baseURLs = try settings.baseURLs()
    plan.variables = settings.environment
    plan.secretVariables = settings.secretVariables
    plan.remedy = \.remedy
    settings.console.progress("fetching…")
    defer { settings.console.endProgress() }
    let result = try await Round(
      plan, store: MemoryStore(), examiner: examiner, fetcher: Fetcher(policy: try FetchPolicy(settings.call))
    ).run()
    let missing = result.endpoints.filter { !$0.outcome.isExamined }
    for endpoint in missing {
      settings.console.complain(
        "--live: \(endpoint.contract)/\(endpoint.endpoint): \(endpoint.reason ?? endpoint.outcome.rawValue)")
    }
    return RecordingCatalog([place], contracts: contracts, environment: settings.environmentName).items
  }
}

extension GateReport {
  /// Names files below a folder as they are called from there.
  fileprivate mutating func shortenPaths(below folder: String) {
    func short(_ path: String?) -> String? {
      guard let path, path.hasPrefix(folder + "/") else { return path }
      return String(path.dropFirst(folder.count + 1))
    }
    for index in findings.indices {
      findings[index].file = short(findings[index].file)
      findings[index].example = short(findings[index].example)
    }
  }
}
