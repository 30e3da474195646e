import JSONDocument
import Testing

@Suite("No text crashes the parser or holds it up")
struct HostileTextTests {
  static let documents = [
    #"{"id":1,"name":"Mütze \"\\u00e9\ud83d\ude00","price":-12.50e+2,"tags":["a",null,true,false,{}],"n":[[],[1,2.0]]}"#,
    "[\n  {\n    \"a\": \"\(String(repeating: "long ", count: 30))\",\n    \"b\": [\n      1,\n      2\n    ]\n  },\n  {}\n]\n",
    "  [ {\"a_b\": 0.1, \"ключ\": \"\\n\\t\"} , {\"a_b\": 1e400,}, [1, 2 , ], \"\(String(repeating: "é", count: 70))\" ] ",
    "\"\\ud83d\\ude00 and more\"", "-1234567890123456789012345678901234567890.5e-10", " true ",
    "[\"\(String(repeating: "x", count: 4200))\",7]",
  ]

  /// Reads everything that there is to read.
  private func readAll(_ document: JSONDocument) {
    for node in (try? JSONPath("$..*").nodes(in: document)) ?? [] {
      _ = try? document.string(at: node)
      _ = document.double(at: node)
      _ = document.plainInteger(at: node, as: Int.self)
      _ = document.isInteger(node)
      _ = document.key(of: node)
      _ = document.excerpt(of: node)
      #expect(document.byteRange(of: node).upperBound <= document.text.count)
      #expect(node.index < document.entryCount && document.endIndex(of: node) <= document.entryCount)
    }
    _ = document.notices
    _ = document.member("a", of: document.root)
  }

  @Test("A text that is cut anywhere has Foundation's verdict, and an error within it", arguments: documents)
  func cut(_ document: String) throws {
    let bytes = Array(document.utf8)
    for length in bytes.count > 4_000 ? Array(4_000..<bytes.count) : Array(0...bytes.count) {
      let text = Array(bytes[..<length])
      #expect(weAccept(text) == foundationAccepts(text), "\(length) bytes")
      do { readAll(try JSONDocument(text)) } catch { #expect(error.byteOffset <= length) }
    }
  }

  @Test("White space of any length before a text changes nothing but its place", arguments: documents.prefix(4))
  func shifted(_ document: String) throws {
    let bytes = Array(document.utf8)
    let expected = try JSONDocument(bytes)
    for shift in 1...130 {
      let shifted = try JSONDocument(Array(repeating: 0x20, count: shift) + bytes)
      #expect(shifted.entryCount == expected.entryCount)
      let nodes = try JSONPath("$..*").nodes(in: expected)
      #expect(try JSONPath("$..*").nodes(in: shifted) == nodes)
      for node in nodes { #expect(shifted.bytes(of: node) == expected.bytes(of: node), "by \(shift)") }
    }
  }

  @Test("A string ends where it ends, whatever its length and wherever it begins")
  func stringLengths() throws {
    for length in Array(0...140) + Array(4_030...4_100) + [8_192, 70_000] {
      for filler in ["x", "é", "\\n", "\u{1}"] {
        let name = String(repeating: "n", count: length % 83)
        let content = String(repeating: filler, count: length)
        let document = try JSONDocument(Array("{\"\(name)\":[\"\(content)\",\"\(content)\",12345678901]}".utf8))
        let array = try #require(document.firstChild(of: document.root))
        #expect(document.key(of: array) == name)
        let children = Array(document.children(of: array))
        #expect(children.prefix(2).allSatisfy { document.contentRange(of: $0).count == content.utf8.count })
        #expect(document.plainInteger(at: children[2], as: Int.self) == 12_345_678_901)
        #expect(document.isPlainString(children[1]) == (filler == "x" || length == 0))
        if filler == "é" { #expect(try document.string(at: children[1]) == content) }
      }
    }
  }

  @Test("A closing bracket that ends the text too early is named")
  func earlyEnd() throws {
    for (text, expected) in [
      ("[[]", "a comma or ]"), ("[{}", "a comma or ]"), ("{\"a\":{}", "a comma or }"), ("{\"a\":[]", "a comma or }"),
      ("[[1]", "a comma or ]"), ("{\"a\":[1,]", "a comma or }"), ("{\"a\":{\"b\":1,}", "a comma or }"),
      ("[[[]],{}  ", "a comma or ]"),
    ] {
      let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.utf8)) }
      #expect(error.expected == expected, "\(text)")
      #expect(error.found == "the end of the text" && error.byteOffset == text.utf8.count)
    }
  }

  @Test("Random bytes and random structure have Foundation's verdict")
  func random() {
    var random = SplitMix(seed: 7)
    let structure = Array("{}[]:,\"1 \\a-\n".utf8)
    for round in 0..<6_000 {
      let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        round % 3 == 0 ? UInt8.random(in: 0...255, using: &random) : structure.randomElement(using: &random) ?? 0
      }
      #expect(weAccept(bytes) == foundationAccepts(bytes), "\(bytes)")
      if let document = try? JSONDocument(bytes) { readAll(document) }
    }
  }

  @Test("Mutations of indented and of long texts have Foundation's verdict, and errors lie within them")
  func mutations() {
    var random = SplitMix(seed: 11)
    var nested = "1"
    for depth in (0..<9).reversed() {
      let outer = String(repeating: " ", count: 4 * depth)
      nested =
        "{\n\(outer)    \"key\(depth)\": [\n\(outer)    \(nested)\n\(outer)    ],\n\(outer)    \"b\": \"text\"\n\(outer)}"
    }
    let seeds = (Self.documents + [nested]).map { Array($0.utf8) }
    let pool = Array("{}[]:,\"\\ue0159+-.Etfn \n\r\t\u{1}é".utf8) + [0x80, 0xC3, 0xED, 0xFF, 0]
    for _ in 0..<6_000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        let byte = pool.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: position)
        case 1: bytes.insert(byte, at: position)
        case 2: bytes[position] = byte
        default:
          bytes.insert(contentsOf: Array(repeating: byte, count: .random(in: 1...70, using: &random)), at: position)
        }
      }
      do {
        readAll(try JSONDocument(bytes))
        #expect(foundationAccepts(bytes), "\(String(decoding: bytes, as: UTF8.self))")
      } catch {
        #expect(!foundationAccepts(bytes), "\(error): \(String(decoding: bytes, as: UTF8.self))")
        #expect(error.byteOffset <= bytes.count && error.byteOffset >= 0)
      }
    }
  }

  @Test("Bytes that are not UTF-8 are refused only where they are read, in names and strings")
  func invalidUTF8() throws {
    let broken: [[UInt8]] = [
      [0xC0, 0x80], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0x80],
      [0xFF],
      Array(repeating: 0x61, count: 60) + [0xF0, 0x9F, 0x98], [0x5C, 0x6E, 0xC3],
    ]
    for bytes in broken {
      let quoted = [0x22] + bytes + [0x22]
      let string = try JSONDocument(quoted)
      #expect(string.notices.map(\.kind) == [.invalidUTF8])
      #expect(throws: JSONValueError.self) { try string.string(at: string.root) }
      let object = try JSONDocument([0x7B] + quoted + [0x3A, 0x31, 0x7D])
      #expect(!object.hasPlainNames(object.root))
      #expect(throws: JSONValueError.self) { try object.checkNames(of: object.root) }
      #expect(object.firstChild(of: object.root).flatMap { object.key(of: $0) } != nil)
      #expect(weAccept(quoted) == foundationAccepts(quoted))
    }
  }

  @Test("UTF-16 and UTF-32 of odd lengths, and texts of nothing but white space or marks, have Foundation's verdict")
  func oddEncodings() {
    var forms: [[UInt8]] = [
      [], [0x20], Array(" \n\t\r ".utf8), [0xEF, 0xBB, 0xBF], [0xEF, 0xBB], [0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0],
    ]
    let text = Array("[1,\"a\"]".utf8)
    let wide: [UInt8] = text.flatMap { byte -> [UInt8] in [byte, 0] }
    let wider: [UInt8] = text.flatMap { byte -> [UInt8] in [0, 0, 0, byte] }
    for cut in 0..<8 {
      forms += [Array(wide.dropLast(cut)), Array(wider.dropLast(cut)), [0xFF, 0xFE] + wide.dropLast(cut)]
    }
    for form in forms { #expect(weAccept(form) == foundationAccepts(form), "\(form)") }
  }

  @Test("A gigabyte of opening brackets is refused at the first that is too many")
  func manyBrackets() throws {
    let bytes = Array(repeating: UInt8(ascii: "["), count: 1 << 30)
    let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect(error.byteOffset == 512)
  }

  @Test("A string of 100 MB is one entry, and is found again")
  func longString() throws {
    var bytes = Array(repeating: UInt8(ascii: "x"), count: 100_000_000)
    bytes[0] = UInt8(ascii: "[")
    bytes[1] = UInt8(ascii: "\"")
    bytes[bytes.count - 2] = UInt8(ascii: "\"")
    bytes[bytes.count - 1] = UInt8(ascii: "]")
    let document = try JSONDocument(bytes)
    let string = try #require(document.firstChild(of: document.root))
    #expect(document.contentRange(of: string) == 2..<(bytes.count - 2))
    #expect(document.isPlainString(string) && document.nextSibling(of: string) == nil)
    #expect(document.entryCount == 4)
    #expect(document.endIndex(of: string) == 4)
  }
}
