import Testing

@testable import JSONDocument

@Suite("Names of megabytes in paths")
struct BoundedNameTests {
  private let long = String(repeating: "k", count: 3_000_000)

  @Test("A name that anybody would give a field stays as it is; a longer one is its beginning, its length and a hash")
  func bounded() {
    let usual = String(repeating: "k", count: JSONPath.longestName)
    #expect(JSONPath.boundedName(usual) == usual && JSONPath.memberText(usual) == "." + usual)
    let bounded = JSONPath.boundedName(long)
    #expect(bounded.hasPrefix(String(repeating: "k", count: 60) + "… (3000000 bytes, ") && bounded.utf8.count < 120)
    #expect(JSONPath.boundedName(bounded) == bounded)
    #expect(JSONPath.memberText(long) == JSONPath.memberText(bounded))
  }

  @Test("A bounded name is bounded, whatever its letters", arguments: ["k", "é", "語", "😀", "e\u{301}", "👩‍👩‍👧‍👦"])
  func idempotent(letter: String) {
    for count in [40, 65, 80, 300, 5000] {
      let bounded = JSONPath.boundedName(String(repeating: letter, count: count))
      #expect(JSONPath.boundedName(bounded) == bounded && bounded.utf8.count <= JSONPath.longestName)
    }
  }

  @Test("Two long names stay two, wherever they differ", arguments: [0, 100, 1_500_000, 2_999_999])
  func apart(place: Int) {
    var other = Array(long.utf8)
    other[place] = UInt8(ascii: "x")
    #expect(JSONPath.boundedName(String(decoding: other, as: UTF8.self)) != JSONPath.boundedName(long))
  }

  @Test("A grapheme of megabytes and names of slashes and tildes are bounded as well")
  func odd() {
    let marks = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(JSONPath.boundedName(marks).utf8.count < 300)
    let pointer = "/0/" + long + "/" + marks + "/~1a"
    let bounded = JSONPath.boundedPointer(pointer)
    #expect(bounded.utf8.count < 600 && bounded.hasPrefix("/0/kkk") && bounded.hasSuffix("/~1a"))
    #expect(JSONPath.boundedPointer("/0/price") == "/0/price")
    let deep = String(repeating: "/" + String(repeating: "d", count: 200), count: 400)
    let short = JSONPath.boundedPointer(deep)
    #expect(
      short.utf8.count <= JSONPath.longestPointer && short.hasPrefix("/ddd") && short.contains("… (80400 bytes, "))
    #expect(JSONPath.boundedPointer(short) == short && short != JSONPath.boundedPointer(deep + "/x"))
  }
}
