import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

private let corpus = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"]

/// Writes a document anew with the same meaning: members and elements in any order, numbers in any form, white space
/// anywhere.
private struct Respelling {
  let document: JSONDocument
  var generator: SeededGenerator

  mutating func text(_ node: JSONNode) -> String {
    let space = ["", "", " ", "\n\t"].randomElement(using: &generator) ?? ""
    switch document.kind(of: node) {
    case .array:
      let elements = document.children(of: node).map { text($0) }.shuffled(using: &generator)
      return space + "[" + elements.joined(separator: "," + space) + space + "]"
    case .object:
      let members = document.children(of: node).map { member in
        "\"" + String(decoding: document.text[document.nameRange(of: member)], as: UTF8.self) + "\"" + space + ":"
          + text(member)
      }
      return space + "{" + members.shuffled(using: &generator).joined(separator: space + ",") + "}" + space
    case .number: return space + number(document.numberText(at: node))
    case .null, .bool, .string: return space + String(decoding: document.bytes(of: node), as: UTF8.self)
    }
  }

  private mutating func number(_ text: String) -> String {
    guard let whole = Int(text) else { return text.contains("e") || text.contains("E") ? text : text + "0" }
    var forms = [text, text + ".0", whole == 0 ? "0e1" : text + "00e-2"]
    if whole != 0, whole.isMultiple(of: 10) { forms.append("\(whole / 10)e1") }
    return forms.randomElement(using: &generator) ?? text
  }
}

@Suite("Different spellings are no change")
struct RespellingTests {
  private func respelled(_ text: [UInt8], _ seed: UInt64) throws -> [UInt8] {
    let document = try JSONDocument(text)
    var respelling = Respelling(document: document, generator: SeededGenerator(state: seed))
    return Array(respelling.text(document.root).utf8)
  }

  @Test("Elements and members in another order, numbers respelled: no change, and the same variants")
  func samples() throws {
    let blocks = (0..<40).map { number in
      let type = ["text", "image", "video"][number % 3]
      let member = [
        "\"body\":\"x\(number)\"", "\"url\":\"https://a.b/\(number)\",\"width\":\(number)0", "\"length\":1.50",
      ][number % 3]
      return "{\"id\":\(number),\"type\":\"\(type)\",\(member),\"data\":{\"v\":\(number)}}"
    }
    let rates = #"{"rates":{"EUR":10,"USD":20,"GBP":30,"JPY":40,"CHF":50}}"#
    for (index, text) in ["[\(blocks.joined(separator: ","))]", rates].enumerated() {
      let first = try shape(text)
      for seed in 0..<UInt64(trials(20)) {
        let second = try shape(String(decoding: respelled(Array(text.utf8), seed), as: UTF8.self))
        #expect(first == second, "document \(index), seed \(seed)")
        #expect(changes(from: first, to: second) == [], "document \(index), seed \(seed)")
      }
    }
  }

  @Test(
    "Recorded documents with other spelling: no change, also against the merged shape",
    .enabled(if: corpus != nil, "Set DRIFTWATCH_CORPUS to the folder that holds pokeapi/<date>/…"),
    arguments: ["2020-06-03", "2024-02-23", "2026-01-30"])
  func recordings(_ date: String) throws {
    let folder = URL(filePath: corpus ?? "").appending(path: "pokeapi/\(date)/api/v2")
    var checked = 0
    for resource in try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() {
      let entries = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: resource).path())
      var documents: [[UInt8]] = []
      // Large ones first would take most of the time and show nothing that small ones do not.
      for id in (entries ?? []).sorted().prefix(40) where Int(id) != nil && documents.count < 5 {
        let body = try Data(contentsOf: folder.appending(path: "\(resource)/\(id)/index.json"))
        if body.count < 40_000 { documents.append(Array(body)) }
      }
      var all = PayloadShape()
      for body in documents { all.merge(PayloadShape(of: try JSONDocument(body))) }
      for (number, body) in documents.enumerated() {
        let first = PayloadShape(of: try JSONDocument(body))
        let second = PayloadShape(of: try JSONDocument(respelled(body, UInt64(number))))
        #expect(first.withoutRecords == second.withoutRecords, "\(resource) \(number)")
        #expect(changes(from: first, to: second) == [], "\(resource) \(number)")
        #expect(changes(from: all, to: second) == [], "\(resource) \(number)")
        checked += 1
      }
    }
    #expect(checked >= 15)
  }
}

extension PayloadShape {
  /// Without what single records hold, which depends on their order where no identifier tells them apart.
  fileprivate var withoutRecords: PayloadShape {
    func clear(_ node: inout ShapeNode) {
      node.statistics.records = RecordValues()
      for index in node.children.indices { clear(&node.children[index]) }
    }
    var shape = self
    clear(&shape.root)
    return shape
  }
}
