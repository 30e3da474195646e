import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

/// Words that match nothing, and what acceptances do to incidents and to the exit code.
@Suite struct AcceptanceEffectTests {
  private static func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

  private static func acceptance(_ finding: Finding, by person: String = "Ann", until: Int? = nil)
    -> IdentifiedAcceptance
  {
    let acceptance = Acceptance(
      of: finding, by: person, reason: "known", at: day(1), until: until.map { day($0) })
    return IdentifiedAcceptance(id: acceptance.id(contract: "shop"), acceptance: acceptance)
  }

  private static let images = finding(.fieldRemoved, .warning, "$[*].images")
  private static let price = finding(.decodeTypeMismatch, .warning, "$[*].price")

  // MARK: Matching nothing

  struct NoticeCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var findings: [Finding] = []
    var on = 5
    var change: @Sendable (inout IdentifiedAcceptance) -> Void = { _ in }
    let isReported: Bool
  }

  @Test(
    "A word that matches nothing any more is reported; one that is of use, or was, is not",
    arguments: [
      NoticeCase(testDescription: "nothing is found", isReported: true),
      NoticeCase(testDescription: "only something else is found", findings: [price], isReported: true),
      NoticeCase(testDescription: "it is found", findings: [images], isReported: false),
      NoticeCase(
        testDescription: "it is found, and worse", findings: [finding(.fieldRemoved, .breaking, "$[*].images")],
        isReported: false),
      NoticeCase(testDescription: "its time is over and it is found", findings: [images], on: 20, isReported: false),
      NoticeCase(testDescription: "its time is over and nothing is found", on: 20, isReported: true),
      NoticeCase(testDescription: "it is in the baseline", change: { $0.isApplied = true }, isReported: false),
      NoticeCase(testDescription: "it was said in this very round", on: 1, isReported: false),
      NoticeCase(
        testDescription: "another endpoint is looked at", change: { $0.acceptance.endpoint = "orders" },
        isReported: false),
      NoticeCase(
        testDescription: "another environment is looked at", change: { $0.acceptance.environment = "staging" },
        isReported: false),
      NoticeCase(
        testDescription: "another perspective is looked at", change: { $0.acceptance.perspective = "recorded" },
        isReported: false),
      NoticeCase(
        testDescription: "it is for a perspective from which nothing was ever seen",
        change: {
          $0.acceptance.perspective = "eu"
          $0.namesUnseenPerspective = true
        }, isReported: true),
    ])
  func unmatched(_ c: NoticeCase) throws {
    var item = Self.acceptance(Self.images, until: 10)
    c.change(&item)
    let update = AcceptanceUpdate([item], findings: c.findings, key: requestKey, at: Self.day(c.on))
    let notices = update.findings.filter { $0.rule == .noticeUnmatchedSuppression }
    #expect(notices.count == (c.isReported ? 1 : 0))
    #expect(update.findings.count == c.findings.count + notices.count)
    guard c.isReported else { return }
    let notice = try #require(notices.first)
    #expect(notice.level == .info, "no version loses anything by it")
    #expect(update.matched == [])
    for word in ["Ann", "field-removed", "$[*].images"] { #expect(notice.message.contains(word)) }
    #expect(notice.message.contains("over") == (c.on >= 10))
  }

  @Test("Two words that match nothing are two notices, and stay the same ones from round to round")
  func identity() {
    let items = [Self.acceptance(Self.images), Self.acceptance(Self.images, by: "Bob"), Self.acceptance(Self.price)]
    func fingerprints(on day: Int) -> [String] {
      AcceptanceUpdate(items, findings: [], key: requestKey, at: Self.day(day)).findings.map(\.fingerprint)
    }
    #expect(Set(fingerprints(on: 2)).count == 3)
    #expect(fingerprints(on: 2) == fingerprints(on: 30))
  }

  // MARK: Incidents

  /// Days at one place, under the same words.
  private struct Days {
    let acceptances: [IdentifiedAcceptance]
    var known: [Incident] = []

    mutating func look(_ findings: [Finding], on day: Int) -> IncidentUpdate {
      let covered = AcceptanceUpdate(
        acceptances, findings: findings, key: requestKey, at: AcceptanceEffectTests.day(day))
      let update = IncidentUpdate(
        key: requestKey, findings: covered.findings, known: known, now: now(AcceptanceEffectTests.day(day)))
      known = known.filter { old in !update.incidents.contains { $0.id == old.id } } + update.incidents
      return update
    }
  }

  /// An incident of `findings`, before anybody says anything of it.
  private func opened(_ findings: [Finding], until: Int? = nil, accepting accepted: [Finding]) throws -> Days {
    let update = IncidentUpdate(
      key: requestKey, findings: findings, known: [], now: now(Self.day(1)))
    _ = try #require(update.incidents.first)
    return Days(acceptances: accepted.map { Self.acceptance($0, until: until) }, known: update.incidents)
  }

  @Test(
    "The incident of what was accepted is resolved as accepted, at once and with the name",
    arguments: [(nil, "accepted by Ann"), (10, "accepted by Ann until 1970-01-11")] as [(Int?, String)])
  func resolution(_ until: Int?, _ words: String) throws {
    var days = try opened([Self.images], until: until, accepting: [Self.images])
    let update = days.look([Self.images], on: 2)
    #expect(update.transitions.map(\.kind) == [.resolved])
    #expect(update.incidents.map(\.resolution) == [words])
    #expect(
      update.findings.compactMap(\.incident) == update.incidents.map(\.id), "people can look up what it was about")
    #expect(days.look([Self.images], on: 3).transitions == [])
    #expect(days.known.map(\.resolution) == [words])
  }

  @Test("What simply went away is not resolved by anybody's word")
  func goneByItself() throws {
    var days = try opened([Self.images], accepting: [Self.images])
    let update = days.look([], on: 2)
    #expect(update.transitions.map(\.kind) == [.resolved])
    #expect(update.incidents.map(\.resolution) == [nil])
  }

  @Test("An incident of which only a part was accepted lasts")
  func part() throws {
    let both = [finding(.fieldRemoved, .warning, "$.a"), finding(.decodeKeyNotFound, .breaking, "$.a")]
    var days = try opened(both, accepting: [both[0]])
    let update = days.look(both, on: 2)
    #expect(update.transitions == [])
    #expect(update.incidents.map(\.isOpen) == [true])
    #expect(update.incidents.map(\.fingerprints) == [[both[1].fingerprint]])
  }

  @Test("When the word's time is over, the same incident is back")
  func over() throws {
    var days = try opened([Self.images], until: 10, accepting: [Self.images])
    let id = days.known.map(\.id)
    _ = days.look([Self.images], on: 9)
    let update = days.look([Self.images], on: 10)
    #expect(update.transitions.map(\.kind) == [.reopened])
    #expect(update.incidents.map(\.id) == id)
    #expect(update.incidents.map(\.resolution) == [nil])
    #expect(update.incidents.map(\.reopenedCount) == [1])
  }

  @Test("What is worse than what was accepted opens the same incident again")
  func worse() throws {
    var days = try opened([Self.images], accepting: [Self.images])
    _ = days.look([Self.images], on: 2)
    let worse = finding(.fieldRemoved, .warning, "$[*].images", versions: ["v1", "v2"])
    #expect(days.look([worse], on: 3).transitions.map(\.kind) == [.reopened])
  }

  @Test("The exit code does not count what was accepted, and counts all else")
  func exitCode() {
    let covered = AcceptanceUpdate(
      [Self.acceptance(Self.images)], findings: [Self.images], key: requestKey, at: Self.day(2)
    ).findings
    func code(_ findings: [Finding]) -> Int {
      let endpoint = EndpointReport(
        contract: "shop", endpoint: "products", environment: "production", perspective: "default", outcome: .ok)
      return ExitState(endpoints: [endpoint], findings: findings, failOn: FailLevel(.warning), allowIncomplete: false)
        .code
    }
    #expect(code([Self.images]) == 1)
    #expect(code(covered) == 0)
    #expect(code(covered + [Self.price]) == 1)
  }
}
