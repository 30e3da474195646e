import ContractKit
import DriftModel
import DriftRules
import Foundation
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

@Suite("GraphQL responses with errors beside their data")
struct PartialDataTests {
  private let scenario: LiveScenario

  init() throws { scenario = try LiveScenario([catalog, walk()]) }

  private func people(_ body: String) async throws -> RecordedScenario.Round {
    try scenario.tell("graphql.post", body)
    return try await scenario.round(["catalog": ["people"]])
  }

  @Test("They are examined where the contract says that the app shows them, and their errors are told by place")
  func examined() async throws {
    let round = try await people(
      """
      {"data": {"people": [{"id": 1, "owner": null}, {"id": 2, "owner": {"name": "Ada"}}]},
       "errors": [{"message": "timeout", "path": ["people", 0, "owner"]},
                  {"message": "timeout", "path": ["people", 1, "owner"]}, {"message": "later\nperhaps"}]}
      """)
    let report = try #require(round.report.endpoints.first)
    #expect(report.outcome == .ok && report.versions.first?.mappings.first?.recordsIn == 2, "\(report)")
    let finding = try #require(round.report.findings.first { $0.rule == .noticePartialData })
    #expect(finding.level == .info && finding.actual == "people[*].owner" && finding.count == 1)
    #expect(finding.message.contains("at people[*].owner") && !finding.message.contains("\n"))
    let mended = try await people(#"{"data": {"people": [{"id": 1, "owner": null}]}}"#)
    #expect(!mended.report.findings.contains { $0.rule == .noticePartialData } && mended.exitCode == 0)
  }

  @Test("An app that cannot read what is left is broken", arguments: [#"{"people": null}"#, "{}"])
  func broken(data: String) async throws {
    let round = try await people(#"{"data": \#(data), "errors": [{"message": "timeout", "path": ["people"]}]}"#)
    #expect(round.exitCode == 1)
    #expect(round.report.findings.contains { $0.rule.family == .decode && $0.level == .breaking })
  }

  @Test("Without data it is a failure; and so are errors where nothing was declared")
  func refused() async throws {
    for data in [#""data": null, "#, ""] {
      let round = try await people(#"{\#(data)"errors": [{"message": "no such field"}]}"#)
      let report = try #require(round.report.endpoints.first)
      #expect(report.outcome == .requestError && report.reason?.contains("no such field") == true, "\(report)")
    }
    try scenario.tell("graphql.post", #"{"data": {"people": []}, "errors": [{"message": "try later"}]}"#)
    let other = try await scenario.round(["walk": ["search"]])
    #expect(other.result.endpoints.first { $0.endpoint == "search" }?.outcome == .requestError)
  }

  @Test("Errors of any form end nothing, and only so many are kept")
  func hostile() async throws {
    let data = #""data": {"people": []}"#
    for errors in [
      "[1, null, [], \"x\"]", #"[{"message": 5, "path": "people"}, {"path": [null, {}, [1], true, 2.5]}]"#, "{}",
      "null",
    ] {
      #expect(try await people(#"{\#(data), "errors": \#(errors)}"#).exitCode == 0)
    }
    let many = (0..<500).map { #"{"message": "no", "path": ["p\#($0)"]}"# }.joined(separator: ",")
    let round = try await people(#"{\#(data), "errors": [\#(many)]}"#)
    let finding = try #require(round.report.findings.first { $0.rule == .noticePartialData })
    #expect(finding.message.contains("p0, p1, p10 and others"), "\(finding.message)")
  }

  @Test("Only GraphQL has partial data")
  func problems() {
    let contract = Contract("shop", baseURL: "https://example.com") { Endpoint("list", get: "/list").partialData() }
    #expect(contract.problems().count == 1)
  }
}
