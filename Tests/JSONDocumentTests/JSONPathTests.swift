@testable import JSONDocument
import Testing

@Suite("Paths select values as RFC 9535 says")
struct JSONPathTests {
  static let text = #"{"a":[{"b":1,"c":{"b":2}},{"b":3}],"odd name":{"b":4},"":5,"é":6}"#

  @Test(
    "Each form selects its values in document order",
    arguments: [
      ("$", ["{a, odd name, , é}"]), ("$.a[0].b", ["1"]), ("$.a[-1].b", ["3"]), ("$.a[*].b", ["1", "3"]),
      ("$['odd name'].b", ["4"]), ("$[\"odd name\"]['b']", ["4"]), ("$['']", ["5"]), ("$.é", ["6"]),
      ("$..b", ["4", "1", "3", "2"]),
      ("$.a.*", ["{b, c}", "{b}"]), ("$.a[7]", []), ("$.b", []), ("$.a..[*].b", ["1", "3", "2"]),
      ("$[ 'a' ][ 0 ].c.b", ["2"]),
      ("$['\\u00e9']", ["6"]), ("$[0]", []),
    ])
  func selection(_ path: String, _ expected: [String]) throws {
    let document = try JSONDocument(Array(Self.text.utf8))
    let found = try JSONPath(path).nodes(in: document).map { document.excerpt(of: $0) }
    #expect(found.sorted() == expected.sorted())
  }

  @Test(
    "Paths that are written in several ways have one pattern",
    arguments: [
      ("$", "$"), ("$['orders'][*]", "$.orders[*]"), ("$[ \"odd name\" ].*", "$[\"odd name\"].*"),
      ("$['odd name']", "$[\"odd name\"]"), ("$..['a'][-1]", "$..a[-1]"), ("$..[*]['1']", "$..[*][\"1\"]"),
      ("$..*", "$..*"),
    ])
  func patterns(_ path: String, _ pattern: String) throws {
    let parsed = try JSONPath(path)
    #expect(parsed.pattern == pattern && parsed.description == path)
    #expect(try JSONPath(pattern).pattern == pattern)
    #expect(try JSONPath(pattern).segments == parsed.segments)
  }

  @Test(
    "A path that is wrong says where and why",
    arguments: [
      ("", 1), ("a", 1), ("$a", 2), ("$.", 3), ("$.1", 3), ("$[", 3), ("$[1", 4), ("$['a", 5), ("$[1:2]", 4),
      ("$[?@.a]", 3),
      ("$['a\\x']", 6), ("$[01]", 3), ("$[-0]", 3), ("$[99999999999999999999]", 3), ("$...a", 4), ("$['\\ud800']", 10),
      ("$.a b", 4),
    ])
  func errors(_ path: String, _ position: Int) throws {
    let error = try #require(throws: JSONPathError.self) { try JSONPath(path) }
    #expect(error.position == position)
    #expect(!error.description.contains("\n"))
  }

  @Test(
    "Member names are written in shorthand where that is allowed, and read back the same",
    arguments: [
      ("name", ".name"), ("_x1", "._x1"), ("é", ".é"), ("1a", "[\"1a\"]"), ("", "[\"\"]"),
      ("a\"b\\c\n\u{1}", "[\"a\\\"b\\\\c\\n\\u0001\"]"),
      ("official-artwork", "[\"official-artwork\"]"),
    ])
  func memberTexts(_ name: String, _ text: String) throws {
    #expect(JSONPath.memberText(name) == text)
    var key = ""
    for scalar in name.unicodeScalars { key += "\\u" + String(scalar.value + 0x10000, radix: 16).suffix(4) }
    let document = try JSONDocument(Array("{\"\(key)\":7}".utf8))
    #expect(try JSONPath("$" + text).nodes(in: document).count == 1)
    #expect(document.pattern(to: try #require(document.firstChild(of: document.root))) == "$" + text)
  }
}
