import ContractKit
import DriftAnalysis
import Foundation
import Ledger
import Monitoring

/// `driftwatch status`: whether the monitor is alive; 3 when the last complete round is too old or there is none.
struct StatusCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let shortest = settings.contracts.flatMap(\.endpoints).filter { !$0.writes }.map(\.interval.seconds).min() ?? 900
    let limit = try settings.call.seconds("--max-age") ?? max(600, shortest * 2)
    let path = try settings.ledgerPath()
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure.notChecked("no ledger at \(path): no round was ever run")
    }
    let ledger = try Ledger(path: path, access: .readOnly)
    guard let complete = try await ledger.lastRound(completeOnly: true), let end = complete.finishedAt else {
      throw CommandFailure.notChecked("no round was ever completed in \(path)")
    }
    let last = try await ledger.lastRound(completeOnly: false)
    let age = Date().timeIntervalSince(end)
    let open = try await ledger.incidents().count { $0.isOpen }
    var text = "last complete round \(complete.number) ended \(end.formatted(.iso8601)), \(Self.words(age)) ago\n"
    if let last, last.number > complete.number {
      text +=
        "round \(last.number) began \(last.startedAt.formatted(.iso8601)) and has no end: it runs or was interrupted\n"
    }
    text += "\(open) open incident\(open == 1 ? "" : "s"), \(try await ledger.roundCount()) rounds, \(path)\n"
    if !settings.call.has("--quiet") { try settings.console.print(text) }
    guard age <= limit else {
      throw CommandFailure.notChecked(
        "the last complete round is \(Self.words(age)) old, over the limit of \(Self.words(limit)): is the monitor running?"
      )
    }
    return 0
  }

  static func words(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds))
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min" }
    return whole < 172_800 ? "\(whole / 3600) h" : "\(whole / 86400) days"
  }
}
