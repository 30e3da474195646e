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
    /// The first warnings, by step and rule.
    let told: [String]
  }

  /// One in `n` numbers, evenly spread.
  private static func isOneIn(_ n: Int, _ id: Int) -> Bool { (id &* 7919) % n == 1 }

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
    let words = ["backtest", "--contract", "quick/people", "--fail-on", "never"]
    let ending = try await driftwatch.call(words + ["--format", "json"] + files)
    let told = try BacktestLine.all(of: ending.text).flatMap { line in
      (line.findings ?? []).filter { $0.level >= .warning && $0.state != .resolved }.map {
        "\(line.step ?? 0) \($0.rule.rawValue)"
      }
    }
    #expect(told == c.told)
    // Who is told a warning is not told at the same time that it is a guess.
    let text = try await driftwatch.call(words + files).text
    for line in text.split(separator: "\n") where line.contains("WARNING") || line.contains("BREAKING") {
      let sure = line.firstMatch(of: #/(\d+) % sure/#).flatMap { Int($0.1) }
      #expect(sure.map { $0 >= 99 } ?? true, "\(line)")
    }
  }
}
