import DriftModel
import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftRules

@Suite("Records that each stand in a response of their own")
struct SampleRecordsTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The members beside the `id` of the record at a place in a round, and the `id` if it is not the usual one.
    let record: @Sendable (_ place: Int, _ round: Int) -> (id: Int, members: String)
    /// The first warning: in which round, by which rule and where.
    let told: String?
  }

  private static let usual = #""note":"n","state":"open""#

  private static func state(_ place: Int, _ round: Int) -> String { (place + round) % 2 == 0 ? "open" : "shut" }

  private static func members(_ place: Int, _ round: Int) -> String {
    #""note":"n","state":"\#(state(place, round))""#
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "one is replaced by another one that never had the member",
      record: { place, round in
        place == 2 && round >= 40 ? (99, #""state":"\#(state(place, round))""#) : (place, members(place, round))
      }, told: nil),
    Case(
      testDescription: "one of them loses the member for good, as a record of a list may",
      record: { place, round in
        (place, place == 2 && round >= 40 ? #""state":"\#(state(place, round))""# : members(place, round))
      }, told: nil),
    Case(
      testDescription: "three of them lose it",
      record: { place, round in
        (place, place > 1 && round >= 40 ? #""state":"\#(state(place, round))""# : members(place, round))
      }, told: "40 mapping-property-lost $.note"),
    Case(
      testDescription: "all of them lose the member",
      record: { place, round in
        (place, round >= 40 ? #""state":"\#(state(place, round))""# : members(place, round))
      }, told: "40 mapping-property-lost $.note"),
    Case(
      testDescription: "three of them have it, which are replaced one by one by others that lack it",
      record: { place, round in
        let isReplaced = place < 3 && round >= 20 * (place + 1)
        return place < 3 && !isReplaced
          ? (place, members(place, round)) : (isReplaced ? place + 90 : place, #""state":"\#(state(place, round))""#)
      }, told: nil),
    Case(
      testDescription: "four of them have it, and lose it at once",
      record: { place, round in
        (place, place < 4 && round < 60 ? members(place, round) : #""state":"\#(state(place, round))""#)
      }, told: "61 mapping-property-lost $.note"),
    Case(
      testDescription: "one lacks a value in the round in which another one has a new one",
      record: { place, round in
        switch (round, place) {
        case (40, 1): (91, #""note":"n","state":"lost""#)
        case (40, 2): (92, #""note":"n""#)
        default: (place, members(place, round))
        }
      }, told: nil),
  ]

  @Test(
    "What one of them shows again and again is one proof, and what changed in a known one is told", arguments: cases)
  private func course(_ scene: Case) throws {
    var memory = RequestMemory()
    var told: [String] = []
    for round in 0..<90 {
      let responses = try (0..<5).map { place in
        let (id, members) = scene.record(place, round)
        return try Self.response(#"{"id":\#(id),\#(members)}"#, at: place)
      }
      var facts = RequestFacts(
        request: requestKey, signature: "GET /", versions: [VersionInfo(id: "v1")],
        outlines: ["v1": [MappingOutline(name: "Item", recordsPath: "$")]], responses: responses, round: round,
        clock: Date(timeIntervalSince1970: 1_780_000_000 + Double(round) * 3600), settings: EvaluationSettings())
      facts.hasDeclaredSamples = false
      let evaluation = evaluate(memory, facts)
      let open = evaluation.findings.filter { $0.level >= .warning }
      told += open.map { "\(round) \($0.rule.rawValue) \($0.path)" }
      memory = memory.applying(evaluation)
    }
    #expect(told.first == scene.told)
  }

  private static func response(_ text: String, at place: Int) throws -> RequestFacts.Response {
    var examination = Examination(shape: PayloadShape(of: try JSONDocument(Array(text.utf8))))
    var version = VersionExamination(version: "v1", typeName: "ItemDTO", decoding: .succeeded)
    var mapping = MappingExamination(
      name: "Item", recordsPath: "$", recordType: "ItemDTO", domainType: "Item", execution: .succeeded)
    (mapping.elements, mapping.recordsIn, mapping.recordsOut) = (1, 1, 1)
    mapping.properties = ["note", "state"].map { name in
      var property = PropertyExamination(name: name, total: 1)
      if !text.contains("\"\(name)\"") { (property.nilCount, property.blame) = (1, ["$.\(name)"]) }
      return property
    }
    version.mappings = [mapping]
    examination.versions = [version]
    return RequestFacts.Response(url: "u\(place)", examination: examination)
  }
}
