import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

/// What Tests/SideBySide plays to us and to another monitor, as tests of ours: the sixteen bodies and the sequences.
@Suite("Every round is told as it is: what breaks as long as it does, and nothing else")
struct AccountStoriesTests {
  private typealias Step = AccountStory.Step

  private static func changed(_ changes: [String: String?]) -> String { Responses.account(20, changes) }

  static let rows: [AccountStory] = [
    .harmless("nothing has changed", changed([:])),
    .row("balance becomes a string", changed(["balance": #""4200""#]), breaks: "decode-type-mismatch $.balance"),
    .row(
      "balance and id become strings", changed(["balance": #""4200""#, "id": #""1740""#]),
      breaks: "decode-type-mismatch $.balance", "decode-type-mismatch $.id"),
    .row("phone is absent", changed(["phone": nil]), breaks: "decode-key-not-found $.phone"),
    .row("phone is null", changed(["phone": "null"]), breaks: "decode-value-not-found $.phone"),
    .row(
      "status has a new value", changed(["status": #""suspended""#]), breaks: "decode-enum-unknown-value $.status"),
    .row(
      "the date is spelled differently", changed(["at": #""20/11/2026 08:30""#]), breaks: "decode-date-unparsable $.at"),
    .row("id is above Int64", changed(["id": "9223372036854775808"]), breaks: "decode-number-out-of-range $.id"),
    .row("balance is 10.5", changed(["balance": "10.5"]), breaks: "decode-number-out-of-range $.balance"),
    .row("home is empty", changed(["home": #""""#]), breaks: "decode-data-corrupted $.home"),
    .harmless("balance is 10.0", changed(["balance": "10.0"])),
    .harmless("an unknown field is added", changed(["nickname": #""Countess""#])),
    .harmless("the optional note is absent", changed(["note": nil])),
    .harmless("the note that was null is a string", changed(["note": #""call back""#])),
    .harmless("balance is 1e2", changed(["balance": "1e2"])),
    .harmless("there is white space between the members", changed([:]).replacing(",\"", with: " ,\r\n\t\"")),
    .harmless("a byte order mark comes first", "\u{FEFF}" + changed([:])),
    .unknown("503", status: 503, .outage),
    .unknown("429", status: 429, .rateLimited),
    .unknown("401", status: 401, .auth),
    .unknown("200 with a page", body: "<!doctype html><html><body>Sign in</body></html>", .notJSON),
  ]

  @Test("One change in the body, in the first round, in the next, and when it is undone", arguments: rows)
  func row(_ story: AccountStory) async throws { try await story.play() }

  private static let noPhone = Responses.account(20, ["phone": nil])
  private static let keyNotFound = ["decode-key-not-found $.phone"]

  private static func broken(_ news: IncidentTransition.Kind?...) -> Step {
    Step(body: noPhone, truth: .breaks(keyNotFound), news: Set(news.compactMap(\.self)))
  }
  private static func good(_ n: Int, _ news: IncidentTransition.Kind?...) -> Step {
    Step(body: Responses.good(n), truth: .fine, news: Set(news.compactMap(\.self)))
  }
  private static func status(_ status: Int, _ outcome: Outcome, exit code: Int32 = 3) -> Step {
    Step(body: "{}", status: status, truth: .notChecked(outcome, code))
  }

  private static func spread(_ count: Int, _ news: IncidentTransition.Kind?...) -> Step {
    Step(
      body: Responses.list(20 + count, withoutPhone: 0..<count),
      truth: count == 0 ? .fine : .breaks(["decode-key-not-found $[*].phone"]), news: Set(news.compactMap(\.self)))
  }
  private static func dropped(_ count: Int, _ truth: AccountStory.Truth, _ news: Set<IncidentTransition.Kind>?) -> Step
  {
    Step(body: Responses.contacts(20 + count, missing: count), truth: truth, news: news)
  }
  private static let lostRecords = AccountStory.Truth.breaks(["mapping-record-dropped $[*].phone"])

  static let sequences: [AccountStory] = [
    AccountStory(
      testDescription: "break, fix, break again: the same incident, reopened",
      steps: [
        broken(.opened), broken(), good(21, .resolved), good(22), broken(.reopened), broken(), good(23, .resolved),
      ]),
    AccountStory(
      testDescription: "0/10, 1/10, 5/10, 10/10: broken from the first on, and told again as it spreads",
      endpoint: "roll-out",
      steps: [
        spread(0), spread(1, .opened), spread(5, .escalated), spread(10, .escalated), spread(10), spread(0, .resolved),
      ]),
    AccountStory(
      testDescription: "0/10, 1/10, 5/10, 10/10 where the app drops the record", endpoint: "contacts",
      steps: [
        dropped(0, .fine, []), dropped(1, .either, nil), dropped(5, lostRecords, nil), dropped(10, lostRecords, nil),
        dropped(10, lostRecords, []), dropped(0, .fine, [.resolved]),
      ]),
    AccountStory(
      testDescription: "503, 429 and 401 in turn say nothing of the shape",
      steps: [
        status(503, .outage), status(429, .rateLimited), status(401, .auth), status(503, .outage), good(21),
      ]),
    AccountStory(
      testDescription: "an outage while it is broken neither resolves nor reopens it",
      steps: [broken(.opened), status(503, .outage, exit: 1), broken(), good(21, .resolved)]),
    AccountStory(
      testDescription: "the very first response is broken", hasHistory: false,
      steps: [broken(.opened), broken(), good(1, .resolved), good(2)]),
    AccountStory(
      testDescription: "a broken first element after empty lists", endpoint: "first-element",
      steps: [
        Step(body: "[]", truth: .fine), spread(1, .opened), spread(1), spread(0, .resolved),
        Step(body: "[]", truth: .fine),
      ]),
    AccountStory(
      testDescription: "one bad row of 2,500, beyond every sample", endpoint: "roll-out",
      steps: [
        Step(
          body: Responses.list(20, count: 2500, withoutPhone: 1800..<1801),
          truth: .breaks(["decode-key-not-found $[*].phone"]), news: [.opened]),
        spread(0, .resolved),
      ]),
    AccountStory(
      testDescription: "empty lists between full ones", endpoint: "roll-out",
      steps: [Step(body: "[]", truth: .fine), Step(body: "[]", truth: .fine), spread(0)]),
    AccountStory(
      testDescription: "keys that are data come and go", endpoint: "rates",
      steps: [
        Responses.rates(20, lost: ["NOK"]), Responses.rates(21, lost: ["NOK"]), Responses.rates(22, gained: ["ISK"]),
        Responses.rates(23, lost: ["EUR", "JPY"], gained: ["ISK"]), Responses.rates(24),
      ].map { Step(body: $0, truth: .fine) }),
    AccountStory(
      testDescription: "seconds become milliseconds: a warning as long as it lasts", endpoint: "clock",
      steps: [
        Step(body: Responses.clock(20, factor: 1000), truth: .warns("field-scale-changed $.at"), news: [.opened]),
        Step(body: Responses.clock(21, factor: 1000), truth: .warns("field-scale-changed $.at")),
        Step(body: Responses.clock(22), truth: .fine, news: [.resolved]),
      ]),
    AccountStory(
      testDescription: "a field that no version reads is gone", endpoint: "unread-gone",
      steps: [20, 21, 22].map { Step(body: Responses.good($0), truth: .fine) }),
  ]

  @Test("Breaks that come and go, spread or hide, and what is no break however it checks", arguments: sequences)
  func sequence(_ story: AccountStory) async throws { try await story.play() }

  @Test(
    "What comes and goes in turn is told as broken whenever it is, and sends one message in the end, not one each time")
  func flapping() async throws {
    let turns = (0..<8).flatMap { turn in
      [
        Step(body: Self.noPhone, truth: .breaks(Self.keyNotFound), news: nil),
        Step(body: Responses.good(21 + turn), truth: .either, news: nil),
      ]
    }
    let news = try await AccountStory(testDescription: "A/B", steps: turns).play()
    let messages = news.filter { !$0.isEmpty }
    #expect(messages.first == [.opened] && messages.last == [.flapping], "\(news)")
    #expect(messages.count <= 8, "\(news)")
  }
}
