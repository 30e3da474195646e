import JSONDocument
import Testing

private func parse(_ text: String) throws -> JSONDocument { try JSONDocument(Array(text.utf8)) }

private func node(_ path: String, in document: JSONDocument) throws -> JSONNode {
  try #require(try JSONPath(path).nodes(in: document).first)
}

@Suite("A document is read into kinds, counts, names, scalars and places")
struct JSONDocumentTests {
  static let sample = """
    {"results": [
      {"url": "https://x/1", "price": 44, "a/b~c": null},
      {"url": "https://x/2", "price": 10.0, "tags": []}
    ], "sprites": {"official-artwork": {"ok": true}}, "results": 1}
    """

  @Test("Structure: kinds, counts, siblings and the first of duplicate names")
  func structure() throws {
    let document = try parse(Self.sample)
    #expect(document.kind(of: document.root) == .object)
    #expect(document.count(of: document.root) == 3)
    let results = try #require(document.member("results", of: document.root))
    #expect(document.kind(of: results) == .array)
    #expect(document.children(of: results).map { document.kind(of: $0) } == [.object, .object])
    let first = try #require(document.firstChild(of: results))
    #expect(document.children(of: first).map { document.key(of: $0) } == ["url", "price", "a/b~c"])
    #expect(document.key(of: first) == nil)
    #expect(document.key(of: document.root) == nil)
    #expect(document.nextSibling(of: document.root) == nil)
    #expect(document.member("URL", of: first) == nil)
    #expect(try document.string(at: node("$.results[1].url", in: document)) == "https://x/2")
    #expect(document.isTrue(try node("$.sprites[\"official-artwork\"].ok", in: document)))
    #expect(String(decoding: document.bytes(of: try node("$.results[1].tags", in: document)), as: UTF8.self) == "[]")
  }

  @Test("Places: line and column, pointer, path and pattern")
  func places() throws {
    let document = try parse(Self.sample)
    let odd = try node("$.results[0]['a/b~c']", in: document)
    #expect(document.position(of: odd).line == 2)
    #expect(document.position(of: odd).column == 48)
    #expect(document.pointer(to: odd) == "/results/0/a~1b~0c")
    #expect(document.path(to: odd) == "$.results[0][\"a/b~c\"]")
    #expect(document.pattern(to: odd) == "$.results[*][\"a/b~c\"]")
    #expect(document.pattern(to: document.root) == "$")
    #expect(document.pointer(to: document.root) == "")
    let nested = try node("$.sprites['official-artwork']", in: document)
    #expect(document.pattern(to: nested) == "$.sprites[\"official-artwork\"]")
    // every node leads back to itself
    for index in 0..<document.entryCount {
      guard let found = try? JSONPath("$..*").nodes(in: document).first(where: { $0.index == index }) else { continue }
      let duplicate = document.path(to: found) == "$.results" && document.kind(of: found) == .number
      #expect(try duplicate || JSONPath(document.path(to: found)).nodes(in: document) == [found])
    }
  }

  @Test("Columns count characters, and every kind of line end counts once")
  func columns() throws {
    let document = try parse("[\"äö\",1,\r\n2,\r3,\n4]")
    let positions = document.children(of: document.root).map { document.position(of: $0) }
    #expect(positions.map(\.line) == [1, 1, 2, 3, 4])
    #expect(positions.map(\.column) == [2, 7, 1, 1, 1])
  }

  @Test(
    "An excerpt is one short printable line",
    arguments: [
      ("{\"amount\":44,\"currency\":\"USD\"}", "{amount, currency}"), ("[1,2,3]", "[3 elements]"),
      ("[1]", "[1 element]"),
      ("[]", "[]"), ("{}", "{}"), ("\"a\\nb\"", "\"a\\nb\""), ("\"\u{202E}x\u{1B}[1m\"", "\" x [1m\""),
      ("-12.50", "-12.50"),
      ("\"abcdefghijklmnopqrstuvwxyz\"", "\"abcdefghijklmn…"),
      ("{\"alpha\":1,\"beta\":2,\"gamma\":3,\"delta\":4}", "{alpha, beta, …}"), ("{\"averyverylongname\":1}", "{…}"),
    ])
  func excerpts(_ text: String, _ expected: String) throws {
    let document = try parse(text)
    #expect(
      document.excerpt(of: document.root, limit: 16) == expected || document.excerpt(of: document.root) == expected)
    #expect(document.excerpt(of: document.root, limit: 16).count <= 18)
  }

  @Test(
    "What cannot be parsed is named with its place and what was expected",
    arguments: [
      ("", 1, 1, "a value", "the end of the text"), ("[1,\n 2 3]", 2, 4, "a comma or ]", "'3'"),
      ("{\"a\" 1}", 1, 6, "a colon", "'1'"), ("{x}", 1, 2, "a member name in quotes", "'x'"),
      ("[nul]", 1, 5, "null", "']'"), ("\"abc", 1, 5, "the closing quote of a string", "the end of the text"),
      ("[1] x", 1, 5, "the end of the text", "'x'"), ("[\u{1}]", 1, 2, "a value", "byte 0x1"),
      ("{\"ä\":1", 1, 7, "a comma or }", "the end of the text"),
    ])
  func syntaxErrors(_ text: String, _ line: Int, _ column: Int, _ expected: String, _ found: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try parse(text) }
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.expected == expected)
    #expect(error.found == found)
    #expect(!error.description.contains("\n"))
  }

  @Test("A text beyond the limits is refused by name")
  func limits() throws {
    var limits = JSONDocument.Limits()
    limits.maximumBytes = 3
    limits.maximumDepth = 1
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array("[10]".utf8), limits: limits) }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array("[[".utf8), limits: limits) }
    #expect(try JSONDocument(Array("[1]".utf8), limits: limits).entryCount == 3)
  }

  @Test(
    "What RFC 8259 forbids but Foundation reads is listed",
    arguments: [
      ("[1,2]", []), ("[1,]", [ConformanceNotice.Kind.trailingComma]), ("\u{FEFF}[]", [.byteOrderMark]),
      ("{\"a\":1,\"\\u0061\":2}", [.duplicateKey]), ("[01]", [.malformedNumber]), ("[\"\\q\"]", [.invalidEscape]),
      ("[\"\\ud800\"]", [.loneSurrogate]), ("[\"\\ud800\\u0041\"]", [.loneSurrogate]),
      ("[\"\t\"]", [.controlCharacter]),
      ("{\"\\q\":01,}", [.invalidEscape, .malformedNumber, .trailingComma]), ("[\"\\uZZZZ\"]", [.invalidEscape]),
    ])
  func notices(_ text: String, _ expected: [ConformanceNotice.Kind]) throws {
    #expect(try parse(text).notices.map(\.kind) == expected)
  }

  @Test("Bytes that are not UTF-8 are noted, and fail only where they are read")
  func invalidUTF8() throws {
    let document = try JSONDocument([0x5B, 0x22, 0xFF, 0x22, 0x2C, 0x22, 0x61, 0x22, 0x5D])
    #expect(document.notices.map(\.kind) == [.invalidUTF8])
    let children = Array(document.children(of: document.root))
    #expect(throws: JSONValueError.invalidUTF8(byteOffset: 1)) { try document.string(at: children[0]) }
    #expect(try document.string(at: children[1]) == "a")
  }

  @Test(
    "Whole numbers are whole however they are spelled",
    arguments: [
      ("10", true), ("10.0", true), ("1e1", true), ("1.5e1", true), ("1.25e1", false), ("0.0", true), ("-0", true),
      ("100e-2", true),
      ("100e-3", false), ("1e-99999999999999999999", false), ("0e-99999999999999999999", true), ("1.5", false),
      ("01", false),
      ("1.", false), ("-", false), ("0.10e1", true),
    ])
  func wholeNumbers(_ text: String, _ isWhole: Bool) throws {
    let document = try parse(text)
    #expect(document.isInteger(document.root) == isWhole)
    #expect(document.numberText(at: document.root) == text)
  }

  @Test("Numbers give integers of each width only within its range")
  func integers() throws {
    let document = try parse("[127,128,-128,-129,255,-0,18446744073709551615,01,-,1.0]")
    let nodes = Array(document.children(of: document.root))
    #expect(
      nodes.map { document.plainInteger(at: $0, as: Int8.self) } == [127, nil, -128, nil, nil, 0, nil, nil, nil, nil])
    #expect(document.plainInteger(at: nodes[6], as: UInt64.self) == .max)
    #expect(document.plainInteger(at: nodes[2], as: UInt.self) == nil)
    #expect(document.double(at: nodes[9]) == 1)
    #expect(document.double(at: nodes[7]) == nil)
    #expect(try parse("1e400").double(at: JSONNode.rootForTests(parse("1e400"))) == nil)
  }

  @Test("Names compare by canonical equivalence")
  func canonicalNames() throws {
    let document = try parse("{\"e\u{301}\":1,\"\u{212A}\":2,\"b\\u0061\":3}")
    #expect(document.member("\u{E9}", of: document.root) != nil)
    #expect(document.member("K", of: document.root) != nil)
    #expect(document.member("ba", of: document.root) != nil)
    #expect(document.member("a", of: document.root) == nil)
  }
}

extension JSONNode {
  fileprivate static func rootForTests(_ document: JSONDocument) -> JSONNode { document.root }
}
