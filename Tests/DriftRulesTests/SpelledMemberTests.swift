import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

@Suite("A member of which a response does not show how it is spelled")
struct SpelledMemberTests {
  private func shape(_ text: String) throws -> PayloadShape { PayloadShape(of: try JSONDocument(Array(text.utf8))) }

  @Test(
    "is the one member of other responses that differs in letter case and underscores alone",
    arguments: [
      (#"[{"iso_639_1":"en","name":"n"}]"#, "$[*].iso6391", "iso6391", "$[*].iso_639_1"),
      (#"{"a":{"Image_URL":1}}"#, "$.a.imageUrl", "imageUrl", "$.a.Image_URL"),
      (#"{"a":{"x":{"odd name_1":1}}}"#, #"$.a.x["odd name1"]"#, "odd name1", #"$.a.x["odd name_1"]"#),
      (#"{"imageUrl":1}"#, "$.imageUrl", "imageUrl", nil),
      (#"{"image_url":1,"imageurl":2}"#, "$.imageUrl", "imageUrl", nil),
      (#"{"other":1}"#, "$.imageUrl", "imageUrl", nil), (#"[1]"#, "$.imageUrl", "imageUrl", nil),
    ] as [(String, String, String, String?)])
  func path(_ text: String, _ pattern: String, _ name: String, _ expected: String?) throws {
    #expect(try shape(text).path(meantBy: pattern, guessing: name) == expected)
  }

  @Test("has one finding under one name, and is read under it")
  func oneName() throws {
    var memory = RequestMemory()
    var told: [[String]] = []
    for round in 0..<60 {
      let isGone = round > 40
      let member = isGone ? "" : #","iso_639_1":"en""#
      let text = "[" + (0..<20).map { #"{"id":\#($0)\#(member)}"# }.joined(separator: ",") + "]"
      var examined = facts("v1", isGone ? .failed(message: "no") : .succeeded)
      var field = field(isGone ? "$[*].iso6391" : "$[*].iso_639_1", seen: isGone ? 0 : 20, missing: isGone ? 20 : 0)
      if isGone {
        field.guessedName = "iso6391"
        var missing = failure(.decodeKeyNotFound, "$[*].iso6391", pointer: "/0/iso6391", property: "iso6391", count: 20)
        missing.guessedName = "iso6391"
        examined.failures = [missing]
      }
      examined.fields = [field]
      var examination = Examination(shape: try shape(text))
      examination.versions = [examined]
      let facts = RequestFacts(
        request: requestKey, signature: "GET /", versions: [version("v1")], outlines: [:],
        responses: [RequestFacts.Response(url: "u", examination: examination)], round: round,
        clock: Date(timeIntervalSince1970: 1_780_000_000 + Double(round) * 3600), settings: EvaluationSettings())
      let evaluation = evaluate(memory, facts)
      told.append(evaluation.findings.map(\.path))
      memory = memory.applying(evaluation)
    }
    #expect(Set(told[50]) == ["$[*].iso_639_1"])
    #expect(memory.incidents.filter(\.isOpen).count == 1)
    #expect(memory.findings.contains { $0.rule == .fieldRemoved && !$0.versions.isEmpty })
  }
}
