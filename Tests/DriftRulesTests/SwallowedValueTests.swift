import DriftModel
import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftRules

@Suite("A value that a type goes on without")
struct SwallowedValueTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether the type goes on without the value of a round.
    let isSwallowed: @Sendable (_ round: Int) -> Bool
    /// The first warning.
    let told: String?
  }

  private static let cases: [Case] = [
    Case(testDescription: "from a round on", isSwallowed: { $0 >= 60 }, told: "62 loss-error-swallowed $.day"),
    Case(testDescription: "in one round", isSwallowed: { $0 == 60 }, told: nil),
    Case(testDescription: "in each fifth round from the first on", isSwallowed: { $0 % 5 == 0 }, told: nil),
    Case(testDescription: "in each round from the first on", isSwallowed: { _ in true }, told: nil),
  ]

  /// The text stays a text, so that only the app's own type tells.
  @Test("Of one object in each response: told once it is no chance any more", arguments: cases)
  private func course(_ scene: Case) throws {
    var memory = RequestMemory()
    var told: [String] = []
    for round in 0..<120 {
      let text = #"{"id":1,"day":"\#(scene.isSwallowed(round) ? "2026/11/03" : "03.11.2026") \#(round)"}"#
      var examination = Examination(shape: PayloadShape(of: try JSONDocument(Array(text.utf8))))
      var version = VersionExamination(version: "v1", typeName: "DayDTO", decoding: .succeeded)
      var field = FieldReading(
        pattern: "$.day", owner: "DayDTO", property: "day", swiftType: "Double", isRequired: true)
      field.seen = 1
      version.fields = [field]
      if scene.isSwallowed(round) {
        version.swallowed = [failure(.lossErrorSwallowed, "$.day", pointer: "/day", property: "day", total: 1)]
      }
      examination.versions = [version]
      let facts = RequestFacts(
        request: requestKey, signature: "GET /", versions: [VersionInfo(id: "v1")], outlines: [:],
        responses: [RequestFacts.Response(url: "u", examination: examination)], round: round,
        clock: Date(timeIntervalSince1970: 1_780_000_000 + Double(round) * 3600), settings: EvaluationSettings())
      let evaluation = evaluate(memory, facts)
      told += evaluation.findings.filter { $0.level >= .warning }.map { "\(round) \($0.rule.rawValue) \($0.path)" }
      memory = memory.applying(evaluation)
    }
    #expect(told.first == scene.told)
  }

  @Test("Of elements that came later: the rounds before they came say nothing of them")
  func late() throws {
    var memory = RequestMemory()
    for round in 0..<63 {
      let count = round < 50 ? 0 : 40
      // Nobody can know after three rounds that one of forty is unusual.
      let lost = round < 53 ? 0 : 1
      let records = (0..<20).map { record -> String in
        let parts = (0..<count / 20).map { part in
          let number = 1000 * round + 10 * record + part
          return 2 * record + part < lost ? #"{"a":1}"# : #"{"a":1,"b":\#(number)}"#
        }
        return #"{"id":\#(1000 * round + record),"parts":[\#(parts.joined(separator: ","))]}"#
      }
      let text = "[\(records.joined(separator: ","))]"
      var examination = Examination(shape: PayloadShape(of: try JSONDocument(Array(text.utf8))))
      var version = VersionExamination(version: "v1", typeName: "PageDTO", decoding: .succeeded)
      var field = FieldReading(
        pattern: "$[*].parts[*].b", owner: "PartDTO", property: "b", swiftType: "Int", isRequired: true)
      (field.seen, field.missing) = (count - lost, lost)
      version.fields = [field]
      if lost > 0 {
        version.swallowed = [
          FieldFailure(
            rule: .lossErrorSwallowed, pattern: field.pattern, example: Finding.Example(pointer: "/"), expected: "Int",
            found: "nothing", count: lost, total: count)
        ]
      }
      examination.versions = [version]
      let facts = RequestFacts(
        request: requestKey, signature: "GET /", versions: [VersionInfo(id: "v1")], outlines: [:],
        responses: [RequestFacts.Response(url: "u", examination: examination)], round: round,
        clock: Date(timeIntervalSince1970: 1_780_000_000 + Double(round) * 3600), settings: EvaluationSettings())
      let evaluation = evaluate(memory, facts)
      let told = evaluation.findings.filter { $0.rule == .lossErrorSwallowed && $0.level >= .warning }
      #expect(told.isEmpty, "round \(round)")
      memory = memory.applying(evaluation)
    }
  }
}
