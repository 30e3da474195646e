import ContractKit
import DriftModel
import DriftRules
import Foundation
import Monitoring
import PayloadShape
import Reporting
import Store

/// `driftwatch shape` and `driftwatch diff`: what an endpoint's responses look like as far as it was learned, at any time, and what differs
/// between two times.
struct ShapeCommand {
  let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  /// Forms of a shape.
  enum Format: String, CaseIterable {
    case text, tree
    case jsonSchema = "json-schema"
  }

  func run() async throws -> Int32 {
    let format = try call.choice("--format", Format.self) ?? .text
    guard call.operands.count == 1 else {
      throw CommandFailure.usage("shape needs one endpoint: ID/ENDPOINT, or a URL")
    }
    let now = Date()
    let at = try call.date("--at", now: now)
    let (ledger, place) = try await endpoint(call.operands[0])
    let key = place.key
    let version = try await shape(of: place, at: at, ledger)
    let outline = ShapeOutline(of: version.shape)
    switch format {
    case .text:
      var page = ShapePage(key, version, lines: outline.lines)
      page.unlearned = unlearned(place, by: at)
      try settings.console.print(page.text(settings.renderOptions(failOn: FailLevel(nil), showAll: true)))
    case .tree: try settings.console.print(outline.tree.map { $0.printable + "\n" }.joined())
    case .jsonSchema:
      try settings.console.print(renderedJSON(JSONSchema(outline, title: name(key))))
    }
    return 0
  }

  /// `driftwatch diff ID/ENDPOINT DATE DATE`.
  func diff() async throws -> Int32 {
    guard call.operands.count == 3 else {
      throw CommandFailure.usage("diff needs an endpoint and two dates: ID/ENDPOINT 2026-01-31 2026-02-28")
    }
    let format = try call.choice("--format", IncidentFormat.self) ?? .text
    let now = Date()
    let dates = try call.operands.dropFirst().map { try PointInTime.date($0, for: "diff", now: now) }
    guard dates[0] <= dates[1] else { throw CommandFailure.usage("diff: the first date lies after the second") }
    let (ledger, place) = try await endpoint(call.operands[0])
    let key = place.key
    let former = try await shape(of: place, at: dates[0], ledger)
    let latter = try await shape(of: place, at: dates[1], ledger)
    let changes = ShapeOutline(of: latter.shape).changes(since: ShapeOutline(of: former.shape)).map { change in
      ShapeDifference(
        rule: Rules.id(for: change.kind), path: change.path, before: change.before, after: change.after)
    }
    var query = HistoryQuery()
    (query.contract, query.endpoint, query.environment) = (key.contract, key.endpoint, key.environment)
    (query.since, query.until) = (dates[0], dates[1])
    let found = try await ledger.findingHistory(query).filter { $0.key == key }
    let history = HistoryPage(
      subject: "\(name(key)) between these days", findings: found,
      shortIDs: ReportBuilder.shortIDs(try await ledger.incidentIDs()))
    var page = DifferencePage(
      key, from: former, to: latter, dates: (dates[0], dates[1]), changes: changes, history: history)
    page.unlearned = unlearned(place, by: dates[1])
    try settings.console.print(
      page.rendered(as: format, options: settings.renderOptions(failOn: FailLevel(nil), showAll: false)))
    return 0
  }

  /// What is open at a request and no part of the shape that was learned of it by a date.
  private func unlearned(_ place: StoredRequest, by date: Date?) -> UnlearnedChanges {
    let command = settings.writtenCommands.command(
      "incidents \(shellWord(name(place.key)))", inEnvironment: true)
    return UnlearnedChanges(among: place.findings, by: date, command: command)
  }

  private func name(_ key: RequestKey) -> String { "\(key.contract)/\(key.endpoint)" }

  /// The ledger, and the request that was checked last among those of an endpoint.
  private func endpoint(_ operand: String) async throws -> (any Store, StoredRequest) {
    let ledger = try settings.existingLedger(.readOnly, missing: 3)
    try await settings.checkHistory(in: ledger)
    let all = try await ledger.requests(environment: nil)
    let targets = try LedgerTargets([operand], settings, among: all)
    var found = all.filter { targets.include($0.key) && $0.key.environment == settings.environmentName }
    if let plain = targets.plain(among: found.map { name($0.key) }) { found = found.filter { name($0.key) == plain } }
    let endpoints = Set(found.map { name($0.key) }).sorted()
    guard endpoints.count < 2 else {
      throw CommandFailure.usage(
        "\(operand.printable) has several endpoints, name one: \(endpoints.map(\.printable).joined(separator: ", "))")
    }
    guard let latest = found.max(by: { ($0.checkedAt ?? .distantPast) < ($1.checkedAt ?? .distantPast) }) else {
      throw CommandFailure(
        code: 3,
        message:
          "nothing is known of \(operand.printable) in \(settings.environmentName) yet\(targets.suggestion(among: all.map(\.key))); run \(settings.command("check")) first"
      )
    }
    if found.count > 1 {
      settings.console.complain(
        "\(operand.printable) is requested in \(found.count) ways (perspectives, versions with a query of their own); this is the one that was checked last"
      )
    }
    return (ledger, latest)
  }

  private func shape(of place: StoredRequest, at date: Date?, _ ledger: any Store) async throws -> ShapeVersion {
    let key = place.key
    // From the last check on it is the one of today, with all the responses that it was learned of.
    let date = date.flatMap { date in place.checkedAt.map { $0 <= date } == true ? nil : date }
    if let version = try await ledger.shape(of: key, at: date) { return version }
    let known = try await ledger.shapeVersions(of: key).first
    let since = known.map { "; the first shape that is kept is of \($0.at.formatted(.iso8601))" } ?? ""
    throw CommandFailure(
      code: 3,
      message:
        "nothing was learned of \(name(key).printable)\(date.map { " by \($0.formatted(.iso8601))" } ?? "")\(since)")
  }
}
