import JSONDocument
import PayloadShape
import Testing

@testable import Examination

@Suite("Shapes of request bodies")
struct BodyShapesTests {
  private func bodies(_ texts: [String]) -> (shape: PayloadShape?, bodies: BodyShapes) {
    var bodies = BodyShapes(budget: PayloadShape.standardBudget)
    for text in texts { bodies.add(text.utf8) }
    return (bodies.finish(), bodies)
  }

  private func alone(_ texts: [String]) throws -> PayloadShape? {
    PayloadShape.ofOneResponse(try texts.map { PayloadShape(of: try JSONDocument(Array($0.utf8))) })
  }

  @Test(
    "Bodies are learned as they are one by one, whatever stands around them",
    arguments: [
      [#"{"id":1,"tags":["a","b"]}"#],
      [#" {"id":1}"#, "\n{\"id\":null,\"name\":\"x\"}\t", "[]", "7", "\"text\""],
      [#"{"id":1,"id":2}"#, #"{"state":"open"}"#, #"{"state":"closed"}"#],
    ])
  func together(_ texts: [String]) throws {
    let (shape, bodies) = bodies(texts)
    #expect(try shape == alone(texts))
    #expect(bodies.count == texts.count && bodies.first == texts[0] && bodies.errors.isEmpty)
  }

  @Test(
    "A body that is no JSON is an error of its own, also where it would be some beside others",
    arguments: [
      (["1,2", "{}"], ["{}"]), (["\"a", "b\",\"c\"", "3"], ["3"]), (["", "[]"], ["[]"]), (["1],[2"], []),
      (["{}", "[1", "2]", #"{"a":1}"#], ["{}", #"{"a":1}"#]), ([String(repeating: "[", count: 600), "1"], ["1"]),
    ])
  func broken(_ texts: [String], _ valid: [String]) throws {
    let (shape, bodies) = bodies(texts)
    #expect(try shape == alone(valid))
    #expect(bodies.count == valid.count && bodies.first == valid.first)
    #expect(bodies.errors.count == texts.count - valid.count)
  }

  @Test("More bodies than are learned at once are learned all")
  func many() throws {
    let text = #"{"name":"\#(String(repeating: "x", count: 300))","price":12.5}"#
    let (shape, bodies) = bodies(Array(repeating: text, count: 5000))
    #expect(bodies.count == 5000 && shape?.documents == 5000)
    #expect(shape?.statistics(at: "$.price")?.count == 5000)
  }
}
