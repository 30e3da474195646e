import ContractKit
import DriftModel
import DriftRules
import Examination
import Foundation
import JSONDocument
import Store
import StoreSQL
import StoreSQLite
import PayloadShape

@testable import Monitoring

/// Responses one after another as a backtest judges them, without a worker: shapes only, since nobody is known to read them.
struct ResponseSequence {
  private var rounds: BacktestRounds
  private var number = 0
  /// Everything that was told, each with its step.
  private(set) var told: [(step: Int, finding: BacktestFinding)] = []
  /// Outcomes of the steps that are not `ok` or `drift`.
  private(set) var failures: [String] = []

  init() async throws {
    let endpoint = Endpoint("responses", get: "/")
    let contract = Contract("backtest") { endpoint }
    var plan = Round.Plan(
      contracts: [contract], clock: Date(timeIntervalSince1970: 1_700_000_000), buildID: "none")
    plan.withoutReaders = [contract.id]
    rounds = try await BacktestRounds(
      Backtest(plan, contract: contract, endpoint: endpoint, examiner: Examiner(), store: MemoryStore()))
  }

  /// What is remembered, oldest first.
  var incidents: [Incident] { rounds.memory.incidents }

  /// Judges the response with this text.
  mutating func add(_ text: String) async throws {
    do {
      try await add(PayloadShape(of: JSONDocument(Array(text.utf8))))
    } catch let error as JSONSyntaxError {
      try await add(Examination(text: .notJSON(reason: "\(error)")))
    }
  }

  /// Judges a response of this shape.
  mutating func add(_ shape: PayloadShape) async throws { try await add(Examination(shape: shape)) }

  private mutating func add(_ facts: Examination) async throws {
    number += 1
    var response = SourcedResponse()
    response.body = Array("\(number)".utf8)  // Equal responses would be carried forward.
    let step = try await rounds.step(number, file: "response", response, facts)
    if !step.outcome.isChecked { failures.append("\(number) \(step.outcome.rawValue)") }
    told += step.findings.map { (number, $0) }
  }

  /// What was told in short, in order: `21 open field-removed $[*].price`. Information is said as such, the rest is warnings.
  var words: [String] {
    told.map { step, finding in
      let state = finding.level == .info && finding.state == .open ? "info" : finding.state.rawValue
      return "\(step) \(state) \(finding.rule.rawValue) \(finding.path)"
    }
  }

  /// The hints of what was told.
  var hints: [String] { told.compactMap(\.finding.hint) }
}
