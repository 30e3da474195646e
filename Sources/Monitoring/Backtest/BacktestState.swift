import ContractKit
import DriftModel
import DriftRules
import Examination
import Foundation
import Store
import PayloadShape

/// The state of a backtest between two files.
struct BacktestState {
  private let backtest: Backtest
  private let group: RequestGroup
  private(set) var known: RequestMemory
  private var telling = BacktestTelling()
  private var clock: Date
  /// The last response that was examined.
  var last: (body: [UInt8], facts: Examination)?
  private(set) var lastFacts: Examination?
  private(set) var lastOutcome = Outcome.notChecked
  private(set) var opened = 0
  /// The memory after the last judged response, if it is not in the ledger yet.
  private var unsaved: Evaluation?
  /// The last recorded step.
  private var recorded: Evaluation?
  private var hasStoredBaseline = false

  /// The baseline is written to a ledger after so many steps, and after the last one.
  private static let stepsBetweenBaselines = 50

  init(_ backtest: Backtest) async throws {
    self.backtest = backtest
    group = backtest.group
    clock = backtest.start
    known = RequestMemory()
    if let ledger = backtest.ledger {
      let query = MemoryQuery(key: group.place, signature: group.signature)
      known = try await ledger.memory(of: [query])[group.place] ?? RequestMemory()
      hasStoredBaseline = known.baseline != nil
      _ = telling.tell(
        known.findings, transitions: [], incidents: known.incidents, pendingChanges: known.pendingChanges)
    }
  }

  /// Judges one response.
  mutating func step(_ number: Int, file: String, _ response: SourcedResponse, _ facts: Examination?) async throws
    -> BacktestStep
  {
    if let date = Self.date(of: file) {
      clock = max(clock == backtest.start && number == 1 ? .distantPast : clock, date)
    } else if number > 1 {
      clock = clock.addingTimeInterval(backtest.endpoint.interval.seconds)
    }
    if response.outcome == nil { lastFacts = facts }
    let outcome = ResponseVerdict(response, facts)
    guard outcome.outcome == nil, let facts else {
      lastOutcome = outcome.outcome ?? .notChecked
      try await record(nil, number, response, outcome: lastOutcome)
      return BacktestStep(step: number, file: file, outcome: lastOutcome, reason: outcome.reason)
    }
    let result = evaluate(
      known,
      RequestFacts(
        request: group.place, signature: group.signature, versions: group.versionInfos, outlines: group.outlines,
        responses: [RequestFacts.Response(url: file, examination: facts)], round: number, clock: clock,
        settings: EvaluationSettings(
          levels: backtest.levels, acceptances: backtest.acceptances, hasUnknownReaders: backtest.hasUnknownReaders)))
    known = known.applying(result)
    opened += result.transitions.count { $0.kind == .opened }
    lastOutcome = result.report.outcome
    try await record(result, number, response, outcome: lastOutcome)
    let findings = telling.tell(
      result.findings, transitions: result.transitions, incidents: known.incidents, pendingChanges: known.pendingChanges
    )
    return BacktestStep(step: number, file: file, outcome: lastOutcome, findings: findings)
  }

  /// Writes the baseline that was not written yet, and leaves the state as the last step left it.
  mutating func finish() async throws {
    guard let ledger = backtest.ledger, let learned = unsaved, var last = recorded else { return }
    unsaved = nil
    last.round = try await beginRound(ledger)
    (last.responses, last.incidents, last.transitions, last.mappingCounts) = ([], [], [], [:])
    (last.failures, last.changes, last.isGood) = ([:], [], false)
    (last.baseline, last.baselineResponses) = (learned.baseline, learned.baselineResponses)
    try await ledger.commit(last)
    try await ledger.endRound(last.round, at: clock, seconds: 0, exitCode: Self.exitCode(last.report.outcome))
  }

  private mutating func record(_ result: Evaluation?, _ number: Int, _ response: SourcedResponse, outcome: Outcome)
    async throws
  {
    guard let ledger = backtest.ledger else { return }
    let round = try await beginRound(ledger)
    var report = EndpointReport(
      contract: group.place.contract, endpoint: group.place.endpoint, environment: group.place.environment,
      perspective: group.place.perspective, outcome: outcome)
    report.requests = 1
    report.checkedAt = clock
    var saved =
      result
      ?? Evaluation(
        place: group.place, signature: group.signature, round: round, at: clock, report: report,
        findings: known.findings)
    saved.round = round
    // A response without facts cannot be carried forward.
    saved.responses = [
      ResponseRecord(
        url: "backtest", outcome: outcome, bytes: response.body.count, bodyDigest: nil, buildID: backtest.buildID)
    ]
    // The first is written at once, because changes are reported against it.
    if let result, number % Self.stepsBetweenBaselines != 0, hasStoredBaseline {
      unsaved = result
      saved.baseline = nil
    } else if result != nil {
      unsaved = nil
      hasStoredBaseline = hasStoredBaseline || saved.baseline != nil
    }
    recorded = saved
    try await ledger.commit(saved)
    try await ledger.endRound(round, at: clock, seconds: 0, exitCode: Self.exitCode(outcome))
  }

  private static func exitCode(_ outcome: Outcome) -> Int { outcome == .drift ? 1 : outcome.isChecked ? 0 : 3 }

  private func beginRound(_ ledger: any Store) async throws -> Int {
    try await ledger.beginRound(
      startedAt: clock, source: .directory, environment: backtest.environment, buildID: backtest.buildID)
  }

  /// The date that a part of a path begins with: `2026-01-30/products.json`, `products/2026-01-30T14:00.json`.
  private static func date(of file: String) -> Date? {
    for part in file.split(separator: "/").reversed() {
      if let date = RecordedRounds.date(of: String(part)) { return date }
    }
    return nil
  }
}
