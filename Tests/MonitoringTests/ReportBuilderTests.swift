import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import StoreSQL
import StoreSQLite
import OmgLol
import PlatziStore
import Testing

@testable import Monitoring

/// What a report takes from the ledger, and what it leaves there.
@Suite struct ReportBuilderTests {
  private func scenario() async throws -> (RecordedScenario, StoredRequest) {
    let scenario = try RecordedScenario([platziStore], from: ["PlatziStore"])
    scenario.selection = ["platzi-store": ["categories"]]
    try await scenario.round()
    return (scenario, try #require(try await scenario.ledger.requests(environment: nil).first))
  }

  /// Stores a break at another place, as if it had been found live, elsewhere or by former code.
  private func storeBreak(at key: RequestKey, signature: String, in ledger: SQLiteStore) async throws {
    let round = try await ledger.beginRound(
      startedAt: Date(timeIntervalSince1970: 1_772_366_400), source: .live, environment: key.environment,
      buildID: "build 1")
    let finding = Finding(
      rule: .decodeKeyNotFound, level: .breaking, key: key, path: "$[*].name",
      versions: [AffectedVersion(version: "v1", losesResponse: true)], message: "It is gone.")
    let date = Date(timeIntervalSince1970: 1_772_366_400)
    let update = IncidentUpdate(
      key: key, findings: [finding], known: [],
      now: FirstObservation(at: date, lastGoodAt: nil, responsesBefore: 0))
    var evaluation = Evaluation(
      key: key, signature: signature, round: round, at: date,
      report: EndpointReport(
        contract: key.contract, endpoint: key.endpoint, environment: key.environment,
        perspective: key.perspective, outcome: .drift),
      findings: update.findings)
    (evaluation.incidents, evaluation.transitions) = (update.incidents, update.transitions)
    try await ledger.commit(evaluation)
    try await ledger.endRound(round, at: date, seconds: 0, exitCode: 1)
  }

  @Test("Live responses and recorded ones are two entries, and each report counts its own findings only")
  func perspectives() async throws {
    let (scenario, stored) = try await scenario()
    var live = stored.key
    live.perspective = "default"
    try await storeBreak(at: live, signature: stored.signature, in: scenario.ledger)
    let builder = ReportBuilder(contracts: [platziStore], environment: "production")
    let endpoints = try await builder.storedEndpoints(in: scenario.ledger)
    #expect(endpoints.map(\.perspective) == ["default", "recorded"])
    #expect(endpoints.map(\.outcome) == [.drift, .ok])
    let recorded = try await scenario.round()
    #expect(recorded.exitCode == 0)
    #expect(recorded.report.incidents == [])
  }

  @Test("What belongs to a request that no release sends any more is history, and so is another environment's")
  func history() async throws {
    let (scenario, stored) = try await scenario()
    var former = stored.key
    former.request = "0123456789abcdef"
    try await storeBreak(at: former, signature: "GET /categories?old=1", in: scenario.ledger)
    var staging = stored.key
    staging.environment = "staging"
    try await storeBreak(at: staging, signature: stored.signature, in: scenario.ledger)
    let round = try await scenario.round()
    #expect(round.exitCode == 0)
    #expect(round.alarms == [])
    #expect(round.report.incidents == [])
  }

  @Test("What follows the links of a response that could not be had is not checked, and says why")
  func followers() async throws {
    let scenario = try RecordedScenario([omgLol], from: ["OmgLol"])
    scenario.selection = ["omg-lol": ["purls", "purl"]]
    let before = try await scenario.round()
    #expect(before.outcome("purl") == .ok)
    try scenario.setStatus("omg-lol/address/foo/purls", 401)
    let round = try await scenario.round()
    #expect(round.outcome("purls") == .auth)
    #expect(round.outcome("purl") == .notChecked)
    #expect(round.endpoint("purl")?.reason == "purls could not be checked, and this follows it")
    #expect(round.happenings == [])
    #expect(round.exitCode == 1, "the counter is still broken")
    try scenario.setStatus("omg-lol/address/foo/purls", 200)
    let after = try await scenario.round()
    #expect(after.outcome("purl")?.isChecked == true)
    #expect(after.endpoint("purl")?.versions.map(\.verdict) == before.endpoint("purl")?.versions.map(\.verdict))
    #expect(after.happenings == [])
  }

  @Test("Ids are shortened as far as they stay unique")
  func shortIDs() {
    let ids = ["0123456789abcdef", "01234aaaaaaaaaaa", "ffffffffffffffff"]
    #expect(
      ReportBuilder.shortIDs(ids)
        == [ids[0]: "012345", ids[1]: "01234A", ids[2]: "FFFF"])
  }
}
