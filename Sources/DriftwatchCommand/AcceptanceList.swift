import DriftAnalysis
import Foundation
import Ledger

/// What is accepted, in the ledger and in files, to be listed and taken back.
struct AcceptanceList {
  let settings: CommandSettings

  init(_ settings: CommandSettings) { self.settings = settings }

  private struct Item {
    let id: String
    let contract: String
    let acceptance: Acceptance
    /// The file; `nil`: the ledger.
    let path: String?
  }

  /// What is accepted: `platzi-store/products field-removed at $[*].x`.
  static func subject(_ acceptance: Acceptance, _ contract: String) -> String {
    let what = acceptance.path.isEmpty ? acceptance.subject.map { " of \($0)" } ?? "" : " at \(acceptance.path)"
    return "\(contract)/\(acceptance.endpoint) \(acceptance.rule.rawValue)\(what)"
  }

  func list() async throws -> Int32 {
    let (items, ledger) = try await items()
    let uses = try await ledger?.acceptanceUses() ?? [:]
    var text = items.isEmpty ? "Nothing is accepted.\n" : ""
    let width = Self.width(items.map(\.id))
    for item in items {
      let acceptance = item.acceptance
      let isOver = acceptance.until.map { $0 <= Date() } ?? false
      text += "\(item.id.prefix(width))  \(Self.subject(acceptance, item.contract))\n"
      var words = "by \(acceptance.by)"
      if acceptance.acceptedAt.timeIntervalSince1970 > 0 { words += " on \(acceptance.acceptedAt.dayWords)" }
      if let until = acceptance.until {
        words += isOver ? ", over since \(until.dayWords)" : ", until \(until.dayWords)"
      }
      if let versions = acceptance.versions { words += ", in \(versions.joined(separator: ", "))" }
      if let form = acceptance.form { words += ", as \(form)" }
      if let level = acceptance.upTo { words += ", up to \(level.rawValue)" }
      words += ": \(acceptance.reason)"
      text += CommandHelp.wrapped(words, indent: String(repeating: " ", count: width + 2))
      let use = uses[item.id]
      let matched = use?.lastMatchedAt.map { "last matched \($0.formatted(.iso8601))" } ?? "matched nothing yet"
      let applied = use?.appliedAt == nil ? "" : ", part of the baseline"
      text += CommandHelp.wrapped(
        "\(matched)\(applied), in \(item.path ?? "the ledger")", indent: String(repeating: " ", count: width + 2))
    }
    try settings.console.print(text.printableLines)
    return 0
  }

  func withdraw(_ text: String) async throws -> Int32 {
    guard IncidentLookup.isPrefix(text) else {
      throw CommandFailure.usage("--withdraw: \"\(text.prefix(40))\" is no id; driftwatch accept --list shows them")
    }
    let (items, _) = try await items()
    let matches = items.filter { $0.id.hasPrefix(text.lowercased()) }
    guard let item = matches.first else {
      throw CommandFailure.usage("--withdraw: nothing accepted has the id \(text); driftwatch accept --list shows them")
    }
    guard Set(matches.map(\.id)).count == 1 else {
      throw CommandFailure.usage("--withdraw: \(text) begins \(matches.count) ids; give more digits")
    }
    var words = "withdrawn: \(Self.subject(item.acceptance, item.contract))\n"
    for match in matches {
      if let path = match.path {
        var file = try AcceptedFile(path: path)
        file.entries.removeAll { $0.acceptance.id(contract: $0.contract ?? match.contract) == match.id }
        try file.write()
        words += "taken out of \(path); commit it\n"
      } else {
        try await settings.existingLedger(.readWrite).withdrawAcceptance(id: match.id)
      }
    }
    try settings.console.print(words.printableLines)
    return 0
  }

  /// Everything accepted, those in files first; the ledger may be missing, as in a fresh checkout.
  private func items() async throws -> ([Item], Ledger?) {
    let files = try AcceptedFiles(settings)
    var items: [Item] = []
    for place in files.places {
      items.append(
        Item(
          id: place.acceptance.id(contract: place.contract), contract: place.contract, acceptance: place.acceptance,
          path: place.path))
    }
    let path = try settings.ledgerPath()
    guard FileManager.default.fileExists(atPath: path) else { return (items, nil) }
    let ledger = try Ledger(path: path, access: .readOnly)
    for stored in try await ledger.acceptances(contract: nil) {
      items.append(Item(id: stored.id, contract: stored.contract, acceptance: stored.acceptance, path: nil))
    }
    return (items, ledger)
  }

  /// Digits by which all ids differ, at least eight.
  private static func width(_ ids: [String]) -> Int {
    let all = Set(ids)
    return (8...16).first { width in Set(all.map { $0.prefix(width) }).count == all.count } ?? 16
  }
}
