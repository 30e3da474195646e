import ContractKit
import DriftModel
import DriftRules
import Examination
import Foundation
import Recording
import Store
import System

/// The files of a backtest as rounds: each is one response, which the stages of a round evaluate and commit.
struct BacktestRounds {
  private let backtest: Backtest
  private let group: RequestGroup
  private let store: any Store
  private var reporter = BacktestReporter()
  private var clock: Date
  /// What is remembered after the last file: what the store would give.
  private(set) var memory: RequestMemory
  /// Incidents that were opened.
  private(set) var opened = 0
  /// The state after the last file.
  private(set) var state = ExitState(endpoints: [], findings: [], failOn: FailLevel(nil), allowIncomplete: false)

  /// All files are responses to one request, because their names are no URLs.
  private static let url = "backtest"

  init(_ backtest: Backtest) async throws {
    (self.backtest, store) = (backtest, backtest.store)
    group = backtest.group
    clock = backtest.plan.clock
    let query = MemoryQuery(key: group.key, signature: group.signature, urls: [Self.url], depth: .whole)
    memory = try await store.memory(of: [query])[group.key] ?? RequestMemory()
    _ = reporter.report(
      memory.findings, transitions: [], incidents: memory.incidents, pendingChanges: memory.pendingChanges)
  }

  /// Takes one response through a round.
  ///
  /// - Parameters:
  ///   - number: Number of the file, from 1.
  ///   - file: Its name.
  ///   - response: Its content.
  ///   - facts: Facts about it; `nil` if it could not be read.
  /// - Returns: What is reported.
  /// - Throws: `StoreError`.
  mutating func step(_ number: Int, file: String, _ response: SourcedResponse, _ facts: Examination?) async throws
    -> BacktestStep
  {
    if let date = Self.date(of: file) {
      clock = max(number == 1 ? .distantPast : clock, date)
    } else if number > 1 {
      clock = clock.addingTimeInterval(backtest.endpoint.interval.seconds)
    }
    let context = try await beginRound()
    let group = self.group.at(clock)
    var tally = RoundTally([])
    var supplies = RoundSupplies(found: FoundValues(), sourcesOfWrites: [])
    let requests = [Self.request(of: group)]
    let resolved = ResolveStage(context: context).resolved(group, requests, memory.present, supplies)
    var checked = CheckedRequest(resolved, responses: [response])
    ExamineStage(context: context).carryForward(&checked)
    if !checked.isCarriedForward { checked.responses[0].facts = facts?.judged(by: group.versions.map(\.id)) }
    let result = try await EvaluateStage(context: context).run(checked)
    try await CommitStage(context: context).run(result, &tally, &supplies)
    try await store.endRound(context.number, at: clock, seconds: 0, exitCode: tally.exitCode(lasting: []))

    if let evaluation = result.evaluation { memory = memory.applying(evaluation) }
    let transitions = result.evaluation?.transitions ?? []
    opened += transitions.count { $0.kind == .opened }
    state = ExitState(
      endpoints: [result.report], findings: memory.findings, failOn: backtest.failOn, allowIncomplete: false)
    var step = BacktestStep(step: number, file: file, outcome: result.report.outcome, reason: result.report.reason)
    // What some versions were not judged on, the others were.
    if step.outcome.isChecked || result.report.examined > 0 {
      step.findings = reporter.report(
        memory.findings, transitions: transitions, incidents: memory.incidents, pendingChanges: memory.pendingChanges)
    }
    return step
  }

  private func beginRound() async throws -> RoundContext {
    var plan = backtest.plan
    plan.clock = clock
    let number = try await store.beginRound(
      startedAt: clock, source: .directory, environment: plan.environment, buildID: plan.buildID)
    return backtest.context(plan, number: number)
  }

  private static func request(of group: RequestGroup) -> ConcreteRequest {
    ConcreteRequest(
      contract: group.contract.id, endpoint: group.endpoint.id, method: group.request.method, url: url, headers: [])
  }

  /// The date that a part of a path begins with: `2026-01-30/products.json`, `products/2026-01-30T14:00.json`.
  private static func date(of file: String) -> Date? {
    for part in file.split(separator: "/").reversed() {
      if let date = RecordingsFolder.date(of: String(part)) { return date }
    }
    return nil
  }
}

extension Examination {
  /// The facts without those of other versions: all versions are run on a file before it is known which had shipped.
  fileprivate func judged(by versions: [String]) -> Examination {
    var facts = self
    facts.versions.removeAll { !versions.contains($0.version) }
    return facts
  }
}
