import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

/// A sequence of responses at one endpoint of the `accounts` contract, after twenty good ones, and what must be said of each.
struct AccountStory: Sendable, CustomTestStringConvertible {
  /// What is true of one round.
  enum Truth: Sendable {
    /// The app decodes and shows everything: no finding at warning or above, exit code 0.
    case fine
    /// Exactly these are breaking (`decode-key-not-found $.phone`), and nothing elsewhere is a warning; exit code 1.
    case breaks([String])
    /// The app shows something wrong: this is a warning, and nothing is worse; exit code 0.
    case warns(String)
    /// Nothing is known of the shape; exit code 3, or 1 while something is broken.
    case notChecked(Outcome, Int32 = 3)
    /// Both may be said.
    case either
  }

  /// One round.
  struct Step: Sendable {
    let body: String
    var status = 200
    let truth: Truth
    /// What happens to incidents in it; `nil`: not looked at.
    var news: Set<IncidentTransition.Kind>? = []
  }

  let testDescription: String
  var endpoint = "none"
  /// Whether twenty good responses go before.
  var hasHistory = true
  let steps: [Step]

  /// The body twice, then a good response.
  static func row(_ title: String, _ body: String, breaks findings: String...) -> AccountStory {
    AccountStory(
      testDescription: title,
      steps: [
        Step(body: body, truth: .breaks(findings), news: [.opened]), Step(body: body, truth: .breaks(findings)),
        Step(body: Responses.good(21), truth: .fine, news: [.resolved]),
      ])
  }

  /// The body twice, then a good response; nothing is said of any.
  static func harmless(_ title: String, _ body: String) -> AccountStory {
    let steps = [body, body, Responses.good(21)].map { Step(body: $0, truth: .fine) }
    return AccountStory(testDescription: title, steps: steps)
  }

  /// The status or page twice, then a good response.
  static func unknown(
    _ title: String, status: Int = 200, body: String = #"{"error":"later"}"#, _ outcome: Outcome
  ) -> AccountStory {
    let step = Step(body: body, status: status, truth: .notChecked(outcome))
    return AccountStory(testDescription: title, steps: [step, step, Step(body: Responses.good(21), truth: .fine)])
  }

  /// Plays it in a ledger of its own and holds every round against the truth.
  ///
  /// - Returns: What happened to incidents, by round.
  @discardableResult
  func play() async throws -> [Set<IncidentTransition.Kind>] {
    var news: [Set<IncidentTransition.Kind>] = []
    let driftwatch = try Driftwatch(.account)
    if hasHistory { try await AccountHistory.shared.value.copy(to: driftwatch.ledger) }
    for (place, step) in steps.enumerated() {
      let folder = "2026-02-\(place < 9 ? "0" : "")\(place + 1)"
      try driftwatch.place.write(step.body, to: "\(folder)/accounts/\(endpoint)/index.json")
      try driftwatch.place.write(
        #"{"status":\#(step.status)}"#, to: "\(folder)/accounts/\(endpoint)/index.meta.json")
      let ending = try await driftwatch.call(
        "check", "accounts/\(endpoint)", "--from", driftwatch.place.path(folder), "--db", driftwatch.ledger,
        "--format", "json")
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      let report = try decoder.decode(RoundReport.self, from: ending.output)
      hold(report, ending.code, against: step, place + 1)
      news.append(Set(report.incidents.compactMap(\.transition)))
    }
    return news
  }

  private func hold(_ report: RoundReport, _ code: Int32, against step: Step, _ number: Int) {
    let loud = report.findings.filter { $0.level >= .warning }
    let breaking = loud.filter { $0.level == .breaking }.map { "\($0.rule.rawValue) \($0.path)" }.sorted()
    let said = loud.map { "\($0.level) \($0.rule.rawValue) \($0.path)" }
    let comment = Comment(rawValue: "round \(number): exit \(code), \(said)")
    switch step.truth {
    case .fine:
      #expect(code == 0 && loud.isEmpty, comment)
      #expect(report.endpoints.allSatisfy { $0.outcome == .ok || $0.outcome == .unchanged }, comment)
    case .breaks(let expected):
      #expect(code == 1 && breaking == expected.sorted(), comment)
      let paths = Set(expected.compactMap { $0.split(separator: " ").last.map(String.init) })
      #expect(loud.allSatisfy { paths.contains($0.path) }, comment)
    case .warns(let expected):
      #expect(code == 0 && said.contains("warning \(expected)") && breaking.isEmpty, comment)
    case .notChecked(let outcome, let expected):
      #expect(code == expected && report.endpoints.map(\.outcome) == [outcome], comment)
    case .either:
      #expect([0, 1].contains(code), comment)
    }
    if let news = step.news {
      let happened = Set(report.incidents.compactMap(\.transition))
      #expect(happened == news, "round \(number): \(happened)")
    }
  }
}

/// Twenty good responses of each kind, in a ledger that every story copies.
struct AccountHistory: Sendable {
  static let shared = Task { try await AccountHistory() }

  private let driftwatch: Driftwatch

  private init() async throws {
    driftwatch = try Driftwatch(.account)
    let endpoints: [(id: String, response: (Int) -> String)] = [
      ("none", Responses.good), ("roll-out", { Responses.list($0) }),
      ("contacts", { Responses.contacts($0, missing: 0) }),
      ("rates", { Responses.rates($0) }), ("clock", { Responses.clock($0) }), ("first-element", { _ in "[]" }),
      ("unread-gone", { Responses.account($0, ["legacy": #""x\#($0)""#]) }),
    ]
    for round in 0..<20 {
      let folder = "Contracts/Accounts/Recordings/2026-01-\(round < 9 ? "0" : "")\(round + 1)/accounts"
      for (id, response) in endpoints { try driftwatch.place.write(response(round), to: "\(folder)/\(id)/index.json") }
    }
    let ending = try await driftwatch.call(
      ["check"] + endpoints.map { "accounts/\($0.id)" } + [
        "--from", "recordings", "--contracts", driftwatch.place.path("Contracts"), "--db", driftwatch.ledger,
        "--fail-on", "warning",
      ])
    #expect(ending.code == 0, "twenty good rounds: \(ending.text)")
  }

  func copy(to ledger: String) throws { try FileManager.default.copyItem(atPath: driftwatch.ledger, toPath: ledger) }
}

/// Responses of the `accounts` contract, with natural variation from round to round.
enum Responses {
  /// The nth good account.
  static func good(_ n: Int) -> String { account(n, [:]) }

  /// The nth account with members replaced or added by JSON texts; a `nil` leaves the member out.
  static func account(_ n: Int, id: Int? = nil, _ changes: [String: String?]) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let id = id ?? 1000 + 37 * n
    let name = ["Ada", "Grace", "Edsger", "Barbara", "Alan"][n % 5]
    var members: [(name: String, value: String)] = [
      ("id", "\(id)"), ("name", #""\#(name) \#(n)""#), ("phone", #""+44 20 7946 \#(1000 + n * 7919 % 9000)""#),
      ("balance", "\(n * 7907 % 90000 - 2000)"), ("status", n % 3 == 2 ? #""past_due""# : #""active""#),
      ("at", #""2026-\#(padded(1 + n % 12))-\#(padded(1 + n * 5 % 28))T\#(padded(n % 24)):00:00Z""#),
      ("home", #""https://example.org/people/\#(id)""#), ("note", "null"),
    ]
    for change in changes.sorted(by: { $0.key < $1.key }) {
      let place = members.firstIndex { $0.name == change.key }
      if let place { members.remove(at: place) }
      if let value = change.value { members.insert((change.key, value), at: place ?? members.endIndex) }
    }
    return "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  /// So many accounts; those at the places in `withoutPhone` lack their phone.
  static func list(_ n: Int, count: Int = 10, withoutPhone: Range<Int> = 0..<0) -> String {
    let accounts = (0..<count).map { place in
      account(n * 3 + place, id: 1 + place, withoutPhone.contains(place) ? ["phone": nil] : [:])
    }
    return "[" + accounts.joined(separator: ",") + "]"
  }

  /// Ten people, the first of whom lack their phone.
  static func contacts(_ n: Int, missing: Int) -> String {
    let people = (0..<10).map { place in
      #"{"id":\#(1 + place),"name":"Ada \#(n + place)""#
        + (place < missing ? "}" : #","phone":"+44 20 \#(n)\#(place)"}"#)
    }
    return "[" + people.joined(separator: ",") + "]"
  }

  /// Rates of exchange, of all but the `lost` currencies and of the `gained` ones.
  static func rates(_ n: Int, lost: Set<String> = [], gained: [String] = []) -> String {
    let codes = ["EUR", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN"].filter { !lost.contains($0) } + gained
    let rates = codes.enumerated().map { "\"\($0.element)\":\(Double(50 + $0.offset * 31 + n) / 100)" }
    return #"{"base":"USD","rates":{"# + rates.joined(separator: ",") + "}}"
  }

  /// A moment in seconds, times `factor`.
  static func clock(_ n: Int, factor: Int = 1) -> String {
    #"{"id":\#(1 + n),"at":\#((1_790_000_000 + n * 3607) * factor)}"#
  }
}
