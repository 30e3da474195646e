import ContractKit
import DriftModel
import DriftRules
import Fetching
import Foundation
import Store
import StoreSQL
import StoreSQLite
import PoliteContracts
import Testing

@testable import Monitoring

/// What a provider announces beside the body.
@Suite("Notices of the provider", .serialized)
struct NoticeTests {
  private let list = ["walk": Set(["list"])]
  private let day = 86_400.0

  @Test("A sunset is information, from thirty days before on a warning, also while the response stays the same")
  func sunset() async throws {
    let scenario = try LiveScenario([walk()])
    // The clock stands at 2026-03-01.
    let headers = ["Sunset": "Fri, 01 May 2026 00:00:00 GMT", "Link": "<https://api.example/gone>; rel=\"sunset\""]
    try scenario.tell("list", Walkers.good, headers: headers)
    let far = try await scenario.round(list)
    let finding = try #require(far.findings(.noticeSunset).first)
    #expect(finding.level == .info && finding.endpoint == "list" && finding.actual == "2026-05-01")
    #expect(finding.hint?.contains("https://api.example/gone") == true)
    #expect(far.outcome("list") == .ok && far.exitCode == 0)
    let same = try await scenario.round(list)
    #expect(same.outcome("list") == .unchanged && same.findings(.noticeSunset).map(\.level) == [.info])
    #expect(try scenario.requests().map(\.isConditional) == [false, true])
    let near = try await scenario.round(after: 40 * day, list)
    #expect(near.findings(.noticeSunset).map(\.level) == [.warning])
    #expect(near.happenings == ["opened notice-sunset"] && near.exitCode == 0)
    // What the provider announces is no drift of its responses.
    #expect(near.outcome("list") != .drift)
    let still = try await scenario.round(list)
    #expect(still.findings(.noticeSunset).map(\.fingerprint) == [finding.fingerprint] && still.transitions.isEmpty)
    #expect(still.findings(.noticeSunset).map(\.level) == [.warning])
    let past = try await scenario.round(after: 40 * day, list)
    #expect(past.findings(.noticeSunset).map(\.fingerprint) == [finding.fingerprint] && past.transitions.isEmpty)
    #expect(past.findings(.noticeSunset).map(\.level) == [.warning])
  }

  @Test(
    "A header that comes and goes with the host that responds is one notice; one that stays away is over after a day")
  func comingAndGoing() async throws {
    let scenario = try LiveScenario([walk()])
    let headers = ["Sunset": "Tue, 10 Mar 2026 00:00:00 GMT"]
    var happened: [String] = []
    for turn in 0..<12 {
      try scenario.tell(
        "list", Walkers.good, etag: turn % 3 == 0 ? nil : "auto", headers: turn % 2 == 0 ? headers : [:])
      let round = try await scenario.round(list)
      happened += round.happenings
      #expect(round.findings(.noticeSunset).map(\.level) == [.warning], "turn \(turn)")
    }
    #expect(happened == ["opened notice-sunset"])
    try scenario.tell("list", Walkers.good)
    for _ in 1...3 { happened += try await scenario.round(after: 3600, list).happenings }
    #expect(happened == ["opened notice-sunset"])
    let last = try await scenario.round(after: day, list)
    #expect(last.happenings == ["resolved notice-sunset"] && last.findings(.noticeSunset).isEmpty)
  }

  @Test("What a 304 announces for the first time is told at once")
  func announcedByNotModified() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    try await scenario.round(list)
    try scenario.tell("list", Walkers.good, headers: ["Deprecation": "@1735689600"])
    let round = try await scenario.round(list)
    #expect(round.findings(.noticeDeprecation).map(\.actual) == ["2025-01-01"])
    #expect(round.findings(.noticeDeprecation).map(\.level) == [.info])
    #expect(try await scenario.round(list).outcome("list") == .unchanged)
    #expect(try scenario.requests().map(\.isConditional) == [false, true, false, true])
  }

  @Test(
    "What the headers say, and what says nothing",
    arguments: [
      (["Deprecation: @1735689600"], ["deprecation 1735689600"]), (["deprecation: true"], ["deprecation -"]),
      (["Deprecation: ?1"], ["deprecation -"]), (["Deprecation: @1735689600;x=1"], ["deprecation 1735689600"]),
      (["Deprecation: Wed, 01 Jan 2025 00:00:00 GMT"], ["deprecation 1735689600"]), (["Deprecation: false"], []),
      (["Deprecation: @-5"], ["unreadableDeprecation -"]),
      (["Deprecation: @99999999999999999999"], ["unreadableDeprecation -"]),
      (["Deprecation: @"], ["unreadableDeprecation -"]),
      (["Deprecation: garbage", "Deprecation: @0"], ["deprecation 0"]), (["Deprecation:"], []),
      (["Sunset: Wed, 01 Jan 2025 00:00:00 GMT"], ["sunset 1735689600"]),
      (["Sunset: @1735689600"], ["unreadableSunset -"]),
      (["Sunset: \u{1B}[31mnow"], ["unreadableSunset -"]), (["Sunset: true"], ["unreadableSunset -"]),
      (["Link: <https://x.example/>; rel=sunset"], []),
      (
        ["Sunset: Wed, 01 Jan 2025 00:00:00 GMT", "Link: </a>; rel=next, </b,c>; title=\"x,y\"; rel=\"other sunset\""],
        ["sunset 1735689600 /b,c"]
      ),
      (["Sunset: Wed, 01 Jan 2025 00:00:00 GMT", "Link: <javascript:x>; rel=sunset"], ["sunset 1735689600"]),
      (["Sunset: Wed, 01 Jan 2025 00:00:00 GMT", "Link: <<<>>\"<\"; rel"], ["sunset 1735689600"]),
    ] as [([String], [String])])
  func headers(fields: [String], expected: [String]) {
    let headers = fields.map { field in
      let parts = field.split(separator: ":", maxSplits: 1).map(String.init)
      return HeaderField(name: parts[0], value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    let found = ProviderNotice.notices(in: HeaderFields(headers)).map { notice in
      "\(notice.kind.rawValue) \(notice.seconds.map(String.init) ?? "-")" + (notice.link.map { " \($0)" } ?? "")
    }
    #expect(found == expected)
  }

  @Test("A certificate that ends is told thirty days before, a warning a week before, at one endpoint of its host")
  func certificate() {
    let clock = Date(timeIntervalSince1970: 1_772_366_400)
    func level(_ days: Double) -> Level? {
      var facts = Examination()
      facts.providerNotices = [
        ProviderNotice(.certificate, seconds: Int(clock.timeIntervalSince1970 + days * day))
      ]
      let key = RequestKey(
        contract: "c", endpoint: "e", request: "r", environment: "production", perspective: "default")
      let judgement = Judgement(
        key: key, versions: [VersionInfo(id: "v1", shippedIn: nil, status: .supported, installs: nil)],
        examinations: [facts])
      return judgement.providerFindings(at: clock).first?.level
    }
    #expect([60, 31, 29, 8, 6, 0.5].map(level) == [nil, nil, .info, .info, .warning, .warning])
  }

  @Test(
    "Old evidence is said to be old after three days and twenty intervals, where no incident says it already")
  func stale() async throws {
    let scenario = try LiveScenario([walk()])
    scenario.adjust = { $0.levels.set(.watchGone, to: .none) }
    try scenario.tell("list", "{}", status: 404)
    try await scenario.round(list)
    let never = try await scenario.round(after: 10 * day, list)
    #expect(never.findings(.evidenceStale).isEmpty, "what never answered has no evidence that could be old")
    try scenario.tell("list", Walkers.good)
    try await scenario.round(list)
    try scenario.tell("list", "{}", status: 404)
    #expect(try await scenario.round(after: 2.9 * day, list).findings(.evidenceStale).isEmpty)
    let old = try await scenario.round(after: 0.2 * day, list)
    let finding = try #require(old.findings(.evidenceStale).first)
    #expect(finding.level == .info && finding.actual == "2026-03-11", "\(finding)")
    #expect(old.exitCode == 3 && old.transitions.isEmpty)
    let older = try await scenario.round(after: day, list)
    #expect(older.findings(.evidenceStale).map(\.firstSeen) == [finding.firstSeen])
    scenario.adjust = { _ in }
    #expect(try await scenario.round(list).findings(.evidenceStale).isEmpty, "the incident says it")
    try scenario.tell("list", Walkers.good)
    #expect(try await scenario.round(list).findings(.evidenceStale).isEmpty)
  }
}
