import ContractKit
import Examination
import Foundation
import Monitoring
import Recording

/// `driftwatch import`: keeps the responses of HTTP archives as recordings, redacted.
struct ImportCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    try settings.validate()
    guard !call.operands.isEmpty else {
      throw CommandFailure.usage("import needs HTTP archives, as a proxy or a browser saves them: FILE.har")
    }
    var archives: [HARFile] = []
    for path in call.operands {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
        throw CommandFailure.usage("\"\(path.printable)\" cannot be read")
      }
      do throws(HARFile.Unreadable) { archives.append(try HARFile(Array(data))) } catch {
        throw CommandFailure.usage("\(path.printable): \(error)")
      }
    }
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    var plan = try settings.recordingRound(of: settings.contracts)
    // Of contracts without a folder nothing is kept; they need not be in the archive.
    let placed = settings.contracts.filter { (try? settings.recordingPlan(of: [$0], RecordingIndex())) != nil }
    let recording = try settings.recordingPlan(of: placed.isEmpty ? settings.contracts : placed, RecordingIndex())
    plan.contracts = placed
    let console = settings.console
    var (lines, kept, unusable): ([String], [RecordingResult], Int) = ([], [], 0)
    var foreign: [String: Int] = [:]
    for archive in archives {
      console.progress("\(archive.entries.count) exchanges…")
      let result = await RecordingImport(plan, recording: recording, examiner: examiner).run(archive)
      kept += result.recordings
      unusable += result.unusable
      foreign.merge(result.foreign, uniquingKeysWith: +)
    }
    console.endProgress()
    lines += kept.filter { !$0.isLost }.compactMap(\.words)
    kept.filter(\.isLost).compactMap(\.words).forEach(console.complain)
    let known = kept.count { $0.outcome == .known }
    if known > 0 {
      lines.append("\(known) \(known == 1 ? "response shows" : "responses show") nothing that is not recorded already")
    }
    if unusable > 0 { lines.append("\(unusable) left out: no JSON, or a status that no version reads") }
    if !foreign.isEmpty {
      let hosts = foreign.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let shown = hosts.prefix(5).map { "\($0.key.printable) (\($0.value))" }.joined(separator: ", ")
      let (count, more) = (foreign.values.reduce(0, +), hosts.count - 5)
      let rest = more > 0 ? " and \(more) more \(more == 1 ? "host" : "hosts")" : ""
      lines.append("\(count) \(count == 1 ? "belongs" : "belong") to no endpoint: \(shown)\(rest)")
    }
    if lines.isEmpty, kept.isEmpty { lines.append("the archives hold no exchange") }
    try console.print(lines.map { "\($0)\n" }.joined())
    return kept.exitCode
  }
}
