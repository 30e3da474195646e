import Foundation
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

/// What somebody's word does to what is found.
@Suite struct AcceptanceUpdateTests {
  private static func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

  /// A member that people read and that is gone, as it was when it was accepted.
  private static let removed = finding(.fieldRemoved, .warning, "$[*].images", "absent", versions: ["v1", "v2"])

  private static func finding(
    _ rule: RuleID, _ level: Level, _ path: String, _ actual: String = "", versions: [String] = ["v1"],
    mapping: String? = nil, properties: [String] = []
  ) -> Finding {
    Finding(
      rule: rule, level: level, key: requestKey, path: path, versions: versions.map { AffectedVersion(version: $0) },
      message: "It broke."
    ) {
      $0.actual = actual
      $0.change = Rules.rule(for: rule).change?.kinds.first
      $0.form = actual == "absent" ? ObservedForm(kinds: [.absent]) : nil
      ($0.count, $0.total) = (3, 20)
      $0.mappings = mapping.map { [AffectedMapping(version: "v1", mapping: $0, properties: properties)] } ?? []
    }
  }

  private func accepted(_ finding: Finding, by person: String = "Ann", on day: Int = 1, until: Int? = nil)
    -> IdentifiedAcceptance
  {
    identified(
      Acceptance(of: finding, by: person, reason: "known", at: Self.day(day), until: until.map(Self.day)))
  }

  private func identified(_ acceptance: Acceptance, isApplied: Bool = false) -> IdentifiedAcceptance {
    IdentifiedAcceptance(id: acceptance.id(contract: "shop"), acceptance: acceptance, isApplied: isApplied)
  }

  private func update(_ acceptances: [IdentifiedAcceptance], _ findings: [Finding], on day: Int = 5) -> AcceptanceUpdate
  {
    AcceptanceUpdate(acceptances, findings: findings, key: requestKey, at: Self.day(day))
  }

  // MARK: What is covered

  struct CoverCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout Finding) -> Void
    let isCovered: Bool

    init(_ name: String, isCovered: Bool, _ change: @escaping @Sendable (inout Finding) -> Void) {
      (testDescription, self.change, self.isCovered) = (name, change, isCovered)
    }
  }

  @Test(
    "What was accepted is information; what is worse, of another form or hits a further version is told all the same",
    arguments: [
      CoverCase("as it was", isCovered: true) { _ in },
      CoverCase("in other words", isCovered: true) { ($0.message, $0.hint) = ("It is gone.", "look there") },
      CoverCase("in more records at the same level", isCovered: true) { $0.count = 4 },
      CoverCase("for fewer versions", isCovered: true) { $0.versions.removeLast() },
      CoverCase("for a further version", isCovered: false) { $0.versions.append(AffectedVersion(version: "v3")) },
      CoverCase("for another version", isCovered: false) { $0.versions = [AffectedVersion(version: "v3")] },
      CoverCase("at a higher level", isCovered: false) { $0.level = .breaking },
      CoverCase("in another form", isCovered: false) { $0.form = ObservedForm(kinds: [.null]) },
    ])
  func coverage(_ c: CoverCase) {
    var finding = Self.removed
    c.change(&finding)
    let item = accepted(Self.removed)
    let update = update([item], [finding])
    #expect(update.matched == [item.id], "it is about what was accepted, worse or not")
    #expect(update.findings.count == 1)
    let result = update.findings[0]
    #expect(result.state == (c.isCovered ? .accepted : .open))
    #expect(result.level == (c.isCovered ? .info : finding.level))
    #expect(
      result.accepted
        == (c.isCovered ? Finding.Accepted(by: "Ann", reason: "known", until: nil, level: finding.level) : nil))
    if !c.isCovered { #expect(result.hint?.contains("Ann") == true, "people hear why the word does not help") }
    #expect(result.fingerprint == finding.fingerprint)
  }

  @Test(
    "What is not covered says in which respect it goes beyond what was accepted, once, whoever accepted it alike",
    arguments: [
      (
        CoverCase("a further version", isCovered: false) { $0.versions.append(AffectedVersion(version: "v3")) },
        "for v1, v2 only"
      ),
      (CoverCase("a higher level", isCovered: false) { $0.level = .breaking }, "at a lower level"),
      (CoverCase("another form", isCovered: false) { $0.form = ObservedForm(kinds: [.null]) }, "in another form"),
    ])
  func limits(_ c: CoverCase, _ words: String) {
    var finding = Self.removed
    c.change(&finding)
    let update = update([accepted(Self.removed), accepted(Self.removed)], [finding])
    #expect(update.findings.first?.hint == "Ann accepted it \(words)")
  }

  @Test(
    "A word counts for one thing at one place only",
    arguments: [
      CoverCase("another path", isCovered: false) { $0.path = "$[*].image" },
      CoverCase("the path of a member of it", isCovered: false) { $0.path = "$[*].images[*]" },
      CoverCase("another rule", isCovered: false) { $0.rule = .fieldBecameNullable },
    ])
  func otherThings(_ c: CoverCase) {
    var finding = Self.removed
    c.change(&finding)
    let update = update([accepted(Self.removed)], [finding])
    #expect(update.matched == [])
    #expect(update.findings.first == finding, "it is told as if nobody had said anything")
    #expect(update.findings.dropFirst().map(\.rule) == [.noticeUnmatchedSuppression])
  }

  @Test("Where no path is to blame a word counts for what is lost: records and each property are apart")
  func subjects() {
    let records = Self.finding(.mappingPropertyLost, .warning, "", mapping: "Product", properties: ["price"])
    let other = Self.finding(.mappingPropertyLost, .warning, "", mapping: "Product", properties: ["title"])
    let update = update([accepted(records)], [records, other])
    #expect(update.findings.map(\.state) == [.accepted, .open])
    #expect(update.findings.map(\.level) == [.info, .warning])
  }

  @Test("An entry without form, versions and level covers whatever is found at its path")
  func writtenByHand() {
    let item = identified(
      Acceptance(
        endpoint: "products", rule: .fieldRemoved, path: "$[*].images", by: "Bob", reason: "old",
        acceptedAt: Self.day(1)))
    let findings = [
      Self.removed, Self.finding(.fieldRemoved, .breaking, "$[*].images", "null", versions: ["v7", "v8"]),
    ]
    #expect(update([item], findings).findings.map(\.level) == [.info, .info])
  }

  @Test(
    "Environment and perspective of a word are where it counts; without them it counts everywhere",
    arguments: [
      (nil, nil, true), ("production", "default", true), ("staging", nil, false), (nil, "recorded", false),
    ] as [(String?, String?, Bool)])
  func keys(_ environment: String?, _ perspective: String?, _ counts: Bool) {
    var item = accepted(Self.removed)
    (item.acceptance.environment, item.acceptance.perspective) = (environment, perspective)
    let update = update([item], [Self.removed])
    #expect(update.findings.map(\.state) == [counts ? .accepted : .open])
    #expect(update.findings.count == 1, "what counts elsewhere is not missed here")
  }

  @Test("What is pending, and what is information anyway, is neither accepted nor settled")
  func quietThings() {
    var pending = Self.removed
    (pending.state, pending.level) = (.pending, .info)
    var information = Self.removed
    information.level = .info
    for finding in [pending, information] {
      let update = update([accepted(Self.removed)], [finding])
      #expect(update.findings.first == finding)
      #expect(update.settled == [])
      #expect(update.applied == [])
    }
  }

  // MARK: How long

  @Test(
    "From the day of its end on a word covers nothing, and people hear that it did",
    arguments: [(8, true), (9, true), (10, false), (11, false)])
  func expiry(_ day: Int, _ isCovered: Bool) {
    let update = update([accepted(Self.removed, until: 10)], [Self.removed], on: day)
    #expect(update.findings.map(\.level) == [isCovered ? .info : .warning])
    #expect(update.findings.map(\.state) == [isCovered ? .accepted : .open])
    let hint = update.findings[0].hint
    #expect(isCovered ? hint == nil : hint?.contains("Ann") == true && hint?.contains("1970-01-11") == true)
    #expect(update.findings[0].accepted?.until == (isCovered ? Self.day(10) : nil))
    #expect(update.settled == [], "for a time is not for good")
  }

  @Test(
    "What is accepted for good enters the baseline, unless an app version cannot decode it",
    arguments: [
      (.fieldRemoved, nil, true), (.fieldTypeChanged, nil, true), (.mappingRecordDropped, nil, true),
      (.lossElementDropped, nil, true), (.requestShapeChanged, nil, true), (.decodeTypeMismatch, nil, false),
      (.decodeKeyNotFound, nil, false), (.decodeCrash, nil, false), (.fieldRemoved, 10, false),
      (.mappingRecordDropped, 10, false), (.decodeTypeMismatch, 10, false),
    ] as [(RuleID, Int?, Bool)])
  func baseline(_ rule: RuleID, _ until: Int?, _ isSettled: Bool) {
    let finding = Self.finding(rule, .warning, "$[*].price", mapping: "Product")
    let item = accepted(finding, until: until)
    let update = update([item], [finding])
    #expect(update.findings.map(\.state) == [.accepted])
    #expect(update.settled == (isSettled ? [finding.fingerprint] : []))
    #expect(update.applied == (isSettled ? [item.id] : []))
  }

  @Test("Of two words about the same the first that covers it is named, and both are of use")
  func twoWords() {
    let narrow = accepted(Self.finding(.fieldRemoved, .warning, "$[*].images", "null"), by: "Cid")
    let items = [narrow, accepted(Self.removed, until: 10), accepted(Self.removed, by: "Bob", until: 20)]
    let early = update(items, [Self.removed])
    #expect(early.findings.map(\.accepted?.by) == ["Ann"])
    #expect(early.matched == items.map(\.id))
    #expect(update(items, [Self.removed], on: 15).findings.map(\.accepted?.by) == ["Bob"])
  }
}
