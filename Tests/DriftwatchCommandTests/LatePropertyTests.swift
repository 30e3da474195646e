import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

/// What a person's `email` is, from one response to the next.
@Suite("What came later and stayed is missed when it goes, and what comes and goes is not")
struct LatePropertyTests {
  /// The members of a person beside `id` and `name`.
  private enum Mail: Sendable {
    case absent, null, there, nullInHalf
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// In how many responses in a row it is what.
    let course: [(count: Int, mail: Mail)]
    /// Whether the same people are polled again and again.
    var isOfSamePeople = false
    /// Whether all responses without it are equal.
    var isOfEqualNulls = false
    /// The step at which the loss is told as a warning, by rule; of a loss of the mapping alone where the shape says nothing.
    let told: [String]
  }

  private static func turns(_ count: Int) -> [(count: Int, mail: Mail)] {
    (0..<count).map { step in
      let isNull = (step * 7 + step / 3) % 5 < 2
      return (1, isNull ? Mail.null : Mail.there)
    }
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "null at first, there, null", course: [(20, .null), (30, .there), (20, .null)],
      told: ["54 mapping-property-lost"]),
    Case(
      testDescription: "absent at first, there, absent", course: [(20, .absent), (30, .there), (20, .absent)],
      told: ["54 field-removed", "54 mapping-property-lost"]),
    Case(
      testDescription: "absent at first, there, null", course: [(20, .absent), (30, .there), (20, .null)],
      told: ["54 mapping-property-lost"]),
    Case(
      testDescription: "the same people, null at first, there, null", course: [(20, .null), (30, .there), (20, .null)],
      isOfSamePeople: true, told: ["54 mapping-property-lost"]),
    Case(
      testDescription: "null once, there, null", course: [(1, .null), (30, .there), (20, .null)],
      told: ["35 mapping-property-lost"]),
    Case(
      testDescription: "null at first, there, null in half of the people",
      course: [(20, .null), (60, .there), (20, .nullInHalf)], told: ["86 mapping-property-lost"]),
    Case(
      testDescription: "the same people, null in half of them",
      course: [(20, .null), (60, .there), (30, .nullInHalf)], isOfSamePeople: true,
      told: ["86 mapping-property-lost"]),
    Case(
      testDescription: "null in half of the people once, and at last in all",
      course: [(20, .null), (30, .there), (1, .nullInHalf), (10, .there), (20, .null)],
      told: ["69 mapping-property-lost"]),
    Case(
      testDescription: "there from the first on, null in half of the same people",
      course: [(80, .there), (30, .nullInHalf)], isOfSamePeople: true,
      told: ["81 mapping-property-lost"]),
    Case(
      testDescription: "null once, there ten times, and then null in each fifth response",
      course: [(1, .null), (10, .there)] + (0..<20).flatMap { _ in [(1, Mail.null), (4, Mail.there)] }, told: []),
    Case(
      testDescription: "null in equal responses, there four times, null again",
      course: [(200, .null), (4, .there), (8, .null)], isOfSamePeople: true, isOfEqualNulls: true, told: []),
    Case(testDescription: "there in three responses", course: [(20, .null), (3, .there), (60, .null)], told: []),
    Case(testDescription: "there to the end", course: [(20, .null), (60, .there)], told: []),
    Case(
      testDescription: "away in one response", course: [(20, .null), (40, .there), (1, .null), (40, .there)], told: []),
    Case(testDescription: "it comes and goes from the first on", course: turns(120), told: []),
    Case(testDescription: "null at first, and then it comes and goes", course: [(20, .null)] + turns(120), told: []),
  ]

  private static func person(_ id: Int, _ step: Int, _ mail: Mail) -> String {
    let there = #","email":"ada\#(id)@example.org""#
    let member =
      switch mail {
      case .absent: ""
      case .null: #","email":null"#
      case .there: there
      case .nullInHalf: id % 2 == 0 ? there : #","email":null"#
      }
    return #"{"id":\#(id),"name":"Ada \#(id)","visits":\#(step + id)\#(member)}"#
  }

  @Test("A property of the domain model that was nil in all records at first", arguments: cases)
  private func told(_ c: Case) async throws {
    let driftwatch = try Driftwatch(.quick)
    let course = c.course.flatMap { part in Array(repeating: part.mail, count: part.count) }
    let files = try course.enumerated().map { step, mail in
      let visits = c.isOfEqualNulls && mail == .null ? 0 : step
      let people = (1...6).map { Self.person(c.isOfSamePeople ? $0 : step * 6 + $0, visits, mail) }
      return try driftwatch.place.write("[\(people.joined(separator: ","))]", to: "people/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "quick/people", "--fail-on", "never", "--format", "json"] + files)
    #expect(ending.errors == "")
    let told = try BacktestLine.all(of: ending.text).flatMap { line in
      (line.findings ?? []).filter { $0.level >= .warning && $0.state != .resolved }.map {
        "\(line.step ?? 0) \($0.rule.rawValue)"
      }
    }
    #expect(told == c.told, "\(ending.text.suffix(3000))")
  }
}
