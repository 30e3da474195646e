import DriftModel
import DriftRules
import Foundation
import Store
import Reporting

/// The acceptances in the ledger and in files, to list and withdraw them.
struct AcceptanceList {
  let settings: CommandSettings

  init(_ settings: CommandSettings) { self.settings = settings }

  private struct Item {
    let id: String
    let contract: String
    let acceptance: Acceptance
    /// The file; `nil` for the ledger.
    let path: String?
    /// When it was withdrawn, if a baseline keeps it; `nil` if it counts.
    var withdrawnAt: Date?
  }

  /// What is accepted: `platzi-store/products field-removed at $[*].x`.
  static func subject(_ acceptance: Acceptance, _ contract: String) -> String {
    let what = acceptance.path.isEmpty ? acceptance.subject.map { " of \($0)" } ?? "" : " at \(acceptance.path)"
    return "\(contract)/\(acceptance.endpoint) \(acceptance.rule.rawValue)\(what)"
  }

  /// Lists them.
  ///
  /// - Returns: The exit code.
  /// - Throws: `CommandFailure` with exit code 2 for a ledger that `--db` names and that is not there, after what files accept was listed.
  func list() async throws -> Int32 {
    let (counting, ledger) = try await items()
    // Where none was named, a fresh checkout may have nothing but files.
    let missing =
      ledger == nil && settings.call.settings["db"] != nil
      ? "there is no ledger at \(try settings.shownLedger()): only what files accept is listed" : nil
    let uses = try await ledger?.acceptanceUses() ?? [:]
    let withdrawn = try await ledger?.withdrawnAcceptances(contract: nil) ?? []
    let items =
      counting
      + withdrawn.map {
        Item(
          id: $0.id, contract: $0.contract, acceptance: $0.acceptance, path: nil, withdrawnAt: $0.withdrawnAt)
      }
    try settings.console.print(Self.page(items, uses))
    guard let missing else { return 0 }
    guard settings.call.given("--db") == nil else { throw CommandFailure.usage(missing) }
    settings.console.complain(missing)
    return 0
  }

  private static func page(_ items: [Item], _ uses: [String: AcceptanceUse]) -> String {
    guard !items.isEmpty else { return "Nothing is accepted.\n" }
    var page = Document()
    let width = width(items.map(\.id))
    let indent = String(repeating: " ", count: width + 2)
    for item in items {
      page.paragraph(subject(item.acceptance, item.contract), label: "\(item.id.prefix(width))  ")
      page.paragraph(words(item), label: indent)
      page.paragraph(use(uses[item.id], of: item), label: indent)
    }
    return page.text()
  }

  /// Who, since and until when, for what, and why.
  private static func words(_ item: Item) -> String {
    let acceptance = item.acceptance
    var words = "by \(acceptance.by)"
    if acceptance.acceptedAt.timeIntervalSince1970 > 0 { words += " on \(acceptance.acceptedAt.dayWords)" }
    if let until = acceptance.until {
      words += until <= Date() ? ", over since \(until.dayWords)" : ", until \(until.dayWords)"
    }
    if let date = item.withdrawnAt { words += ", withdrawn on \(date.dayWords)" }
    if let versions = acceptance.versions { words += ", in \(versions.joined(separator: ", "))" }
    if let form = acceptance.formWords { words += ", as \(form)" }
    if let level = acceptance.upTo { words += ", up to \(level.rawValue)" }
    return words + ": \(acceptance.reason)"
  }

  /// When it was used last, and where it is stored.
  private static func use(_ use: AcceptanceUse?, of item: Item) -> String {
    let matched = use?.lastMatchedAt.map { "last matched \($0.formatted(.iso8601))" } ?? "matched nothing yet"
    if item.withdrawnAt != nil { return "\(matched), counts no more; the baseline keeps it" }
    return "\(matched)\(use?.appliedAt == nil ? "" : ", part of the baseline"), in \(item.path ?? "the ledger")"
  }

  func withdraw(_ text: String) async throws -> Int32 {
    guard IncidentLookup.isPrefix(text) else {
      throw CommandFailure.usage(
        "--withdraw: \"\(text.prefix(40))\" is no id; \(settings.command("accept --list")) shows them")
    }
    let (items, ledger) = try await items()
    let matches = items.filter { $0.id.hasPrefix(text.lowercased()) }
    guard let item = matches.first else {
      throw CommandFailure.usage(
        "--withdraw: nothing accepted has the id \(text); \(settings.command("accept --list")) shows them")
    }
    guard Set(matches.map(\.id)).count == 1 else {
      throw CommandFailure.usage("--withdraw: \(text) begins \(matches.count) ids; give more digits")
    }
    let applied = try await ledger?.acceptanceUses()[item.id]?.appliedAt
    var page = Document()
    page.paragraph("withdrawn: \(Self.subject(item.acceptance, item.contract))", hanging: 2)
    for match in matches {
      if let path = match.path {
        let lock = try FolderLock(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        defer { withExtendedLifetime(lock) {} }
        var file = try AcceptedFile(path: path)
        file.entries.removeAll { $0.acceptance.id(contract: $0.contract ?? match.contract) == match.id }
        try file.write()
        page.line("taken out of \(path); commit it")
      } else {
        try await settings.existingLedger(.readWrite).withdrawAcceptance(id: match.id, at: Date())
      }
    }
    if let applied {
      page.paragraph(
        "It became part of the baseline on \(applied.dayWords), and the baseline keeps it: it is not reported again, though new changes are. If that was a mistake, go back to a copy of the ledger from before that day; there is no other way to the former shape."
      )
    }
    try settings.console.print(page.text())
    return 0
  }

  /// Everything accepted, those in files first; the ledger may be missing, as in a fresh checkout.
  private func items() async throws -> ([Item], (any Store)?) {
    let files = try AcceptedFiles(settings)
    var items: [Item] = []
    for place in files.places {
      items.append(
        Item(
          id: place.acceptance.id(contract: place.contract), contract: place.contract, acceptance: place.acceptance,
          path: place.path))
    }
    guard try settings.hasLedger() else { return (items, nil) }
    let ledger = try settings.existingLedger(.readOnly)
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
