import ContractKit
import DriftModel
import Examination
import Foundation
import Gating
import Monitoring
import Recording
import Reporting

/// `driftwatch replay`: does each version still read everything that was ever recorded?
struct ReplayCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let format = try call.choice("--format", ReplayFormat.self) ?? .text
    try settings.validate()
    let (items, _) = try settings.recordedItems(call.operands)
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    var replay = Replay(examiner: examiner)
    replay.versions = try settings.versions()
    replay.since = try call.date("--since", now: Date())
    let console = settings.console
    var report: ReplayReport
    do {
      defer { console.endProgress() }
      report = try await replay.run(items) { done, total in
        if done % 64 == 0 { console.progress("\(done) of \(total) recordings…") }
      }
    }
    guard report.recordings > 0 else {
      let newest = items.compactMap(\.date).max()
      if let since = replay.since, let newest, newest < since {
        let day = newest.formatted(.iso8601.year().month().day())
        throw CommandFailure.notChecked(
          "--since: no recording is from \(call.value("--since")?.printable ?? "then") or later; the newest is of \(day)"
        )
      }
      let reasons = report.skipped.sorted { $0.key < $1.key }.map { "\($0.value): \($0.key)" }
      throw CommandFailure.notChecked(
        "no recording could be replayed\(reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"); see docs/recordings.md"
      )
    }
    report.shortenPaths(below: FileManager.default.currentDirectoryPath)
    let options = settings.renderOptions(failOn: .breaking, showAll: false)
    try console.print(renderReplay(report, as: format, options: options))
    return report.holdsFailure ? 1 : 0
  }
}

extension ReplayReport {
  /// Names files below a folder as they are called from there.
  mutating func shortenPaths(below folder: String) {
    for row in rows.indices {
      for cause in rows[row].causes.indices where rows[row].causes[cause].example.hasPrefix(folder + "/") {
        rows[row].causes[cause].example.removeFirst(folder.utf8.count + 1)
      }
    }
  }
}

extension CommandSettings {
  /// The recordings of contracts and endpoints that are named, and the contracts.
  ///
  /// - Parameters:
  ///   - operands: `ID` or `ID/ENDPOINT`; none: all.
  ///   - mayBeNone: Whether it is no error if there is no recording.
  ///   - wantsUsable: Whether it is one if some recording cannot be used, rather than that a verdict leaves it out.
  /// - Returns: The recordings by endpoint, and the contracts.
  /// - Throws: `CommandFailure` with exit code 2 for a name that does not exist, 3 where there is no recording.
  func recordedItems(_ operands: [String], mayBeNone: Bool = false, wantsUsable: Bool = true) throws -> (
    [RecordingCatalog.Item], [Contract]
  ) {
    let targets = try CheckTargets(operands, self)
    guard targets.withoutReaders.isEmpty else {
      throw CommandFailure.usage("\(call.name?.rawValue ?? "") takes ID or ID/ENDPOINT, and no URL")
    }
    let folders = try call.all("--from").map { path in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
        throw CommandFailure.usage("--from: there is no folder \"\(path.printable)\"")
      }
      return RecordingsFolder(URL(fileURLWithPath: path))
    }
    let all = RecordingCatalog(
      folders.isEmpty ? try recordingsFolders() : folders, contracts: targets.contracts, environment: environmentName
    ).items
    let items = all.filter { item in
      guard let selection = targets.selection else { return true }
      guard let ids = selection[item.entry.contract] else { return false }
      return ids.isEmpty || item.endpoint.map(ids.contains) ?? false
    }
    if wantsUsable, let problem = all.lazy.compactMap(\.problem).first {
      throw CommandFailure.usage(problem.description.printable)
    }
    guard !items.isEmpty || mayBeNone else {
      throw CommandFailure.notChecked("no recording was found; see docs/recordings.md")
    }
    return (items, targets.contracts)
  }

  /// The endpoints that are named; `nil` if none is, but whole contracts.
  func selectedEndpoints(_ operands: [String]) throws -> Set<EndpointID>? {
    guard let selection = try CheckTargets(operands, self).selection, selection.values.contains(where: { !$0.isEmpty })
    else { return nil }
    var found: Set<EndpointID> = []
    for contract in contracts {
      guard let ids = selection[contract.id] else { continue }
      for endpoint in contract.endpoints where ids.isEmpty || ids.contains(endpoint.id) {
        found.insert(EndpointID(contract: contract.id, endpoint: endpoint.id))
      }
    }
    return found
  }

  /// `--version`, which may repeat; `nil`: all.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for one that no contract has.
  func versions() throws -> Set<String>? {
    let names = call.all("--version")
    guard !names.isEmpty else { return nil }
    let known = Set(contracts.flatMap(\.versions).map(\.id))
    for name in names where !known.contains(name) {
      let nearest = nearestName(to: name, in: known.sorted()).map { "; did you mean \($0)?" } ?? ""
      throw CommandFailure.usage("--version: no contract has a version \"\(name.printable)\"\(nearest)")
    }
    return Set(names)
  }
}
