import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("What a few records hold at each path")
struct RecordValuesTests {
  private func random(_ generator: inout SeededGenerator) -> RecordValues {
    var values = RecordValues()
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      values.insert(
        UInt32.random(in: 0...9, using: &generator),
        of: .init(identifier: UInt32.random(in: 0...20, using: &generator) << 20))
    }
    return values
  }

  @Test("Merging gives the same in any order and grouping, and stays within its bytes")
  func merging() {
    var generator = SeededGenerator(state: 3)
    for _ in 0..<500 {
      let (first, second, third) = (random(&generator), random(&generator), random(&generator))
      func merged(_ parts: RecordValues...) -> RecordValues { parts.reduce(into: RecordValues()) { $0.merge($1) } }
      #expect(merged(first, second, third) == merged(third, merged(second, first)))
      #expect(merged(first, first) == first)
      #expect(first.pairs.count <= RecordValues.capacity && first.text.utf8.count <= 64)
      #expect(RecordValues(text: first.text) == first)
    }
    for damaged in ["x", "AAAA", "AAAAAQAAAAE=", "AAAAAgAAAAE=", String(repeating: "AAAA", count: 64)] {
      #expect(RecordValues(text: damaged) == nil, "\(damaged)")
    }
  }

  @Test("Records are known by their identifier, wherever they stand, and by their place otherwise")
  func records() throws {
    func pairs(_ text: String, _ steps: [ShapeStep]) throws -> [UInt32] {
      try shape(text).root.descendant(steps)?.statistics.records.pairs ?? []
    }
    let name = [ShapeStep.element, .member("name")]
    let list = try pairs(#"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"name":"c","id":3}]"#, name)
    #expect(list.count == 3)
    #expect(try pairs(#"[{"name":"c","id":"3"},{"id":1.0,"name":"a"},{"id":2,"name":"b"}]"#, name) == list)
    #expect(
      try pairs(#"{"data":[{"id":2,"name":"b"},{"id":1,"name":"a"},{"id":3,"name":"c"}]}"#, [.member("data")] + name)
        == list)
    #expect(
      try pairs(
        #"{"1":{"name":"a"},"2":{"name":"b"},"3":{"name":"c"},"4":{},"5":{},"6":{},"7":{},"8":{}}"#,
        [.anyMember, .member("name")]) == list)
    let unknown = try pairs(#"[{"name":"a"},{"name":"b"}]"#, name)
    #expect(unknown.count == 2 && unknown.allSatisfy { RecordValues.record(of: $0) & 1 == 0 })
    #expect(try pairs(#"[{"name":"b"},{"name":"a"}]"#, name) != unknown)
    // An identifier that is the same everywhere tells nothing apart.
    #expect(try pairs(#"[{"code":1,"name":"a"},{"code":1,"name":"b"}]"#, name) == unknown)
  }

  @Test("The stored form of a shape grows by at most 80 bytes for each path, however many records there are")
  func size() throws {
    let records = (0..<5_000).map { ##"{"id":\##($0),"title":"T \##($0)","tags":["x\##($0)"],"at":{"n":\##($0)}}"## }
    let shape = try shape("[\(records.joined(separator: ","))]")
    let stored = try JSONEncoder().encode(shape)
    var bare = shape
    func clear(_ node: inout ShapeNode) {
      node.statistics.records = RecordValues()
      for index in node.children.indices { clear(&node.children[index]) }
    }
    clear(&bare.root)
    #expect(stored.count - (try JSONEncoder().encode(bare).count) <= 80 * shape.paths.count)
    #expect(try JSONDecoder().decode(PayloadShape.self, from: stored) == shape)
  }

  @Test("A baseline keeps what the last response held, and of what is gone what was last there")
  func lastResponse() throws {
    func pairs(_ shape: PayloadShape, _ name: String) -> [UInt32] {
      shape.root.child(.element)?.child(.member(name))?.statistics.records.pairs ?? []
    }
    let first = try shape(#"[{"id":1,"a":"x","b":"old"}]"#)
    let second = try shape(#"[{"id":1,"b":"new"}]"#)
    let grown = first.absorbing(second, except: changes(from: first, to: second))
    #expect(pairs(grown, "b") == pairs(second, "b") && pairs(grown, "a") == pairs(first, "a"))
  }
}
