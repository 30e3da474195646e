import Foundation
import JSONDocument
@testable import PayloadShape
import Testing

@Suite("The stored form")
struct StoredShapeTests {
  private func stored(_ shape: PayloadShape) throws -> String {
    String(decoding: try JSONEncoder().encode(shape), as: UTF8.self)
  }

  private func read(_ text: String) throws -> PayloadShape {
    try JSONDecoder().decode(PayloadShape.self, from: Data(text.utf8))
  }

  private let sample = #"""
    {"results":[{"id":1,"url":"https://a.b/1","kind":"Lakes","at":"2026-01-30","x":null},{"id":2.5,"tags":[true,[]]}],
     "rates":{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8},"a.b":{"é":"x\"y"}}
    """#

  @Test("A shape is read back unchanged, and its stored form is short")
  func roundTrip() throws {
    for seed in 0..<UInt64(trials(100)) {
      var generator = SeededGenerator(state: seed)
      let texts = (0..<3).map { _ in RandomJSON.make(&generator).text(&generator) }
      let shape = try shape(texts)
      #expect(try read(stored(shape)) == shape, "seed \(seed)")
    }
    let open = changes(from: try shape(#"{"a":1}"#), to: try shape("{}"))
    let excused = try shape(#"{"a":1}"#).absorbing(try shape("{}"), except: open)
    #expect(try read(stored(excused)) == excused)
    #expect(try read(stored(PayloadShape())) == PayloadShape())
    let wide = try shape(
      "{" + (0..<900).map { "\"p\($0)x\":{\"a\":1,\"b\":1,\"c\":1,\"d\":1}" }.joined(separator: ",") + "}")
    #expect(wide.isTruncated)
    #expect(try read(stored(wide)) == wide)
    #expect(try stored(try shape(sample)).utf8.count < 80 * (try shape(sample)).paths.count)
  }

  @Test(
    "Documents that hold nothing but null somewhere are counted; of a shape that was stored before, as if all might")
  func documentsOfNull() throws {
    let (some, none) = (try shape(#"{"a":1,"l":[null,1]}"#), try shape(#"{"a":null,"l":[null]}"#))
    let both = some.merged(with: none)
    let now = try read(stored(both))
    #expect(now == both && now.root.child(.member("a"))?.statistics.valuedDocuments == 1)
    #expect(now.root.child(.member("l"))?.child(.element)?.statistics.valuedDocuments == 1)
    #expect(now.root.child(.member("l"))?.statistics.valuedDocuments == 2)
    let before = try read(#"{"v":3,"d":2,"n":[[0,"e",2,0,0,0,2],[0,"ma",2,1,1,0,0],[0,"mb",2,0,2,0,0]]}"#)
    #expect(before.root.children.map(\.statistics.valuedDocuments) == [0, 2])
  }

  @Test("The deepest nesting of a document can be stored")
  func deepNesting() throws {
    let deep = try shape(String(repeating: #"{"a":"#, count: 510) + "1" + String(repeating: "}", count: 510))
    #expect(try read(stored(deep)) == deep)
  }

  @Test(
    "A damaged text throws",
    arguments: [
      "", "null", "[]", "{}", #"{"v":1,"d":1}"#, #"{"v":1,"d":1,"n":[]}"#, #"{"v":0,"d":1,"n":[[0,"e",1,0,0,0,1]]}"#,
      #"{"v":2,"d":1,"n":[[0,"e",1,0,0,0,0,"n",[1,1],"g",[0,0,0]]]}"#,
      #"{"v":2,"d":1,"n":[[0,"e",1,0,0,0,0,"n",[1,1],"g",[1,64]]]}"#,
      #"{"v":1,"d":-1,"n":[[0,"e",1,0,0,0,1]]}"#, #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,-1]]}"#, #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,9223372036854775807]]}"#,
      #"{"v":1,"d":1,"n":[[0,"q",1,0,0,0,1]]}"#, #"{"v":1,"d":1,"n":[[0,"",1,0,0,0,1]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1],[1,"ma",1,0,0,0,1]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1],[-1,"ma",1,0,0,0,1]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1],[0,"mb",1,0,0,0,1],[0,"ma",1,0,0,0,1]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1],[0,"ma",1,0,0,0,1],[0,"ma",1,0,0,0,1]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"z"]]}"#, #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"s",[1]]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"s",[1,0,0,99,1]]]}"#, #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"v",["a"]]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"r",[2,1]]]}"#, #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"h",[2,1]]]}"#,
      #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"a",[1]]]}"#, #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"f",7]]}"#,
      // What would be gone when it is written again: a sketch, sizes and a range of no numbers, values of no strings, lengths of no array.
      #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"k",[1,2]]]}"#, #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"g",[2,135,9117]]]}"#,
      #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"r",[1,2]]]}"#, #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"n",[2,2],"k",[1]]]}"#,
      #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"h",[1,2]]]}"#, #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"v",["a",1]]]}"#,
      #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"o"]]}"#, #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"s",[0,0,0]]]}"#,
      #"{"v":3,"d":1,"n":[[0,"e",1,0,0,0,1,"a",[0,0,1,2]]]}"#,
    ])
  func damage(_ text: String) {
    #expect(throws: DecodingError.self) { try read(text) }
  }

  @Test("A text of a newer program is told from a damaged one, whatever else it holds")
  func newerVersion() {
    #expect(throws: PayloadShape.NewerVersion(found: 8, known: 7)) { try read(#"{"v":8}"#) }
  }

  @Test("Paths nested beyond any document are refused, not followed")
  func hostileNesting() {
    let nodes = (0..<100_000).map { "[\(max(0, $0 - 1)),\"e\",1,0,0,0,0]" }
    #expect(throws: DecodingError.self) { try read(#"{"v":1,"d":1,"n":[\#(nodes.joined(separator: ","))]}"#) }
  }

  @Test("A stored form with changed bytes does not trap in reading, merging or comparing")
  func mutations() throws {
    let original = try shape(sample)
    let text = Array(try stored(original).utf8)
    var generator = SeededGenerator(state: 7)
    var accepted = 0
    for _ in 0..<trials(1500) {
      var damaged = text
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<damaged.count, using: &generator)
        damaged[index] = Array("0123456789[],\"ems-".utf8).randomElement(using: &generator) ?? 0
      }
      guard let shape = try? read(String(decoding: damaged, as: UTF8.self)) else { continue }
      accepted += 1
      _ = shape.merged(with: original)
      _ = shape.paths.map { shape.statistics(at: $0) }
      let found = changes(from: shape, to: original) + changes(from: original, to: shape)
      _ = shape.absorbing(original, except: found)
    }
    #expect(accepted > 0)
  }
}
