import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("Long member names in shapes")
struct LongNameTests {
  private let long = String(repeating: "k", count: 3_000_000)

  @Test("are short in paths, stay distinct, and have the same path after storing")
  func bounded() throws {
    let text = #"[{"\#(long)":1,"\#(long)x":"a"},{"\#(long)":2,"\#(long)x":"b"}]"#
    let shape = try #require(PayloadShape(ofText: Array(text.utf8)))
    #expect(shape.paths.count == 4 && shape.paths.allSatisfy { $0.utf8.count < 150 })
    #expect(shape.statistics(at: "$[*]" + JSONPath.memberText(long))?.count == 2)
    let known = try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(shape))
    #expect(known == shape && changes(from: known, to: shape).isEmpty)
    let other = try #require(PayloadShape(ofText: Array(text.replacing(long + "x", with: long + "y").utf8)))
    #expect(!changes(from: known, to: other).isEmpty)
  }

  @Test(
    "are stored and read again whatever they begin with and however many share it",
    arguments: [
      "https://cdn.example/assets/images/2026/11/21/" + String(repeating: "a", count: 250),
      String(repeating: "😀", count: 80), String(repeating: "é", count: 300),
    ])
  func sharedBeginning(start: String) throws {
    var generator = SystemRandomNumberGenerator()
    for count in [2, 3, 7, 40] {
      let names = (0..<count).map { _ in start + String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
      }
      let text = "{" + names.map { #""\#($0)":1"# }.joined(separator: ",") + "}"
      let shape = try #require(PayloadShape(ofText: Array(text.utf8)))
      let known = try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(shape))
      #expect(known == shape, "\(names)")
      #expect(changes(from: known, to: shape).isEmpty)
    }
  }

  @Test("that equal the short form of another name count as one member with it, and are neither damage nor drift")
  func collision() throws {
    let text = #"{"\#(long)":1,"\#(JSONPath.boundedName(long))":"a","z":[]}"#
    let shape = try #require(PayloadShape(ofText: Array(text.utf8)))
    let known = try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(shape))
    #expect(known == shape && changes(from: known, to: shape).isEmpty && shape.paths.count == 3)
  }
}
