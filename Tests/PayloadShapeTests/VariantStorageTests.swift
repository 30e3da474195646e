import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("Variants of objects, stored and merged")
struct VariantStorageTests {
  private func stored(_ shape: PayloadShape) throws -> String {
    String(decoding: try JSONEncoder().encode(shape), as: UTF8.self)
  }

  private func read(_ text: String) throws -> PayloadShape {
    try JSONDecoder().decode(PayloadShape.self, from: Data(text.utf8))
  }

  /// Lists of objects of a few sorts that hold a few of many members, carry others, and sit in maps.
  private func document(_ generator: inout SeededGenerator) -> String {
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    func object(_ depth: Int) -> String {
      var members: [String] = []
      let names = ["type", "kind", "status", "__typename", "data", "payload", "object"]
      for name in names where number(3) == 0 {
        let isCarrier = depth < 2 && number(2) == 0
        members.append("\"\(name)\":" + (isCarrier ? object(depth + 1) : "\"sort\(number(7))x\""))
      }
      for _ in 0..<number(9) { members.append("\"m\(number(14))x\":\(number(2) == 0 ? "1" : "null")") }
      if number(4) == 0 { members += (0..<number(12)).map { "\"\($0)\":{\"type\":\"t\(number(5))x\",\"v\":1}" } }
      return "{\(members.shuffled(using: &generator).joined(separator: ","))}"
    }
    return "[\((0..<number(6)).map { _ in object(0) }.joined(separator: ","))]"
  }

  @Test("Shapes with variants merge in any order and grouping to the same shape, and can be stored")
  func merging() throws {
    var opened = 0
    for seed in 0..<UInt64(trials(80)) {
      var generator = SeededGenerator(state: seed)
      var parts = try (0..<6).map { _ in try shape(document(&generator)) }
      let expected = parts.reduce(PayloadShape()) { $0.merged(with: $1) }
      parts.shuffle(using: &generator)
      while parts.count > 1 {
        let index = Int.random(in: 0..<(parts.count - 1), using: &generator)
        parts[index] = parts[index].merged(with: parts.remove(at: index + 1))
      }
      #expect(parts == [expected], "seed \(seed)")
      #expect(try read(stored(expected)) == expected, "seed \(seed)")
      opened += expected.root.child(.element)?.variants.count { $0.isOpen } ?? 0
      #expect(changes(from: expected, to: expected) == [], "seed \(seed)")
    }
    let wide = try (0..<40).map { part in
      try shape("[{\"type\":\"a\",\((0..<3).map { "\"w\(part)_\($0)x\":1" }.joined(separator: ","))}]")
    }
    let forward = wide.reduce(PayloadShape()) { $0.merged(with: $1) }
    let backward = wide.reversed().reduce(PayloadShape()) { $1.merged(with: $0) }
    #expect(forward == backward && forward.root.child(.element)?.variants.map(\.isOpen) == [true])
    #expect(try read(stored(forward)) == forward)
  }

  @Test("Without a member that names variants, the stored form has no section for them")
  func unchangedForm() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(try shape(#"{"ok":true,"x":null}"#)), as: UTF8.self)
    #expect(
      text
        == #"{"d":1,"n":[[0,"e",1,0,0,0,1],[0,"mok",1,0,1,0,0,"p","AAAAAQ=="],[0,"mx",1,1,0,0,0,"p","AAAAAw=="]],"v":7}"#
    )
    #expect(try !stored(try shape(#"[{"id":1,"tag":"x"},{"id":2}]"#)).contains(#""d",["#))
    let typed = #"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1],[0,"mtype",1,0,0,0,0,"s",[1,0,0,11,1],"v",["a",1]]]}"#
    #expect(try read(typed).root.variants == [], "a form that was stored before sorts were followed")
  }

  @Test("Variants take little room: members that every object has are not listed")
  func size() throws {
    let plain = try stored(try shape(copies(20, of: ##"[{"id":1,"a":1,"b":2}]"##)))
    let typed = try stored(try shape(copies(20, of: ##"[{"id":1,"a":1,"type":"x"}]"##)))
    #expect(typed.utf8.count < plain.utf8.count + 60)
    let mixed = try shape(#"[{"type":"x","a":1},{"type":"y","b":1}]"#)
    #expect(try stored(mixed).contains(#""d",[["type",0,["x","y"],[1,1],"a",[1,0],"b",[0,1]]]"#))
  }

  @Test(
    "Damaged variants throw",
    arguments: [
      #"[["type"]]"#, #"[["type",0,["a"]]]"#, #"[["type",0,["a"],[1,2]]]"#, #"[["type",0,["a"],[-1]]]"#,
      #"[["type",0,["a","a"],[1,1]]]"#, #"[["type",0,[],[]]]"#, #"[["type",0,["a"],[1],"m"]]"#,
      #"[["type",0,["a"],[1],"m",[1,1]]]"#, #"[["type",0],["type",0]]"#, #"[["type",0],["kind",0]]"#,
      #"[["type",0,["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17"],"#
        + #"[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]]]"#,
    ])
  func damage(_ tables: String) {
    #expect(throws: DecodingError.self) { try read(#"{"v":1,"d":1,"n":[[0,"e",1,0,0,0,1,"d",\#(tables)]]}"#) }
  }
}
