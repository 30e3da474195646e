import Foundation
import PayloadShape
import Testing

@Suite struct PeculiarNameTests {
  @Test(
    "A shape can be stored with any member names",
    arguments: ["\u{301}x", "\u{200d}", "", "m", "e", "a", "\u{1f1e9}\u{1f1ea}", "\u{202e}abc", "a.b[*]"])
  func stored(_ name: String) throws {
    let key = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let known = try shape(["{\(key):1,\"k\":[{\(key):\"x\"}]}"])
    let read = try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(known))
    #expect(read == known)
    #expect(changes(from: known, to: read).isEmpty)
  }

  @Test("However many members came and went at once, each is told, and few are compared with one another")
  func manyRenames() throws {
    func object(_ seed: Int) -> String {
      var state = seed
      func name() -> String {
        String(
          (0..<12).map { _ in
            state = (state &* 1_103_515_245 &+ 12345) % 2_147_483_648
            return Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(state >> 16 & 7)))
          })
      }
      return "{\"kept\":1," + (0..<400).map { _ in "\"\(name())\":null" }.joined(separator: ",") + "}"
    }
    let found = changes(from: try shape([object(1)]), to: try shape([object(2)]))
    #expect(found.count { $0.kind == .memberRemoved || $0.kind == .memberRenamed } == 400)
  }
}
