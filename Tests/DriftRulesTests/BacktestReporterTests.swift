import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules

/// What a backtest says at each step: every finding once, and again only when its incident changes.
@Suite struct BacktestReporterTests {
  private static let removed = finding(.fieldRemoved, .warning, "$.a")
  private static let broken = finding(.decodeTypeMismatch, .breaking, "$.b")
  private static let grown = finding(.fieldAdded, .info, "$.new")

  /// `finding` while chance may explain it.
  private static func pending(_ finding: Finding) -> Finding {
    var finding = finding
    (finding.level, finding.state) = (.info, .pending)
    return finding
  }

  /// `finding` under somebody's word.
  private static func accepted(_ finding: Finding) -> Finding {
    var result = finding
    (result.level, result.state) = (.info, .accepted)
    result.accepted = Finding.Accepted(by: "Ann", reason: "known", until: nil, level: finding.level)
    return result
  }

  /// The responses of a backtest, and what is told at each.
  private struct Backtest {
    var reporter = BacktestReporter()
    var life = IncidentSequence()

    /// One response; what is told of it.
    mutating func step(_ findings: [Finding], suspecting suspected: [Finding] = []) -> [BacktestFinding] {
      let update = life.next(findings)
      let subjects = (findings.filter(\.isPending) + suspected).flatMap(\.subjects)
      return reporter.report(
        update.findings, transitions: update.transitions, incidents: life.known,
        pendingChanges: subjects.map { PendingChange($0, former: PendingChange.Former(responses: 9)) })
    }
  }

  private func story(_ steps: [[Finding]]) -> [[String]] {
    var backtest = Backtest()
    return steps.map { backtest.step($0).map { "\($0.state.rawValue) \($0.rule.rawValue) \($0.path)" } }
  }

  struct StoryCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [[Finding]]
    let told: [[String]]

    init(_ name: String, _ steps: [[Finding]], _ told: [[String]]) {
      (testDescription, self.steps, self.told) = (name, steps, told)
    }
  }

  @Test(
    "Every finding is told once, and again when its incident changes",
    arguments: [
      StoryCase("nothing is found", [[], []], [[], []]),
      StoryCase("a break lasts", [[], [removed], [removed], [removed]], [[], ["open field-removed $.a"], [], []]),
      StoryCase(
        "two breaks, the worst first", [[broken, removed], [broken, removed], [removed]],
        [["open decode-type-mismatch $.b", "open field-removed $.a"], [], ["resolved decode-type-mismatch $.b"]]),
      StoryCase(
        "a break is fixed, and nothing more is said", [[removed], [], []],
        [["open field-removed $.a"], ["resolved field-removed $.a"], []]),
      StoryCase(
        "break, fix, break again", [[removed], [], [removed], [removed]],
        [["open field-removed $.a"], ["resolved field-removed $.a"], ["reopened field-removed $.a"], []]),
      StoryCase(
        "a break becomes worse",
        [[removed], [finding(.fieldRemoved, .breaking, "$.a")], [finding(.fieldRemoved, .breaking, "$.a")]],
        [["open field-removed $.a"], ["escalated field-removed $.a"], []]),
      StoryCase(
        "growth is told, and its end is not", [[grown], [grown], [], [grown]],
        [["open field-added $.new"], [], [], []]),
      StoryCase(
        "what is pending is told, and again when it is confirmed", [[pending(removed)], [pending(removed)], [removed]],
        [["pending field-removed $.a"], [], ["open field-removed $.a"]]),
      StoryCase(
        "an accepted break", [[removed], [accepted(removed)], [accepted(removed)], []],
        [["open field-removed $.a"], ["accepted field-removed $.a"], [], []]),
      StoryCase(
        "an acceptance that is over", [[removed], [accepted(removed)], [removed], [removed]],
        [["open field-removed $.a"], ["accepted field-removed $.a"], ["reopened field-removed $.a"], []]),
      StoryCase(
        "one change that takes two forms", [[finding(.fieldRenamed, .warning, "$.a")], [removed], [removed], []],
        [["open field-renamed $.a"], [], [], ["resolved field-removed $.a"]]),
      StoryCase(
        "what is left of a break is information",
        [[removed], [finding(.fieldRemoved, .info, "$.a")], [finding(.fieldRemoved, .info, "$.a")]],
        [["open field-removed $.a"], ["resolved field-removed $.a"], []]),
    ])
  func stories(_ c: StoryCase) {
    #expect(story(c.steps) == c.told)
  }

  @Test("What comes and goes is told five times, then nothing until it has stayed away, which is told")
  func flapping() {
    let steps = (0..<40).map { $0 < 21 && $0 % 2 == 0 ? [Self.removed] : [] }
    let responses = story(steps)
    #expect(responses[5..<21].allSatisfy { $0.isEmpty }, "it comes and goes in silence")
    let told = responses.joined().map { String($0.prefix { $0 != " " }) }
    #expect(told == ["open", "resolved", "reopened", "resolved", "flapping", "resolved"])
  }

  @Test("Many alternations of one finding of an incident that lasts are few messages")
  func alternatesWithinIncident() {
    let property = finding(
      .mappingPropertyLost, .warning, "$.a",
      mappings: [AffectedMapping(version: "v1", mapping: "Product", properties: ["a"])])
    var backtest = Backtest()
    var (told, changes) = (0, 0)
    for step in 0..<40 {
      told += backtest.step(step % 2 == 0 ? [Self.removed] : [Self.removed, property])
        .count { $0.rule == .mappingPropertyLost }
      changes += backtest.life.last?.transitions.count ?? 0
    }
    #expect(changes == 2, "the incident opens and becomes worse once")
    #expect(told <= 6, "told \(told) times")
  }

  @Test(
    "A pendingChange that is not decided is told once, however often it shows; one that came to nothing may be raised again"
  )
  func pendingChanges() {
    let pending = Self.pending(Self.removed)
    var backtest = Backtest()
    #expect(backtest.step([pending]).map(\.state) == [.pending])
    #expect(backtest.step([], suspecting: [pending]).isEmpty)
    #expect(backtest.step([pending]).isEmpty)
    #expect(backtest.step([]).isEmpty, "what was never told as a break is not resolved")
    #expect(backtest.step([pending]).map(\.state) == [.pending])
  }

  @Test("What is told carries what people judge by; a resolved finding is told as it last was")
  func contents() throws {
    var found = finding(.fieldTypeChanged, .breaking, "$.a", versions: ["v1", "v2", "v1"], count: 3, total: 20)
    (found.expected, found.actual, found.hint, found.paths) = ("number", "string", "see the blog", ["$.c"])
    var backtest = Backtest()
    let opened = try #require(backtest.step([found]).first)
    #expect((opened.before, opened.after) == ("number", "string"))
    #expect((opened.count, opened.total) == (3, 20))
    #expect(opened.versions == ["v1", "v2"])
    #expect(opened.paths == ["$.c"])
    #expect((opened.message, opened.hint) == (found.message, "see the blog"))
    #expect(opened.confidence == 1, "no confidence is that of a fact")
    #expect(opened.incident == backtest.life.known.first?.id)
    let resolved = try #require(backtest.step([]).first)
    #expect(resolved.state == .resolved)
    #expect(resolved.level == .breaking)
    #expect(resolved.incident == opened.incident)
  }

  @Test("What was known before the first step is not told as new, and its end is")
  func knownBefore() {
    var backtest = Backtest()
    _ = backtest.step([Self.broken, Self.grown])
    var later = Backtest(reporter: BacktestReporter(), life: backtest.life)
    let findings = backtest.life.last?.findings ?? []
    _ = later.reporter.report(findings, transitions: [], incidents: later.life.known, pendingChanges: [])
    #expect(later.step([Self.broken, Self.grown]).isEmpty)
    #expect(later.step([Self.grown]).map(\.state) == [.resolved])
  }
}
