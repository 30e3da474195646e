import DriftModel
import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftRules

@Suite("From its first response to its end, a shift of what values are")
struct MeaningShiftCourseTests {
  /// A round's responses, each with the values of the property in its records.
  private typealias Round = [[ValueDistribution]]

  private static let key = RequestKey(
    contract: "shop", endpoint: "products", request: "", environment: "production", perspective: "default")

  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The values of the property in each response of a round.
    let values: @Sendable (_ round: Int) -> [ValueDistribution]
    var rounds = 120
    /// Rounds at which it is told, and those at which it is over.
    let told: [String]
  }

  private static func flags(_ count: Int, of total: Int) -> ValueDistribution {
    var values = ValueDistribution()
    (values.total, values.cases) = (total, count > 0 ? [.isTrue: count] : [:])
    return values
  }

  private static func numbers(_ numbers: [Double]) -> ValueDistribution {
    var values = ValueDistribution()
    (values.total, values.numbers) = (numbers.count, ValueDistribution.Quartiles(numbers, areDates: false))
    return values
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "thirteen responses of one record each, all of them false for twenty rounds",
      values: { round in (0..<13).map { flags(60..<80 ~= round ? 0 : ($0 + round) % 3 == 0 ? 0 : 1, of: 1) } },
      told: ["62 opened", "80 resolved"]),
    Case(
      testDescription: "a third of a list, which a list of one says nothing of",
      values: { round in
        switch round {
        case 60..<80: [flags(4, of: 12)]
        case 80..<90: [flags(0, of: 1)]
        default: [flags(0, of: 12)]
        }
      },
      told: ["62 opened", "90 resolved"]),
    Case(
      testDescription: "ten times as large, then half as much more than ever, then as they were",
      values: { round in
        let factor = 60..<80 ~= round ? 10 : 80..<90 ~= round ? 1.5 : 1
        return [numbers((10...30).map { Double($0 + round % 3) * factor })]
      },
      told: ["62 opened", "90 resolved"]),
    Case(
      testDescription: "once, early, and for good long after",
      values: { round in [flags(round == 20 || round >= 160 ? 0 : 8 + round % 3, of: 20)] }, rounds: 200,
      told: ["163 opened"]),
    Case(
      testDescription: "in one round of fifty from the beginning to the end",
      values: { round in [flags(round % 50 == 20 ? 0 : 8 + round % 3, of: 20)] }, rounds: 1500, told: []),
    Case(
      testDescription: "in every fourth round from the beginning",
      values: { round in [flags(round % 4 == 2 ? 0 : 8 + round % 3, of: 20)] }, rounds: 600, told: []),
    Case(
      testDescription: "in every fourth round from some time on",
      values: { round in [flags(round % 4 == 2 && round > 60 ? 0 : 8 + round % 3, of: 20)] }, rounds: 600,
      told: ["86 opened"]),
  ]

  @Test("It is told when chance does not explain it, and is over when the values are where they were", arguments: cases)
  private func course(_ scene: Case) throws {
    var memory = RequestMemory()
    var told: [String] = []
    for round in 0..<scene.rounds {
      let responses = try scene.values(round).enumerated().map { index, values in
        try Self.response(index, values)
      }
      var facts = RequestFacts(
        request: Self.key, signature: "GET /", versions: [VersionInfo(id: "v1")],
        outlines: ["v1": [MappingOutline(name: "Product", recordsPath: "$[*]")]], responses: responses, round: round,
        clock: Date(timeIntervalSince1970: 1_780_000_000 + Double(round) * 3600), settings: EvaluationSettings())
      facts.hasDeclaredSamples = false
      let evaluation = evaluate(memory, facts)
      told += evaluation.transitions.filter { $0.incident.subject.contains(".x") }.map {
        "\(round) \($0.kind.rawValue)"
      }
      memory = memory.applying(evaluation)
    }
    #expect(told == scene.told)
  }

  private static func response(_ index: Int, _ values: ValueDistribution) throws -> RequestFacts.Response {
    let records = (0..<values.total).map { "{\"id\":\(index * 100 + $0)}" }.joined(separator: ",")
    var examination = Examination(shape: PayloadShape(of: try JSONDocument(Array("[\(records)]".utf8))))
    var version = VersionExamination(version: "v1", typeName: "[ProductDTO]", decoding: .succeeded)
    var mapping = MappingExamination(
      name: "Product", recordsPath: "$[*]", recordType: "ProductDTO", domainType: "Product", execution: .succeeded)
    (mapping.elements, mapping.recordsIn, mapping.recordsOut) = (values.total, values.total, values.total)
    var property = PropertyExamination(name: "x", total: values.total)
    (property.isWatched, property.values) = (true, values)
    mapping.properties = [property]
    version.mappings = [mapping]
    examination.versions = [version]
    return RequestFacts.Response(url: "u\(index)", examination: examination)
  }
}
