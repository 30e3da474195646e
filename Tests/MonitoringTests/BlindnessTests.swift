import ContractKit
import DriftModel
import DriftRules
import Foundation
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

/// A way to get no response that counts.
struct Miss: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var status = 200
  var body = "{}"
  let rule: RuleID
  let outcome: Outcome
}

@Suite("What cannot be checked for long is an incident of its own")
struct BlindnessTests {
  private let list = ["walk": Set(["list"])]
  private let day = 86_400.0

  @Test(
    "After two checks and half an hour without a response there is one incident, which the next response resolves",
    arguments: [
      Miss(testDescription: "503", status: 503, rule: .watchUnreachable, outcome: .outage),
      Miss(testDescription: "401", status: 401, rule: .watchRefused, outcome: .auth),
      Miss(testDescription: "418", status: 418, rule: .watchRefused, outcome: .requestError),
      Miss(testDescription: "HTML", body: "<html>", rule: .watchUnreadable, outcome: .notJSON),
      Miss(testDescription: "404 from the first check on", status: 404, rule: .watchGone, outcome: .gone),
    ])
  func lasting(_ miss: Miss) async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", miss.body, status: miss.status)
    let first = try await scenario.round(list)
    #expect(first.outcome("list") == miss.outcome && first.exitCode == 3 && first.transitions.isEmpty)
    #expect(try await scenario.round(list).transitions.isEmpty, "a quarter of an hour is too short")
    let third = try await scenario.round(list)
    #expect(third.happenings == ["opened responses"] && third.exitCode == 3)
    let finding = try #require(third.alarms.first)
    #expect(finding.rule == miss.rule && finding.level == .warning && finding.path.isEmpty)
    #expect(finding.firstSeen == first.report.round.startedAt)
    #expect(third.endpoint("list")?.blindness?.checks == 3)
    let fourth = try await scenario.round(list)
    #expect(fourth.transitions.isEmpty && fourth.openIncidents.map(\.id) == third.openIncidents.map(\.id))
    try scenario.tell("list", Walkers.good)
    let good = try await scenario.round(list)
    #expect(good.happenings == ["resolved responses"] && good.exitCode == 0 && good.alarms.isEmpty)
    #expect(good.endpoint("list")?.blindness == nil)
  }

  @Test(
    "An endpoint that is gone after good responses is breaking for the versions that read it, and exit 1 while it lasts"
  )
  func gone() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    try await scenario.round(list)
    try scenario.tell("list", "{}", status: 404)
    #expect(try await scenario.round(list).exitCode == 3)
    let opened = try await scenario.round(after: 1_800, list)
    #expect(opened.happenings == ["opened responses"] && opened.exitCode == 1)
    let finding = try #require(opened.alarms.first)
    #expect(finding.rule == .watchGone && finding.level == .breaking)
    #expect(finding.versions.map(\.version) == ["v1"] && finding.versions.allSatisfy(\.losesResponse))
    #expect(opened.outcome("list") == .gone)
    // Not due, and gone all the same.
    #expect(try await scenario.round(after: 1, list, onlyDue: true).exitCode == 1)
    try scenario.tell("list", Walkers.good)
    #expect(try await scenario.round(list).exitCode == 0)
    // It comes back as the same incident.
    try scenario.tell("list", "{}", status: 410)
    try await scenario.round(list)
    let again = try await scenario.round(after: 1_800, list)
    #expect(again.happenings == ["reopened responses"])
    #expect(again.openIncidents.map(\.id) == opened.openIncidents.map(\.id))
  }

  @Test("A moment of 404 within an outage is no removal, and one incident lasts whatever the reason")
  func mixed() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    try await scenario.round(list)
    var happenings: [String] = []
    for status in [503, 429, 503, 404, 503, 404] {
      try scenario.tell("list", "{}", status: status)
      let round = try await scenario.round(after: 3_600, list)
      happenings += round.happenings
      #expect(round.exitCode == 3, "\(status)")
    }
    #expect(happenings == ["opened responses"])
    // Gone for longer, it is worse.
    #expect(try await scenario.round(after: 3_600, list).happenings == ["escalated responses"])
  }

  @Test("An outage of a moment, however often it comes, opens nothing")
  func short() async throws {
    let scenario = try LiveScenario([walk()])
    for _ in 0..<6 {
      try scenario.tell("list", "{}", status: 503)
      #expect(try await scenario.round(after: 7_200, list).transitions.isEmpty)
      try scenario.tell("list", Walkers.good)
      #expect(try await scenario.round(list).transitions.isEmpty)
    }
  }

  @Test("What was found before stays as it was while nobody can look, and is not seen anew")
  func others() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    try await scenario.round(list)
    try scenario.tell("list", Walkers.withoutName)
    let broken = try await scenario.round(list)
    #expect(broken.exitCode == 1)
    try scenario.tell("list", "{}", status: 503)
    try await scenario.round(list)
    let blind = try await scenario.round(after: 3_600, list)
    #expect(blind.happenings == ["opened responses"] && blind.exitCode == 1)
    let known = try #require(blind.openIncidents.first { $0.subject != "responses" })
    #expect(known == broken.openIncidents.first)
    try scenario.tell("list", Walkers.withoutName)
    #expect(try await scenario.round(list).happenings == ["resolved responses"])
  }

  @Test("Endpoints that follow one without a response have no incident of their own")
  func following() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", "{}", status: 503)
    for _ in 0..<4 { try await scenario.round(["walk": ["list", "detail", "species"]]) }
    let round = try await scenario.round(["walk": ["list", "detail", "species"]])
    #expect(round.openIncidents.map(\.key.endpoint) == ["list"])
    #expect(round.outcome("species") == .notChecked)
  }

  @Test("Of several requests the report names the one without a response, and how many there are; that is no removal")
  func part() async throws {
    let scenario = try LiveScenario([walk()])
    let both = ["walk": Set(["list", "detail"])]
    try scenario.tell("list", Walkers.withoutName.replacing("\"url\"", with: "\"name\":\"Ada\",\"url\""))
    for number in 0...1 { try scenario.tell("detail/\(number)", #"{"id":1,"next":"/told/species/1"}"#) }
    try await scenario.round(both)
    try scenario.tell("detail/1", "{}", status: 404)
    try await scenario.round(both)
    let round = try await scenario.round(after: 3_600, both)
    #expect(round.happenings == ["opened responses"] && round.exitCode == 3)
    let finding = try #require(round.alarms.first)
    #expect(finding.level == .warning && finding.versions.isEmpty && finding.count == 1 && finding.total == 2)
    #expect(finding.actual.hasPrefix("/told/detail/1: 404"))
    #expect(round.endpoint("detail")?.reason?.hasPrefix("1 of 2 requests: /told/detail/1: 404") == true)
  }

  @Test("A credential that cannot be read, and a parent without links, are no fault of the provider")
  func unconfigured() async throws {
    let key = Authorization.header("X-Api-Key", .environment("KEY"))
    let secret = try LiveScenario([walk(authorization: key)])
    try secret.tell("list", Walkers.good)
    try await secret.round(list)
    #expect(try await secret.round(after: 3_600, list).alarms.map(\.rule) == [.watchUnconfigured])
    let chain = try LiveScenario([walk()])
    try chain.tell("list", #"[{"id":1,"name":"Ada"}]"#)
    let both = ["walk": Set(["list", "detail"])]
    try await chain.round(both)
    #expect(try await chain.round(after: 3_600, both).alarms.map(\.rule) == [.watchUnconfigured])
  }

  @Test("How long it must last can be set, and levels and acceptances count as for any finding")
  func settings() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", "{}", status: 503)
    scenario.adjust = {
      $0.blindness.checks = 1; $0.blindness.seconds = 0
    }
    #expect(try await scenario.round(list).happenings == ["opened responses"])
    scenario.adjust = { $0.levels.set(.watchUnreachable, to: .none) }
    #expect(try await scenario.round(list).happenings == ["resolved responses"])
    scenario.adjust = { $0.levels.set(.watchUnreachable, to: .breaking) }
    let breaking = try await scenario.round(after: 3_600, list)
    #expect(breaking.happenings == ["reopened responses"] && breaking.exitCode == 1)
  }
}
