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

  func run() async throws -> Int32 { try await interruptible { try await work() } }

  private func work() async throws -> Int32 {
    let formats = try call.all("--format").map { try CommandCall.choice($0, of: GateFormat.self, for: "--format") }
    let outputs = try settings.outputFiles(as: GateFormat.self)
    for file in outputs { try file.check() }
    try settings.validate()
    let folders = try settings.contractsFolderIfAny().map {
      ContractFolders(folder: $0, ids: settings.contracts.map(\.id))
    }
    var (items, contracts) = try settings.recordedItems(call.operands, mayBeNone: true)
    let lockFiles = try usable { () throws(GateLockFiles.Unusable) in
      let files = try GateLockFiles(
        file: call.value("--lock"), folders: folders, ids: contracts.map(\.id), mayBeNew: call.has("--update"))
      try files.check(settings.contracts)
      return files
    }
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    var options = Gate.Options()
    options.versions = try settings.versions()
    if let text = call.value("--max-age") { options.longestAge = try longestAge(text) }
    if let text = call.value("--least-fields") {
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw CommandFailure.usage("--least-fields needs a number from 0 to 100, in percent, not \"\(text.printable)\"")
      }
      options.leastFields = percent / 100
    }
    options.isStrict = call.has("--strict")
    let gated = contracts.map { GatedContract($0, at: Date()) }
    options.endpoints = try settings.selectedEndpoints(call.operands)
    options.resealed = try resealed(gated, isWhole: options.endpoints == nil)
    options.folders = folders?.versionFolders(of: gated) ?? [:]
    options.knowsFolders = folders != nil
    options.incidents = try await incidents()
    var temporary: TemporaryRecordings?
    if call.has("--live") {
      let live = try TemporaryRecordings()
      let present = try await live.record(contracts, settings, examiner)
      items += present.items
      options.unreached = present.unreached
      temporary = live
    }
    defer { withExtendedLifetime(temporary) {} }
    let console = settings.console
    let gate = Gate(lock: lockFiles.lock, options: options, examiner: examiner)
    var report: GateReport
    let lock: GateLock
    do {
      defer { console.endProgress() }
      (report, lock) = try await gate.run(items, contracts: gated) { done, total in
        if done % 16 == 0 { console.progress("\(done) of \(total) recordings…") }
      }
    }
    try Task.checkCancellation()
    // A version that is only sealed anew is not judged.
    guard !report.versions.isEmpty || !options.resealed.isEmpty else {
      throw CommandFailure.usage("there is no version to judge; the contracts' versions are \(allVersions(contracts))")
    }
    let modules =
      call.value("--modules").map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: ExecutableIdentity.path ?? "/").deletingLastPathComponent().appendingPathComponent(
        "Modules")
    report.locate(
      gated, modules: modules,
      environment: settings.environment.filter { !settings.secretVariables.contains($0.key) })
    report.notes += lockFiles.remarks(on: settings.contracts)
    report.shortenPaths(below: FileManager.default.currentDirectoryPath)
    if call.has("--update") {
      try usable { () throws(GateLockFiles.Unusable) in try lockFiles.save(lock, judged: Set(contracts.map(\.id))) }
    }
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

  /// How old the newest recording may be; `nil` for `none`. Recordings live longer than anything else that is measured so.
  private func longestAge(_ text: String) throws -> Double? {
    guard text != "none" else { return nil }
    guard let seconds = Setting.Kind.seconds(text) else {
      throw CommandFailure.usage(
        "--max-age needs none, or \(Setting.Kind.expectedSeconds(upTo: "ten years")), not \"\(JSONFile.quoted(text))\"")
    }
    return seconds
  }

  /// `--reseal`, which may repeat.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for a version that is not there or was never sealed, and where nothing would be sealed.
  private func resealed(_ contracts: [GatedContract], isWhole: Bool) throws -> Set<String> {
    let names = call.all("--reseal")
    guard !names.isEmpty else { return [] }
    guard call.has("--update") else {
      throw CommandFailure.usage("--reseal goes with --update, which writes the lock")
    }
    let versions = contracts.flatMap(\.versions).map(\.info)
    let place = contracts.count == 1 ? contracts[0].id : "no contract"
    for name in names {
      let own = versions.filter { $0.id == name }
      guard !own.isEmpty else {
        let nearest = nearestName(to: name, in: versions.map(\.id)).map { "; did you mean \($0)?" } ?? ""
        throw CommandFailure.usage(
          "--reseal: \(place) has \(contracts.count == 1 ? "no" : "a") version \"\(name.printable)\"\(nearest)")
      }
      guard own.contains(where: { $0.status != .candidate }) else {
        throw CommandFailure.usage("--reseal: \(name.printable) is a candidate, which is sealed once it has shipped")
      }
    }
    guard isWhole else {
      throw CommandFailure.usage("--reseal seals a whole version; name the contract without an endpoint")
    }
    return Set(names)
  }

  private func allVersions(_ contracts: [Contract]) -> String {
    let names = contracts.flatMap { contract in contract.versions.map { "\(contract.id) \($0.id)" } }
    return names.isEmpty ? "none" : names.prefix(6).joined(separator: ", ")
  }

  private func usable<Value>(_ body: () throws(GateLockFiles.Unusable) -> Value) throws -> Value {
    do { return try body() } catch { throw CommandFailure.usage(error.description.printable) }
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

  /// Fetches what is asked for.
  ///
  /// - Returns: The responses, and of which endpoints there is none, with why.
  /// - Throws: `CommandFailure` with exit code 2 or 3 if nothing can be fetched at all, `CancellationError`.
  func record(_ contracts: [Contract], _ settings: CommandSettings, _ examiner: Examiner) async throws
    -> (items: [RecordingCatalog.Item], unreached: [EndpointID: String])
  {
    try settings.checkEnvironment()
    try CommandSettings.requireFetching()
    let place = RecordingsFolder(URL(fileURLWithPath: folder))
    var recording = RecordingPlan(folders: Dictionary(uniqueKeysWithValues: contracts.map { ($0.id, place) }))
    // None of them stays, so there may be many.
    (recording.mostFiles, recording.mostBytes) = (.max, .max)
    var plan = try settings.recordingRound(of: contracts, recording)
    plan.selection = try CheckTargets(settings.call.operands, settings).selection
    // Of all contracts those that nobody can fetch are only named; of one that was asked for it must not look as if it had been fetched.
    plan.namesEndpoints = plan.selection != nil
    let result = try await settings.record(plan, examiner, complaint: "--live: ")
    if !plan.namesEndpoints { settings.console.leaveOut(result.withoutBaseURL, contracts) }
    let items = RecordingCatalog([place], contracts: contracts, environment: settings.environmentName).items
    var unreached: [EndpointID: String] = [:]
    for endpoint in result.endpoints where !endpoint.outcome.isExamined {
      unreached[EndpointID(contract: endpoint.contract, endpoint: endpoint.endpoint)] =
        endpoint.reason ?? endpoint.outcome.rawValue
    }
    for response in result.recordings {
      let id = EndpointID(contract: response.contract, endpoint: response.endpoint)
      let isJudged = items.contains {
        $0.isReplayed && ($0.entry.contract, $0.endpoint) == (id.contract, id.endpoint)
      }
      guard !isJudged, unreached[id] == nil, let reason = response.obstacle else { continue }
      unreached[id] = "no version can be run on it: \(reason)"
    }
    return (items, unreached)
  }
}

extension RecordingResult {
  /// Why no version can be run on what was kept of the response; `nil` if one can, or on an equal one.
  fileprivate var obstacle: String? {
    switch outcome {
    case .structure(_, let reason), .failed(let reason), .unwritable(let reason): reason
    case .full: "there are too many"
    case .kept, .known: nil
    }
  }
}
