import ContractKit
import DriftModel
import DriftRules
@testable import Fetching
import Foundation
import Store
import StoreSQL
import StoreSQLite
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

/// Leaving a provider alone that asked for it.
@Suite("Backoff", .serialized)
struct BackoffRoundTests {
  private let list = ["walk": Set(["list"])]

  @Test("After a 429 nothing is sent before its time, whatever asks; then it goes on by itself")
  func backsOff() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", "{}", status: 429, headers: ["Retry-After": "3600"])
    let refused = try await scenario.round(list)
    #expect(refused.outcome("list") == .rateLimited && refused.exitCode == 3)
    #expect(refused.endpoint("list")?.reason == "429, too many requests; Retry-After: 3600")
    try scenario.tell("list", Walkers.good)
    for (wait, onlyDue) in [(60.0, false), (900, true), (2000, false)] {
      let round = try await scenario.round(after: wait, list, onlyDue: onlyDue)
      #expect(round.outcome("list") == .notChecked && round.exitCode == 3)
      #expect(
        round.endpoint("list")?.reason
          == "not asked until 2026-03-01 13:15 UTC: the provider answered 429 (too many requests)")
    }
    #expect(try scenario.requests().count == 1)
    let free = try await scenario.round(after: 700, list)
    #expect(free.outcome("list") == .ok && free.exitCode == 0)
    #expect(try await scenario.ledger.backoffs() == [:])
  }

  @Test(
    "A 429 that says how long parks all that the same credential asks of the origin, and nothing of another credential")
  func wholeOrigin() async throws {
    let key = Authorization.header("X-Api-Key", .environment("KEY"))
    let scenario = try LiveScenario([walk(), shelf, stroll(authorization: key)])
    scenario.variables = ["KEY": "another"]
    try scenario.tell("tags", "{}", status: 429, headers: ["Retry-After": "600"])
    try scenario.tell("list", Walkers.good)
    #expect(try await scenario.round(["shelf": ["tags"]]).outcome("tags") == .rateLimited)
    let round = try await scenario.round(after: 60, ["walk": ["list"], "stroll": ["list"]])
    #expect(round.report.endpoints.map(\.outcome) == [.notChecked, .ok])
    // The others' own interval is no reason to wait longer than they were asked to.
    #expect(try await scenario.round(after: 600, list).outcome("list") == .ok)
    #expect(try await scenario.round(after: 1, ["shelf": ["tags"]]).outcome("tags") == .notChecked)
  }

  @Test(
    "A 429 without a word doubles the wait each time, from the interval on, up to a day, and concerns that request only"
  )
  func backoff() async throws {
    let scenario = try LiveScenario([walk(), shelf])
    try scenario.tell("list", "{}", status: 429)
    try scenario.tell("tags", #"{"tags":[]}"#)
    var waits: [Double] = []
    for _ in 1...9 {
      #expect(try await scenario.round(after: 1, list).outcome("list") == .rateLimited)
      let until = try #require(try await scenario.ledger.backoffs().values.first?.until)
      waits.append(until.timeIntervalSince(scenario.clock))
      #expect(try await scenario.round(after: 0, ["shelf": ["tags"]]).exitCode == 0)
      scenario.clock = until
    }
    #expect(waits == [900, 1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400])
    try scenario.tell("list", Walkers.good)
    #expect(try await scenario.round(after: 1, list).outcome("list") == .ok)
    try scenario.tell("list", "{}", status: 429)
    try await scenario.round(after: 900, list)
    let until = try #require(try await scenario.ledger.backoffs().values.first?.until)
    #expect(until.timeIntervalSince(scenario.clock) == 900, "a response in between begins anew")
  }

  @Test("A 503 backs off where it says how long, and only then")
  func unavailable() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", "{}", status: 503, headers: ["Retry-After": "7200"])
    #expect(try await scenario.round(list).outcome("list") == .outage)
    let waiting = try await scenario.round(after: 7000, list)
    #expect(waiting.outcome("list") == .notChecked)
    #expect(
      waiting.endpoint("list")?.reason
        == "not asked until 2026-03-01 14:15 UTC: the provider answered 503 and asked to wait")
    try scenario.tell("list", "{}", status: 404)
    #expect(try await scenario.round(after: 300, list).outcome("list") == .gone)
    #expect(try await scenario.round(after: 1, list).outcome("list") == .gone)
    #expect(try await scenario.ledger.backoffs() == [:])
  }

  @Test(
    "What still waits for a host that refused a request is not sent in this round, and says who was refused",
    arguments: [
      ([:], "429 (too many requests) to shelf/items"),
      (["Retry-After": "60"], "429 (too many requests) to shelf/items and asked to wait"),
    ] as [([String: String], String)])
  func sameWave(headers: [String: String], words: String) async throws {
    let key = Authorization.header("X-Api-Key", .environment("KEY"))
    let scenario = try LiveScenario(
      [shelf, walk(), stroll(authorization: key)], policy: FetchPolicy(maximumInFlightPerHost: 1))
    scenario.variables = ["KEY": "another"]
    try scenario.tell("items", "{}", status: 429, headers: headers)
    for path in ["categories", "tags"] { try scenario.tell(path, "[]") }
    try scenario.tell("list", Walkers.good)
    let round = try await scenario.round()
    #expect(round.outcome("items") == .rateLimited && round.exitCode == 3)
    let waiting = round.report.endpoints.filter { $0.contract != "stroll" && $0.endpoint != "items" }
    #expect(waiting.map(\.outcome).allSatisfy { $0 == .notChecked })
    #expect(round.endpoint("categories")?.reason == "not asked in this round: the provider answered \(words)")
    // Of another layer of the same round; and another credential is another guest.
    #expect(round.endpoint("detail")?.reason == "list could not be checked, and this follows it")
    #expect(round.report.endpoints.first { $0.contract == "stroll" }?.outcome == .ok)
    #expect(try scenario.requests().map(\.path).sorted() == ["/told/items", "/told/list"])
    let next = try await scenario.round(after: 30, ["shelf": ["tags"]])
    #expect(next.outcome("tags") == (headers.isEmpty ? .ok : .notChecked), "only a 429 that says how long")
  }

  @Test("A 503 that asks to wait concerns its own request only, also in its round")
  func maintenance() async throws {
    let scenario = try LiveScenario([shelf], policy: FetchPolicy(maximumInFlightPerHost: 1))
    try scenario.tell("items", "{}", status: 503, headers: ["Retry-After": "60"])
    for path in ["categories", "tags"] { try scenario.tell(path, "[]") }
    let round = try await scenario.round()
    #expect(round.outcome("items") == .outage && round.outcome("categories") == .ok && round.outcome("tags") == .ok)
  }

  @Test("A 503 without a word holds nobody up")
  func wordless() async throws {
    let scenario = try LiveScenario([shelf], policy: FetchPolicy(maximumRetries: 0, maximumInFlightPerHost: 1))
    try scenario.tell("items", "{}", status: 503)
    for path in ["categories", "tags"] { try scenario.tell(path, "[]") }
    #expect(try await scenario.round().report.endpoints.map(\.outcome) == [.outage, .ok, .ok])
  }

  @Test(
    "What backs off is reported before its interval is over too, costs nothing then, and does not put off the next check"
  )
  func backingOffIsNotDue() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", "{}", status: 429)
    try await scenario.round(list)
    try scenario.tell("list", Walkers.good)
    for wait in [60.0, 700] {
      let round = try await scenario.round(after: wait, list, onlyDue: true)
      #expect(round.outcome("list") == .notChecked && round.exitCode == 3)
      #expect(round.endpoint("list")?.reason?.hasSuffix("the provider answered 429 (too many requests)") == true)
    }
    #expect(try scenario.requests().count == 1)
    #expect(try await scenario.round(after: 141, list, onlyDue: true).outcome("list") == .ok)
    #expect(try await scenario.round(after: 60, list, onlyDue: true).outcome("list") == .notDue)
  }

  @Test(
    "A break stays reported while its endpoint backs off, and a parent that backs off leaves its children unasked, once each"
  )
  func states() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", Walkers.good)
    try scenario.tell("detail/1", #"{"id":1,"next":"/told/species/1"}"#)
    try scenario.tell("species/1", #"{"id":1}"#)
    let chain = ["walk": Set(["list", "detail", "species"])]
    #expect(try await scenario.round(chain).exitCode == 0)
    try scenario.tell("list", Walkers.withoutName)
    #expect(try await scenario.round(chain).exitCode == 1)
    try scenario.tell("list", "{}", status: 429, headers: ["Retry-After": "3600"])
    try await scenario.round(chain)
    let sent = try scenario.requests().count
    let waiting = try await scenario.round(chain)
    #expect(waiting.exitCode == 1 && waiting.transitions.isEmpty)
    #expect(waiting.report.endpoints.map(\.outcome) == [.notChecked, .notChecked, .notChecked])
    #expect(
      waiting.report.endpoints.dropFirst().map(\.reason) == [
        "list could not be checked, and this follows it", "list could not be checked, and this follows it",
      ])
    #expect(try scenario.requests().count == sent)
  }

  @Test("A clock that was set back does not park anything for longer than a day")
  func clockSetBack() async throws {
    let scenario = try LiveScenario([walk()])
    try scenario.tell("list", "{}", status: 429, headers: ["Retry-After": "3600"])
    try await scenario.round(list)
    try scenario.tell("list", Walkers.good)
    #expect(try await scenario.round(after: -40 * 86_400, list).outcome("list") == .ok)
  }

  @Test(
    "How long is asked for",
    arguments: [
      ("120", nil, 120), (" 7 ", nil, 7), ("0", nil, 0), ("007", nil, 7), ("-5", nil, nil), ("1.5", nil, nil),
      ("99999999999999999999999999", nil, 366 * 86_400), ("315360000", nil, 366 * 86_400), ("soon", nil, nil),
      ("", nil, nil), ("1e3", nil, nil), ("١٢", nil, nil), (String(repeating: "9", count: 100_000), nil, nil),
      ("Sun, 01 Mar 2026 12:02:00 GMT", nil, 120), ("Sunday, 01-Mar-26 12:02:00 GMT", nil, 120),
      ("Sun Mar  1 12:02:00 2026", nil, 120), ("Sun, 01 Mar 2026 11:00:00 GMT", nil, 0),
      ("Mon, 01 Mar 2136 12:00:00 GMT", nil, 366 * 86_400),
      // A clock that is wrong over there: what counts is the difference.
      ("Sun, 01 Mar 2020 12:02:00 GMT", "Sun, 01 Mar 2020 12:00:00 GMT", 120),
      ("Sun, 01 Mar 2026 12:02:00 GMT", "no date", 120), ("2026-03-01T12:02:00Z", nil, nil),
      ("Sun, 31 Feb 2026 12:02:00 GMT", nil, nil), ("Sun, 01 Mar 2026 12:02:00 CET", nil, nil),
    ] as [(String, String?, Double?)])
  func retryAfter(text: String, date: String?, seconds: Double?) {
    let clock = Date(timeIntervalSince1970: 1_772_366_400)
    #expect(RetryAfter.seconds(text, date: date, clock: clock) == seconds)
  }

  @Test("A wait is never shorter than the interval, never longer than a day, and never without end")
  func bounds() {
    let policy = BackoffPolicy(longest: 86_400)
    let clock = Date(timeIntervalSince1970: 0)
    func wait(_ retryAfter: Double?, _ interval: Double, _ refusals: Int = 1) -> Double {
      policy.end(clock: clock, retryAfter: retryAfter, interval: interval, refusals: refusals).timeIntervalSince1970
    }
    #expect(wait(0, 900) == 900 && wait(5, 900) == 900 && wait(1800, 900) == 1800 && wait(1e9, 900) == 86_400)
    #expect(wait(nil, 900, .max) == 86_400 && wait(nil, 1, 3) == 4 && wait(nil, 7 * 86_400) == 86_400)
    #expect(wait(0, 0) == 1)
  }

  @Test(
    "Dates of HTTP, and what is none",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("Sat, 29 Feb 2020 23:59:60 GMT", 1_583_020_799), ("Thu, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Fri, 29 Feb 2019 00:00:00 GMT", nil), ("Thu, 01 Jan 0000 00:00:00 GMT", nil), ("true", nil), ("@0", nil),
      ("Thu, 00 Jan 1970 00:00:00 GMT", nil), ("Thu, 01 Foo 1970 00:00:00 GMT", nil), ("1 2 3 4 5 6", nil), ("", nil),
      ("Thu, 01 Jan 1970 24:00:00 GMT", nil), ("Thu, 01 Jan 1970 00:00 GMT", nil), ("- - - -", nil),
      ("T\u{1}hu, 01 Jan 1970 00:00:00 GMT", nil), ("4, 01 Jan 1970 00:00:00 GMT", nil),
    ] as [(String, Int?)])
  func dates(text: String, seconds: Int?) { #expect(HTTPDate.seconds(text) == seconds) }
}
