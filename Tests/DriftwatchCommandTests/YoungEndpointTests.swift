import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("What a fresh endpoint's first responses prove")
struct YoungEndpointTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// How many people a response holds.
    var count: @Sendable (_ step: Int) -> Int = { _ in 20 }
    /// Whether a person has an email address; `nil`: null stands there.
    let hasMail: @Sendable (_ id: Int, _ step: Int) -> Bool?
    var steps = 60
    /// The warnings, by step and rule, and those that are over.
    let told: [String]
  }

  /// One in `n` numbers, evenly spread.
  private static func isOneIn(_ n: Int, _ id: Int) -> Bool { (id &* 7919) % n == 1 }

  /// Nine in ten numbers, without a pattern.
  private static func isMost(_ id: Int) -> Bool { (id &* 2_654_435_761 >> 7) % 10 != 3 }

  private static let cases: [Case] = [
    Case(
      testDescription: "two of twenty lack it in the second response",
      hasMail: { id, step in step != 2 || id % 10 != 3 }, steps: 2, told: []),
    Case(
      testDescription: "all of the first response have it, and nine in ten from then on",
      hasMail: { id, step in step == 1 || !isOneIn(10, id) }, told: []),
    Case(
      testDescription: "null at times, in lists of none to three",
      count: { ($0 &* 7919) % 4 }, hasMail: { id, _ in isOneIn(3, id) ? true : nil }, steps: 200, told: []),
    Case(
      testDescription: "gone from all in the third response",
      hasMail: { _, step in step < 3 }, steps: 5, told: ["3 field-removed", "3 mapping-property-lost"]),
    Case(
      testDescription: "gone from all in the second response, and back",
      hasMail: { _, step in step != 2 }, steps: 20, told: ["2 field-removed", "3 over field-removed"]),
    Case(
      testDescription: "gone from all in the second response, and in nine of ten from then on",
      hasMail: { id, step in step == 1 || step > 2 && isMost(id) }, steps: 20,
      told: ["2 field-removed", "3 over field-removed"]),
    Case(
      testDescription: "gone from six in three responses, and in nine of ten from then on",
      count: { _ in 6 }, hasMail: { id, step in step < 3 || step > 5 && isMost(id) }, steps: 30,
      told: [
        "5 field-removed", "5 mapping-property-lost", "6 over mapping-property-lost", "6 over field-removed",
      ]),
    Case(
      testDescription: "gone from all after two responses, and from then on from half",
      hasMail: { id, step in step < 3 || step > 5 && id % 2 == 0 }, steps: 12,
      told: ["3 field-removed", "3 mapping-property-lost"]),
    Case(
      testDescription: "gone from all after two responses, and from then on from two of three",
      hasMail: { id, step in step < 3 || step > 5 && !isOneIn(3, id) && !isOneIn(3, id + 1) }, steps: 12,
      told: ["3 field-removed", "3 mapping-property-lost"]),
    Case(
      testDescription: "gone from six in three responses, in nine of ten for five, and gone again",
      count: { _ in 6 }, hasMail: { id, step in step < 3 || step > 5 && step < 11 && isMost(id) }, steps: 20,
      told: [
        "5 field-removed", "5 mapping-property-lost", "6 over mapping-property-lost", "6 over field-removed",
        "11 field-removed", "11 mapping-property-lost",
      ]),
  ]

  @Test("What comes and goes is no loss, and what went is one as soon as chance does not explain it", arguments: cases)
  private func told(_ c: Case) async throws {
    let driftwatch = try Driftwatch(.quick)
    let files = try (1...c.steps).map { step in
      let people = (0..<c.count(step)).map { place in
        let id = step * 100 + place
        let mail = c.hasMail(id, step).map { $0 ? #","email":"ada\#(id)@example.org""# : "" } ?? #","email":null"#
        return #"{"id":\#(id),"name":"Ada \#(id)"\#(mail)}"#
      }
      return try driftwatch.place.write("[\(people.joined(separator: ","))]", to: "people/\(1000 + step).json")
    }
    let words = ["backtest", "--contract", "quick/people"]
    let ending = try await driftwatch.call(words + ["--format", "json"] + files)
    let told = try BacktestLine.all(of: ending.text).flatMap { line in
      (line.findings ?? []).filter { $0.level >= .warning }.map {
        "\(line.step ?? 0) \($0.state == .resolved ? "over " : "")\($0.rule.rawValue)"
      }
    }
    #expect(told == c.told)
    for finding in try BacktestLine.all(of: ending.text).flatMap({ $0.findings ?? [] }) {
      let said = "\(finding.rule.rawValue) \(finding.state.rawValue) \(finding.hint ?? "")"
      // A warning is sure, and what waits for more responses is not.
      if finding.level >= .warning { #expect(finding.confidence.map { $0 >= 0.99999 } == true, "\(said)") }
      if finding.state == .pending { #expect(finding.confidence.map { $0 <= 0.99999 } ?? true, "\(said)") }
    }
    // Who is told a warning is not told at the same time that it is a guess.
    let text = try await driftwatch.call(words + files).text
    for line in text.split(separator: "\n") where line.contains("WARNING") || line.contains("BREAKING") {
      let sure = line.firstMatch(of: #/(\d+) % sure/#).flatMap { Int($0.1) }
      #expect(sure.map { $0 >= 99 } ?? true, "\(line)")
    }
  }
}
