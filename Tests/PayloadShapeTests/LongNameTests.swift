import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("Member names of megabytes in shapes")
struct LongNameTests {
  private let long = String(repeating: "k", count: 3_000_000)

  @Test("are short in paths and in what is stored, keep apart, and are found again under the same path")
  func bounded() throws {
    let text = #"[{"\#(long)":1,"\#(long)x":"a"},{"\#(long)":2,"\#(long)x":"b"}]"#
    let shape = try #require(PayloadShape(ofText: Array(text.utf8)))
    #expect(shape.paths.count == 4 && shape.paths.allSatisfy { $0.utf8.count < 150 })
    #expect(shape.statistics(at: "$[*]" + JSONPath.memberText(long))?.count == 2)
    let stored = try JSONEncoder().encode(shape)
    #expect(stored.count < 10_000)
    let known = try JSONDecoder().decode(PayloadShape.self, from: stored)
    #expect(changes(from: known, to: shape).isEmpty)
    let other = try #require(PayloadShape(ofText: Array(text.replacing(long + "x", with: long + "y").utf8)))
    #expect(!changes(from: known, to: other).isEmpty)
  }
}
