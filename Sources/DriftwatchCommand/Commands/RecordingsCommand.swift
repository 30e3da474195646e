import ContractKit
import DriftModel
import Foundation
import JSONDocument
import Monitoring
import PayloadShape
import Recording
import Reporting
import System

/// `driftwatch recordings`: what is recorded, one recording in full, and whether all of them can be used.
struct RecordingsCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  /// What it does.
  enum Task: String, CaseIterable { case list, show, verify, prune }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() throws -> Int32 {
    try settings.validate()
    guard let word = call.operands.first else {
      throw CommandFailure.usage("recordings needs list, show FILE, verify or prune")
    }
    let task = try CommandCall.choice(word, of: Task.self, for: "recordings")
    if task != .prune, call.has("--dry-run") {
      throw CommandFailure.usage("recordings \(word) has no option --dry-run; it is for recordings prune")
    }
    switch task {
    case .list: return try list()
    case .show: return try show(Array(call.operands.dropFirst()))
    case .verify: return try verify()
    case .prune: return try prune()
    }
  }

  /// The recordings that are asked for, those of URLs too.
  private func items() throws -> [RecordingCatalog.Item] {
    let (settings, operands) = try settings.withRecordedURLs(Array(call.operands.dropFirst()))
    return try settings.recordedItems(operands, wantsUsable: false).0
  }

  private static func name(_ item: RecordingCatalog.Item) -> String {
    "\(item.entry.contract)/\(item.endpoint ?? "?")"
  }

  private static func size(_ file: RecordingFile) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: file.body.path))?[.size] as? Int ?? 0
  }

  // MARK: list

  private func list() throws -> Int32 {
    let (settings, operands) = try settings.withRecordedURLs(Array(call.operands.dropFirst()))
    let (items, contracts) = try settings.recordedItems(operands, wantsUsable: false)
    let oldest = try call.date("--older-than", now: Date())
    var rows = [["ENDPOINT", "RECORDINGS", "FROM", "TO", "SIZE", "NOTES"]]
    let groups = Dictionary(grouping: items, by: Self.name)
    for name in items.map(Self.name).uniqued() {
      let own = groups[name] ?? []
      var notes: [String] = []
      if own.contains(where: { $0.endpoint == nil && $0.problem == nil }) {
        notes.append("no endpoint has such a request")
      }
      let structures = own.count { $0.meta.redaction == .shape }
      if structures > 0 { notes.append("\(structures) structure only") }
      let failing = own.count { $0.meta.failures != nil }
      if failing > 0 { notes.append("\(failing) with failures") }
      let broken = own.count { $0.problem != nil }
      if broken > 0 { notes.append("\(broken) cannot be used") }
      if let oldest, own.allSatisfy({ ($0.date ?? .distantPast) < oldest }) { notes.append("stale") }
      let bytes = own.reduce(0) { $0 + Self.size($1.entry.file) }
      let days = own.map(\.entry.day)
      rows.append([
        name, "\(own.count)", days.min() ?? "", days.max() ?? "", bytes.formatted(.byteCount(style: .memory)),
        notes.joined(separator: ", "),
      ])
    }
    let selected = try settings.selectedEndpoints(operands)
    try settings.console.print(Self.table(rows) + Self.missing(items, contracts, selected))
    return 0
  }

  /// A line that names the endpoints of which nothing is recorded; empty if there are none.
  private static func missing(
    _ items: [RecordingCatalog.Item], _ contracts: [Contract], _ selected: Set<EndpointID>?
  ) -> String {
    let recorded = Set(items.map(name))
    let endpoints = contracts.flatMap { contract -> [EndpointID] in
      contract.endpoints.filter(\.isScheduled).map { EndpointID(contract: contract.id, endpoint: $0.id) }
    }
    let names = endpoints.filter { selected?.contains($0) ?? true }.map(\.description).filter { !recorded.contains($0) }
    guard !names.isEmpty else { return "" }
    let more = names.count > 6 ? " and \(names.count - 6) more" : ""
    return
      "no recording of \(names.count) \(names.count == 1 ? "endpoint" : "endpoints"): \(names.prefix(6).joined(separator: ", "))\(more)\n"
  }

  /// Columns that are as wide as their longest cell.
  private static func table(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let isNumber = column == 1 || column == 4
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        line += (isNumber ? padding + cell : cell + padding) + "  "
      }
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  // MARK: show

  private func show(_ operands: [String]) throws -> Int32 {
    guard operands.count == 1, let path = operands.first else {
      throw CommandFailure.usage("recordings show needs one file")
    }
    let file = RecordingFile(body: URL(fileURLWithPath: path))
    guard let text = try? file.text() else { throw CommandFailure.usage("there is no file \"\(path)\" to read") }
    let meta: RecordingMeta
    do { meta = try file.meta() } catch { throw CommandFailure.usage("\(file.metaFile.path): \(error.description)") }
    guard let document = try? JSONDocument(text) else { throw CommandFailure.usage("\(path) holds no JSON") }
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { lines.append("\(name.padding(toLength: 10, withPad: " ", startingAt: 0)) \(value.printable)") }
    }
    add("fetched", meta.fetchedAt)
    add("source", meta.source)
    add("endpoint", meta.endpoint)
    add("status", meta.status.map(String.init))
    switch meta.redaction {
    case .values: add("values", "redacted; the app's code makes the same of them")
    case .shape: add("values", "left out: only the structure is kept, and the app's code is not run on it")
    case nil: add("values", "as they are in the file")
    }
    for path in meta.kept ?? [] { add("kept", path) }
    for failure in meta.failures ?? [] { add("failed", failure) }
    lines.append("")
    lines += ShapeOutline(of: PayloadShape(of: document)).tree.map(\.printable)
    try settings.console.print(lines.joined(separator: "\n") + "\n")
    return 0
  }

  // MARK: verify

  private func verify() throws -> Int32 {
    let items = try items()
    var problems: [String] = []
    for item in items {
      let place = item.entry.file.body.path
      if let problem = item.problem {
        problems.append(problem)
        continue
      }
      guard let text = try? item.entry.file.text() else {
        problems.append("\(place): it cannot be read")
        continue
      }
      // The name of what was recorded is the digest of its content.
      let label = item.entry.file.body.lastPathComponent.dropFirst(6).dropLast(5)
      if item.meta.redaction != nil, label != ContentDigest(text).short {
        problems.append("\(place): it was changed after it was recorded")
      }
      if item.isReplayed || (200..<300).contains(item.meta.status ?? 200) {
        do { _ = try JSONDocument(text) } catch { problems.append("\(place): it holds no JSON: \(error)") }
      }
      if item.endpoint == nil {
        problems.append(
          "\(place): no endpoint of \(item.entry.contract) has such a request; remove it, or name its endpoint")
      }
    }
    let count = "\(items.count) \(items.count == 1 ? "recording" : "recordings")"
    guard !problems.isEmpty else {
      try settings.console.print("\(count), each of which can be used\n")
      return 0
    }
    try settings.console.print(
      problems.map { "\($0.printable)\n" }.joined()
        + "\(problems.count) \(problems.count == 1 ? "problem" : "problems") in \(count)\n")
    return 1
  }

  // MARK: prune

  private func prune() throws -> Int32 {
    let plan = settings.boundedPlan([:], RecordingIndex())
    let isRehearsal = call.has("--dry-run")
    var (removed, bytes) = (0, 0)
    let all = try items()
    let items = all.filter { $0.endpoint != nil && $0.problem == nil && $0.meta.redaction != nil }
    for (_, own) in Dictionary(grouping: items, by: Self.name).sorted(by: { $0.key < $1.key }) {
      for item in RecordingCatalog.superfluous(among: own, mostFiles: plan.mostFiles, mostBytes: plan.mostBytes) {
        let file = item.entry.file
        (removed, bytes) = (removed + 1, bytes + Self.size(file))
        guard !isRehearsal else { continue }
        do {
          try FileManager.default.removeItem(at: file.body)
          try? FileManager.default.removeItem(at: file.metaFile)
        } catch { throw CommandFailure.usage("\(file.body.path) cannot be removed: \(error.localizedDescription)") }
      }
    }
    let begin = isRehearsal ? "would remove" : "removed"
    guard !items.isEmpty else {
      let words = all.count == 1 ? "the one recording was not" : "none of the \(all.count) recordings was"
      try settings.console.print(
        "\(begin) nothing: \(words) kept by \(ProgramName.current), and what was written by hand stays\n")
      return 0
    }
    guard removed > 0 else {
      let words = items.count == 1 ? "the one recording" : "each of \(items.count) recordings"
      try settings.console.print(
        "\(begin) nothing: \(words) that \(ProgramName.current) kept shows what no other does; what was written by hand stays\n"
      )
      return 0
    }
    let words =
      "\(removed) of \(items.count) \(items.count == 1 ? "recording" : "recordings") (\(bytes.formatted(.byteCount(style: .memory))))"
    try settings.console.print("\(begin) \(words); what was written by hand stays\n")
    return 0
  }
}
