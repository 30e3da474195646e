import ContractKit
import DriftModel
import DriftRules
import Examination
import Foundation
import Store
import StoreSQL
import StoreSQLite
import Monitoring

/// A scripted provider: a folder of recordings that a test changes, and the rounds it runs over it into one ledger.
///
/// Everything is real: files, worker processes, the app's code, SQLite.
final class RecordedScenario {
  /// The contracts that are watched.
  let contracts: [Contract]
  /// Recordings, below a folder for each contract.
  let folder: URL
  /// The ledger's file.
  let ledgerFile: URL
  let ledger: SQLiteStore
  /// The rounds' clock; a quarter of an hour passes with each.
  var clock = Date(timeIntervalSince1970: 1_772_366_400)
  /// Identity of the code that the rounds claim to have.
  var buildID = "build 1"
  var environment = "production"
  /// Endpoints that are looked at, by contract id; nil: all.
  var selection: [String: Set<String>]?
  /// Whether endpoints whose interval has not passed are left out.
  var onlyDue = false
  /// What people accepted, by contract id.
  var acceptances: [String: [IdentifiedAcceptance]] = [:]
  /// Whether it is found out what would break.
  var findsImpact = false
  /// Environment variables of the monitor.
  var variables: [String: String] = [:]
  /// Name of the executable whose workers examine, or a path.
  var executable: String
  private var found = FoundValues()

  /// A scenario that begins with the latest recordings of the contracts' folders in `Contracts/`.
  init(_ contracts: [Contract], from folders: [String] = [], executable: String = "driftwatch") throws {
    self.contracts = contracts
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("driftwatch-scenario-\(UUID().uuidString)")
    folder = root.appendingPathComponent("recordings")
    ledgerFile = root.appendingPathComponent("ledger.sqlite")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    ledger = try SQLiteStore(path: ledgerFile.path)
    self.executable = executable
    for name in folders { try copyRecordings(of: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

  /// Copies what stands in `Contracts/<name>/Recordings/<date>`; `date` nil: the latest.
  func copyRecordings(of name: String, date: String? = nil) throws {
    let all = RecordedScenario.repository.appendingPathComponent("Contracts/\(name)/Recordings")
    let dates = try FileManager.default.contentsOfDirectory(atPath: all.path).sorted()
    guard let day = date ?? dates.last else { throw Missing(what: "a recording of \(name)") }
    let source = all.appendingPathComponent(day)
    for contract in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      let target = folder.appendingPathComponent(contract)
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(at: source.appendingPathComponent(contract), to: target)
    }
  }

  // MARK: What the provider responds

  /// Changes the JSON of one recording, `platzi-store/api/v1/products` or `…/products/index.create`.
  func edit(_ path: String, _ change: (inout EditableJSON) -> Void) throws {
    let file = file(path)
    var json = try JSONDecoder().decode(EditableJSON.self, from: Data(contentsOf: file))
    change(&json)
    try write(path, json)
  }

  func write(_ path: String, _ json: EditableJSON) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try write(path, text: String(decoding: try encoder.encode(json), as: UTF8.self))
  }

  func write(_ path: String, text: String, status: Int? = nil) throws {
    let file = file(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    if let status { try setStatus(path, status) }
  }

  /// Makes the response one of another status; its method and operation stay.
  func setStatus(_ path: String, _ status: Int) throws {
    let file = file(path).deletingPathExtension().appendingPathExtension("meta.json")
    var meta = EditableJSON.object([:])
    if let data = try? Data(contentsOf: file) { meta = try JSONDecoder().decode(EditableJSON.self, from: data) }
    meta["status"] = .number(Double(status))
    try JSONEncoder().encode(meta).write(to: file)
  }

  /// Takes a recording away.
  func remove(_ path: String) throws { try FileManager.default.removeItem(at: file(path)) }

  /// The bytes of a recording, to be put back later.
  func text(_ path: String) throws -> String { String(decoding: try Data(contentsOf: file(path)), as: UTF8.self) }

  private func file(_ path: String) -> URL {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let isNamed = last.hasPrefix("index.")
    return folder.appendingPathComponent(isNamed ? path + ".json" : path + "/index.json")
  }

  // MARK: Rounds

  /// What a round came to, with the report that `check` would make of it.
  struct Round {
    let result: Monitoring.Round.Result
    let report: RoundReport
  }

  /// So many rounds over the same recordings; the last one.
  @discardableResult
  func rounds(_ count: Int) async throws -> Round {
    for _ in 1..<max(1, count) { _ = try await round() }
    return try await round()
  }

  /// One round over the recordings as they are now, or over another folder. `isDirectory` is `--from DIR`, where what is not
  /// recorded is not checked; else the folder is one date among others.
  @discardableResult
  func round(over folder: URL? = nil, isDirectory: Bool = true, allowIncomplete: Bool = false) async throws -> Round {
    clock += 900
    var plan = Monitoring.Round.Plan(contracts: contracts, environment: environment, clock: clock, buildID: buildID)
    plan.selection = selection
    plan.namesEndpoints = selection != nil
    plan.onlyDue = onlyDue
    plan.acceptances = acceptances
    plan.findsImpact = findsImpact
    plan.variables = variables
    let folder = folder ?? self.folder
    let folders = Dictionary(
      uniqueKeysWithValues: contracts.map { ($0.id, [folder.appendingPathComponent($0.id)]) })
    let result = try await Monitoring.Round(
      plan, store: ledger, examiner: Examiner(executable: try RecordedScenario.executable(executable)),
      folders: folders,
      isDirectory: isDirectory
    ).run(found: isDirectory ? FoundValues() : found)
    found = result.found
    let info = RoundInfo(
      number: result.number ?? 0, startedAt: clock, finishedAt: clock, seconds: 0, source: .directory, judge: "test",
      environment: environment)
    let report = try await ReportBuilder(
      contracts: contracts, environment: environment, allowIncomplete: allowIncomplete
    ).report(endpoints: result.endpoints, transitions: result.transitions, round: info, store: ledger)
    return Round(result: result, report: report)
  }

  /// An executable that was built beside the tests.
  static func executable(_ name: String) throws -> String {
    if name.hasPrefix("/") { return name }
    guard let own = ExecutableIdentity.path else { throw Missing(what: "the path of the running tests") }
    let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(what: path) }
    return path
  }

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct Missing: Error { let what: String }
}

extension RecordedScenario.Round {
  var exitCode: Int { report.summary.exitCode }
  var findings: [Finding] { report.findings }
  /// Findings at warning or above.
  var alarms: [Finding] { findings.filter { $0.level >= .warning } }
  var transitions: [IncidentTransition] { result.transitions }
  /// What happened to incidents, in words: `opened $[*].price`.
  var happenings: [String] { transitions.map { "\($0.kind.rawValue) \($0.incident.subject)" } }
  var openIncidents: [Incident] { report.incidents.map(\.incident).filter { $0.state == .open } }

  /// The findings of a rule at a path; a further path of a finding counts too.
  func findings(_ rule: RuleID, at path: String? = nil) -> [Finding] {
    findings.filter { $0.rule == rule && (path == nil || $0.path == path || $0.paths.contains(path ?? "")) }
  }

  func outcome(_ endpoint: String) -> Outcome? { report.endpoints.first { $0.endpoint == endpoint }?.outcome }

  func endpoint(_ id: String) -> EndpointReport? { report.endpoints.first { $0.endpoint == id } }
}

extension Finding {
  /// `v1 v2`.
  var hit: String { versions.map(\.version).joined(separator: " ") }
  /// Domain properties that are lost: `PokemonListItem.id`.
  var domainProperties: [String] {
    mappings.flatMap { mapping in mapping.properties.map { "\(mapping.mapping).\($0)" } }
  }
  var countOfTotal: String { "\(count) of \(total)" }
}
