import Foundation
import JSONDocument
import PayloadShape
import Testing

private let corpus = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"]

@Suite("Learning gives the same result as a simple reference implementation")
struct LearningTests {
  private func stored(_ shape: PayloadShape) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(shape), as: UTF8.self)
  }

  /// Whether both ways store the same; says where they part if not.
  private func expectSame(_ text: [UInt8], dictionaryPaths: Set<String> = [], _ comment: Comment) throws {
    let document = try JSONDocument(text)
    let expected = try stored(ReferenceLearner.shape(of: document, dictionaryPaths: dictionaryPaths))
    let found = try stored(PayloadShape(of: document, dictionaryPaths: dictionaryPaths))
    guard found != expected else { return }
    let shared = zip(found.utf8, expected.utf8).prefix { $0 == $1 }.count
    func around(_ text: String) -> String {
      String(decoding: text.utf8.dropFirst(max(0, shared - 80)).prefix(160), as: UTF8.self)
    }
    Issue.record("\(comment): \(around(found)) where \(around(expected)) was expected")
  }

  @Test("for unusual documents", arguments: 0..<8)
  func oddDocuments(_ part: Int) throws {
    for number in 0..<60 {
      let seed = UInt64(part * 1000 + number)
      var documents = OddDocuments(generator: SeededGenerator(state: seed))
      let text = documents.value()
      let patterns = ["$", "$[*]", "$.id", "$[*].name", "$[*].*", "$.é", "$[*][\"a.b\"]"]
      let paths: Set<String> = number.isMultiple(of: 3) ? [documents.pick(patterns), documents.pick(patterns)] : []
      try expectSame(text, dictionaryPaths: paths, "seed \(seed), maps \(paths.sorted())")
    }
  }

  @Test("for many records whose strings repeat, vary, and open a closed set late")
  func records() throws {
    var generator = SeededGenerator(state: 7)
    func word() -> String { ["amber", "river", "quiet", "stone", "maple"].randomElement(using: &generator) ?? "" }
    let records = (0..<1500).map { number in
      let odd = number == 700 ? #""st\u0061te":"\u0061mber","state":"x""# : "\"state\":\"\(word())\""
      let phase = number < 400 ? "id-\(number)" : word()
      let late = number < 1000 ? word() : "\(word()) \(number)"
      let set = number.isMultiple(of: 9) ? "w\(number % 64)" : "https://example.com/\(number)"
      return #"{"id":\#(number),\#(odd),"phase":"\#(phase)","late":"\#(late)","set":"\#(set)","#
        + #""ratio":\#(number).25}"#
    }
    try expectSame(Array("[\(records.joined(separator: ","))]".utf8), "records")
  }

  @Test("for maps that fold late")
  func lateMaps() throws {
    let inner = (0..<70).map { "{\"state\":\"v\($0)\",\"n\":\($0),\"\\u00e9\":\"\($0 % 3)\"}" }.joined(separator: ",")
    let days = (1...9).map { "\"2026-01-0\($0)\":{\"list\":[\(inner)],\"é\":{\"\($0)\":\"e\\u0301\"},\"only\($0)\":1}" }
    let mixed = ["\"kept\":1"] + days + ["\"kept\":2", "\"2026-02-01\":null"]
    try expectSame(Array("{\(mixed.joined(separator: ","))}".utf8), "days")
    let many = (0..<1030).map { "\"n\($0 % 1027)x\":{\"a\":\"v\($0 % 70)\"}" }
    try expectSame(Array("[{\(many.joined(separator: ","))},{\"1\":[],\"new\":\"\"}]".utf8), "many names")
  }

  @Test("for documents with more paths than a shape keeps")
  func truncated() throws {
    func wide(_ outer: Int, _ inner: Int, _ leaf: String) -> [UInt8] {
      let members = (0..<outer).map { index in
        "\"n\(index)x\":{" + (0..<inner).map { "\"i\($0)x\":\(leaf)" }.joined(separator: ",") + "}"
      }
      return Array("{\(members.joined(separator: ","))}".utf8)
    }
    try expectSame(wide(100, 60, #"{"a":1}"#), "cut")
    try expectSame(wide(600, 60, "\"x\""), "full")
  }

  @Test(
    "for recorded documents",
    .enabled(if: corpus != nil, "Set DRIFTWATCH_CORPUS to the folder that holds pokeapi/<date>/…"))
  func recordings() throws {
    for date in ["2020-06-03", "2026-01-30"] {
      for path in ["evolution-chain/1", "move/33", "pokemon/25", "pokemon-species/1", "type/13", "pokemon"] {
        let file = URL(filePath: corpus ?? "").appending(path: "pokeapi/\(date)/api/v2/\(path)/index.json")
        guard let body = try? Data(contentsOf: file) else { continue }
        try expectSame(Array(body), "\(date) \(path)")
      }
    }
  }
}
