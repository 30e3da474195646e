import DriftModel
import Foundation
import Testing

@testable import Reporting

@Suite("Open changes beside a learned shape")
struct UnlearnedChangesTests {
  private static let key = RequestKey(
    contract: "shop", endpoint: "products", request: "r", environment: "production", perspective: "default")
  private static let newYear = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01

  private static func finding(
    _ rule: RuleID, _ level: Level, _ path: String, _ state: Finding.State = .open
  ) -> Finding {
    Finding(rule: rule, level: level, key: key, path: path, message: "\(path) was number and is string.") {
      $0.firstSeen = newYear
      $0.state = state
    }
  }

  /// The line that is told, without its breaks.
  private static func line(_ findings: [Finding], by date: Date? = nil) -> String {
    let changes = UnlearnedChanges(among: findings, by: date, command: "driftwatch incidents shop/products")
    return changes.text(RenderOptions()).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("One is named with the worst that it costs, and with the command that shows it")
  func one() {
    let findings = [
      Self.finding(.decodeTypeMismatch, .breaking, "$.a"), Self.finding(.fieldTypeChanged, .warning, "$.a"),
    ]
    #expect(
      Self.line(findings)
        == "1 open change is not part of this: $.a was number and is string (BREAKING since 2026-01-01); driftwatch incidents shop/products shows it"
    )
  }

  @Test("More than three are counted, the worst first")
  func many() {
    let findings = ["$.a", "$.b", "$.c", "$.d"].map { Self.finding(.fieldTypeChanged, .warning, $0) }
    let line = Self.line(findings + [Self.finding(.fieldRemoved, .breaking, "$.e")])
    #expect(line.hasPrefix("5 open changes are not part of this: $.e was number"), "\(line)")
    #expect(line.hasSuffix("; and 2 more; driftwatch incidents shop/products shows them"), "\(line)")
    #expect(line.contains("; $.b was") && !line.contains("$.c"), "\(line)")
  }

  @Test("What is learned, accepted or waits for evidence is not told, nor what never was otherwise")
  func untold() {
    let findings = [
      Self.finding(.fieldAdded, .info, "$.a"), Self.finding(.fieldTypeChanged, .warning, "$.a", .accepted),
      Self.finding(.fieldTypeChanged, .warning, "$.a", .pending), Self.finding(.decodeTypeMismatch, .breaking, "$.a"),
    ]
    for finding in findings { #expect(Self.line([finding]).isEmpty, "\(finding.rule) \(finding.state)") }
  }

  @Test("A shape of an earlier time had nothing of a change that came later")
  func earlier() {
    let findings = [Self.finding(.fieldTypeChanged, .warning, "$.a")]
    #expect(Self.line(findings, by: Self.newYear.addingTimeInterval(-1)).isEmpty)
    #expect(!Self.line(findings, by: Self.newYear).isEmpty)
  }
}
