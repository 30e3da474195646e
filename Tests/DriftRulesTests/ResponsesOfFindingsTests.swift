import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

@Suite("Which of several responses show a finding")
struct ResponsesOfFindingsTests {
  private func located(_ examinations: [Examination], names: [String]) -> [Finding] {
    let judgement = Judgement(key: requestKey, versions: [version("v1")], examinations: examinations)
    return judgement.located(judgement.findings(), names: names, baseline: nil)
  }

  private func failing(_ pointer: String) -> Examination {
    response(
      facts("v1", .failed(message: "no")) {
        $0.failures = [failure(.decodeTypeMismatch, "$.price", pointer: pointer, total: 1)]
      })
  }

  @Test("One of thirteen is named with its request; of several the one that the example stands in comes first")
  func decoding() throws {
    let names = (1...13).map { "/items/\($0)" }
    var responses = (1...13).map { _ in response(facts("v1")) }
    responses[7] = failing("/price")
    let one = try #require(located(responses, names: names).first { $0.rule == .decodeTypeMismatch })
    #expect(one.responses == ShowingResponses(count: 1, total: 13, names: ["/items/8"]))
    responses[3] = failing("/a/longer/price")
    let two = try #require(located(responses, names: names).first { $0.rule == .decodeTypeMismatch })
    #expect(two.responses == ShowingResponses(count: 2, total: 13, names: ["/items/8", "/items/4"]))
    #expect(two.example?.pointer == "/price")
  }

  @Test("A loss in a mapping is named too, with the value to blame; of a single response nothing is named")
  func mapping() throws {
    let value = Finding.Example(pointer: "/3/category", line: 4, column: 2, excerpt: "\"deserts\"")
    func losing(_ made: Int) -> Examination {
      response(
        facts("v1") {
          $0.mappings = [
            DriftRulesTests.mapping(6, made: made) {
              if made < 6 {
                ($0.droppedExample, $0.droppedValue, $0.droppedBlame) = ("/3", value, ["$[*].category"])
              }
            }
          ]
        })
    }
    func dropped(_ responses: [Examination], _ names: [String]) throws -> Finding {
      var judgement = Judgement(key: requestKey, versions: [version("v1")], examinations: responses)
      var statistics = MappingStatistics()
      for _ in 0..<40 { statistics.absorb([DriftRulesTests.mapping(6, made: 6)]) }
      judgement.mappings = ["v1": ["Product": statistics]]
      let found = judgement.located(judgement.findings(), names: names, baseline: nil)
      return try #require(found.first { $0.rule == .mappingRecordDropped })
    }
    let two = try dropped([losing(6), losing(4)], ["/a", "/b"])
    #expect(two.responses == ShowingResponses(count: 1, total: 2, names: ["/b"]))
    #expect(two.example?.pointer == value.pointer && two.example?.excerpt == value.excerpt)
    let one = try dropped([losing(4)], ["/b"])
    #expect(one.responses == nil && one.example?.excerpt == "\"deserts\"")
  }

  @Test("A path of records that holds none where records were mapped is told at the first check")
  func unfoundRecords() throws {
    func judgement(_ path: String) throws -> [Finding] {
      var facts = response(facts("v1") { $0.mappings = [DriftRulesTests.mapping(2, made: 2)] })
      facts.shape = PayloadShape(of: try JSONDocument(Array(#"{"data":[{"id":1},{"id":2}]}"#.utf8)))
      let judgement = Judgement(
        key: requestKey, versions: [version("v1")], examinations: [facts],
        outlines: ["v1": [MappingOutline(name: "Product", recordsPath: path)]])
      return judgement.findings().filter { $0.rule == .evidenceNeverSeen }
    }
    let wrong = try judgement("$.items[*]")
    #expect(wrong.map(\.level) == [.warning] && wrong.map(\.path) == ["$.items[*]"])
    for right in ["$.data[*]", "$", "$.data[0]"] { #expect(try judgement(right).isEmpty, "\(right)") }
  }

  @Test("A number that becomes text and a text that becomes a number are two incidents, each with its own life")
  func directions() throws {
    func becomes(_ kind: ObservedForm.Kind, in version: String) -> Finding {
      var found = finding(.decodeTypeMismatch, .breaking, "$.counter", versions: [version], losesResponse: true)
      found.form = ObservedForm(kinds: [kind])
      return found
    }
    var life = IncidentSequence()
    #expect(life.look([becomes(.number, in: "v2")]) == [.opened])
    // The other way round at the next check: the one is over and the other begins.
    #expect(Set(life.look([becomes(.string, in: "v1")])) == [.opened, .resolved])
    #expect(life.known.filter(\.isOpen).map(\.versions) == [["v1"]])
    #expect(life.look([]) == [.resolved])
    #expect(life.look([becomes(.number, in: "v2")]) == [.reopened])
    #expect(Set(life.known.map(\.id)).count == 2)
    #expect(life.known.first { $0.isOpen }?.form?.kinds == [.number])
    // While it lasts, what else it becomes is the same break.
    #expect(life.look([becomes(.object, in: "v2")]) == [])
  }

  @Test("What records lose now is said in the present; a response that is lost already is not foreseen")
  func predictions() {
    let mapping = AffectedMapping(version: "v2", mapping: "Booking", properties: ["boat"])
    let property = PredictedLoss(consequence: .propertyAtRisk, mappings: [mapping])
    let whole = PredictedLoss(consequence: .responseAtRisk, losingVersions: ["v1"])
    #expect(
      Finding.hint(predicting: [("v2", property)], isPresent: true) == "a record that is so loses Booking.boat in v2")
    #expect(Finding.hint(predicting: [("v2", property)], isPresent: false) == "would lose Booking.boat in v2")
    #expect(Finding.hint(predicting: [("v1", whole)], isPresent: true) == "the whole response would be lost in v1")
    #expect(Finding.hint(predicting: [], isPresent: true) == nil)
  }
}
