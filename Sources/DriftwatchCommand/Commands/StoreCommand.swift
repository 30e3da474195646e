import DriftModel
import ContractKit
import Foundation
import Store
import Monitoring

/// `driftwatch store`: removes old data from the ledger, finds damage in it, copies it, moves it, and lets an endpoint be learned anew.
struct StoreCommand {
  let settings: CommandSettings
  private var call: CommandCall { settings.call }

  /// What it does.
  enum Task: String, CaseIterable { case prune, verify, forget, backup, move }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    guard let word = call.operands.first else {
      throw CommandFailure.usage("store needs prune, verify, forget ID/ENDPOINT, backup FILE or move FILE-OR-URL")
    }
    let task = try CommandCall.choice(word, of: Task.self, for: "store")
    let takesOne = [.forget, .backup, .move].contains(task)
    if let extra = call.operands.dropFirst(takesOne ? 2 : 1).first {
      throw CommandFailure.usage("store \(word) takes no \(takesOne ? "second " : "")argument \"\(extra)\"")
    }
    if task != .prune, let option = ["--keep-days", "--dry-run"].first(where: call.has) {
      throw CommandFailure.usage("store \(word) has no option \(option); it is for store prune")
    }
    if task != .forget, call.has("--environment") {
      throw CommandFailure.usage("store \(word) has no option --environment; it is for store forget")
    }
    switch task {
    case .prune: return try await prune()
    case .verify: return try await verify()
    case .forget: return try await StoreForgetting(settings: settings).run(call.operands.dropFirst().first)
    case .backup: return try await backUp(to: call.operands.dropFirst().first)
    case .move: return try await move(to: call.operands.dropFirst().first)
    }
  }

  /// A copy of the ledger as it is at one moment, also while rounds run.
  private func backUp(to file: String?) async throws -> Int32 {
    guard let file, !file.isEmpty else { throw CommandFailure.usage("store backup needs a file that is not there yet") }
    let path = try await settings.backUpLedger(to: file)
    try settings.console.print(
      "\(path.printable) is a copy of the ledger; use it with --db, or restore it by moving it back\n")
    return 0
  }

  /// A ledger elsewhere with all that this one holds, which stays as it is.
  private func move(to name: String?) async throws -> Int32 {
    guard let name, !name.isEmpty else {
      throw CommandFailure.usage("store move needs a new file, or postgres://HOST/DATABASE")
    }
    let (ledger, rows) = try await settings.moveLedger(to: name)
    do {
      let problems = try await ledger.verify()
      if !problems.isEmpty {
        throw CommandFailure.store(
          "\(Self.count(problems)) in the copy, \(ledger.location): \(problems[0]); go on with the old one")
      }
    } catch StoreError.newerContent {
      // What a newer program wrote is copied as it is.
    }
    try settings.console.print(
      "\(name.printable) holds all of it, \(rows) rows; name it with --db or in the configuration.\n"
        + "The old one stays as it is: \(try settings.ledgerPath().printable)\n")
    return 0
  }

  private static func count(_ problems: [String]) -> String {
    "\(problems.count) problem\(problems.count == 1 ? "" : "s")"
  }

  private func verify() async throws -> Int32 {
    let ledger = try settings.existingLedger(.readOnly)
    let problems = try await ledger.verify()
    guard problems.isEmpty else {
      try settings.console.print(problems.map { $0.printable + "\n" }.joined())
      throw CommandFailure.store(
        "\(Self.count(problems)) in \(ledger.location); restore a copy, or move it away")
    }
    let (incidents, rounds) = (try await ledger.incidents().count, try await ledger.roundCount())
    try settings.console.print(
      "\(ledger.location) is sound: \(rounds) round\(rounds == 1 ? "" : "s"), \(incidents) incident\(incidents == 1 ? "" : "s")\n"
    )
    return 0
  }

  private func prune() async throws -> Int32 {
    let policy = try policy()
    let ledger = try settings.existingLedger(call.has("--dry-run") ? .readOnly : .readWrite)
    let isRehearsal = call.has("--dry-run")
    let summary = try await ledger.prune(keeping: policy, now: Date(), isRehearsal: isRehearsal)
    try settings.console.print(Self.words(summary, isRehearsal ? "would remove" : "removed"))
    return 0
  }

  private func policy() throws -> PrunePolicy {
    var policy = PrunePolicy()
    if let text = call.value("--keep-days") {
      guard let days = Int(text), (1...36_500).contains(days) else {
        throw CommandFailure.usage("--keep-days needs a whole number of days from 1 on, not \"\(text)\"")
      }
      policy = PrunePolicy(everythingFor: Double(days) * PrunePolicy.day)
    }
    // Declared requests are kept, even if they are checked rarely.
    policy.declared = DeclaredRequest.all(of: settings.contracts)
    return policy
  }

  private static func words(_ summary: PruneSummary, _ verb: String) -> String {
    let parts = [
      (summary.responses, "response", "responses"), (summary.mappingCounts, "count of a mapping", "counts of mappings"),
      (summary.rounds, "round", "rounds"), (summary.incidents, "incident", "incidents"),
      (summary.findings, "finding of the past", "findings of the past"),
      (summary.shapes, "former shape", "former shapes"),
      (summary.requestKeys, "request that is gone", "requests that are gone"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    let what = parts.isEmpty ? "nothing is old enough" : "\(verb) \(parts.joined(separator: ", "))"
    let size = "\(bytes(summary.bytesBefore)) -> \(bytes(summary.bytesAfter))"
    let rest = summary.isCompacted ? "" : "; the free space stays in the file for what comes next"
    return "\(what); \(size)\(rest)\n"
  }

  private static func bytes(_ count: Int) -> String {
    count < 10_000_000 ? "\((count + 999) / 1000) kB" : "\(count / 1_000_000) MB"
  }
}
