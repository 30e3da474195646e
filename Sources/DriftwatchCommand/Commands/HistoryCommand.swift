import ContractKit
import DriftModel
import Foundation
import Monitoring
import PayloadShape
import Reporting
import Store

/// `driftwatch history` and `driftwatch export`: what was found over time, for people and as rows for other programs.
struct HistoryCommand {
  let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let format = try call.choice("--format", IncidentFormat.self) ?? .text
    let (ledger, targets, query) = try await asked()
    var page = HistoryPage(subject: targets.words, findings: try await findings(ledger, targets, query))
    page.listingCommand = settings.command(again: "history --all")
    page.shortIDs = ReportBuilder.shortIDs(try await ledger.incidentIDs())
    let options = settings.renderOptions(failOn: FailLevel(nil), showAll: call.has("--all"))
    try settings.console.print(page.rendered(as: format, options: options))
    return 0
  }

  /// What the rows are of.
  enum Rows: String, CaseIterable { case findings, records }

  /// `driftwatch export`.
  func export() async throws -> Int32 {
    let format = try call.choice("--format", ExportFormat.self) ?? .jsonl
    let rows = try call.choice("--rows", Rows.self) ?? .findings
    if rows == .records, call.has("--path") {
      throw CommandFailure.usage("export --rows records has no option --path: counts of records have no path")
    }
    let (ledger, targets, query) = try await asked()
    switch rows {
    case .findings: try settings.console.print(exported(try await findings(ledger, targets, query), as: format))
    case .records:
      let counts = try await ledger.recordCounts(query).filter { targets.include($0.key) }
      try settings.console.print(exported(counts, as: format))
    }
    return 0
  }

  private func asked() async throws -> (any Store, LedgerTargets, HistoryQuery) {
    let ledger = try settings.existingLedger(.readOnly, missing: 3)
    try await settings.checkHistory(in: ledger)
    let targets = try LedgerTargets(call.operands, settings, among: try await ledger.requests(environment: nil))
    var query = targets.query(environment: settings.environmentName)
    let now = Date()
    (query.since, query.until) = (try call.date("--since", now: now), try call.date("--until", now: now))
    if let since = query.since, let until = query.until, since > until {
      throw CommandFailure.usage("--since lies after --until")
    }
    query.path = try call.pattern("--path")
    return (ledger, targets, query)
  }

  private func findings(
    _ ledger: any Store, _ targets: LedgerTargets, _ query: HistoryQuery
  ) async throws -> [FindingInterval] {
    try await ledger.findingHistory(query).filter { targets.include($0.key) }
  }
}
