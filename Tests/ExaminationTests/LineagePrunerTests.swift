import ContractKit
import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Testing

@testable import Examination

private struct ShelfDTO: Decodable {
  struct Item: Decodable {
    struct Part: Decodable {
      let name: String
      let weight: Double?
    }

    let id: Int
    let title: String
    let note: String?
    let tags: [String]?
    let parts: [Part]?
    let kind: String?
    let isOpen: Bool?
  }

  let owner: String
  let items: [Item]
  let limits: [String: Int]
}

private enum Kind: String { case box, bag, unknown }

private struct Item {
  let id: Int
  let title: String
  let note: String
  let tags: [String]
  let parts: [String: Double]
  let kind: Kind
  let isOpen: Bool
  let owner: String

  init?(_ dto: ShelfDTO.Item, owner: String) {
    guard !dto.title.isEmpty else { return nil }
    (id, title, self.owner) = (dto.id, dto.title, owner)
    note = dto.note ?? "none"
    tags = dto.tags ?? []
    parts = Dictionary((dto.parts ?? []).map { ($0.name, $0.weight ?? 0) }, uniquingKeysWith: { $1 })
    kind = Kind(rawValue: dto.kind ?? "") ?? .unknown
    isOpen = dto.isOpen ?? false
  }
}

private let shelf = Mapping(
  "Item", records: "$.items[*]", each: { (shelf: ShelfDTO) in shelf.items.map { ($0, shelf.owner) } },
  to: { Item($0.0, owner: $0.1) })

/// Linear congruential, so that a seed is a document (Knuth, MMIX).
private struct Dice: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 11 ^ state << 40
  }
}

/// A shelf of items of mixed shapes: members missing and null, arrays empty, of mixed and nested shapes.
private func shelfText(seed: UInt64) -> String {
  var dice = Dice(state: seed)
  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }
  func array(_ count: ClosedRange<Int>, _ element: (Int) -> String) -> String {
    "[" + (0..<Int.random(in: count, using: &dice)).map(element).joined(separator: ", ") + "]"
  }
  // A few sorts of items, of which each document has many.
  let sorts = (0..<4).map { _ in (0..<6).map { _ in chance(60) } }
  let items = array(12...24) { number in
    let has = sorts[Int.random(in: 0..<4, using: &dice)]
    var members = ["\"id\": \(number)", "\"title\": \"\(chance(90) ? "T\(number)" : "")\""]
    if has[0] { members.append("\"note\": \(chance(70) ? "\"n\(number)\"" : "null")") }
    if has[1] { members.append("\"tags\": " + array(0...5) { "\"t\($0)\"" }) }
    if has[2] {
      members.append(
        "\"parts\": " + array(1...6) { "{\"name\": \"p\($0)\"" + ($0 % 2 == 1 ? ", \"weight\": \($0).5}" : "}") })
    }
    if has[3] { members.append("\"kind\": \"\(chance(50) ? "box" : "bag")\"") }
    if has[4] { members.append("\"isOpen\": \(chance(50))") }
    if has[5] { members.append("\"unread\": " + array(0...4) { "[\($0)]" }) }
    return "{" + members.shuffled(using: &dice).joined(separator: ",\n ") + "}"
  }
  return "{\"owner\": \"O\", \"items\": \(items), \"limits\": {\"low\": 1, \"high\": 2}}"
}

@Suite("A pruned response")
struct LineagePrunerTests {
  @Test("has the same lineage as the whole response", arguments: 1...10 as ClosedRange<UInt64>)
  func sameLineage(_ seed: UInt64) async throws {
    let text = shelfText(seed: seed)
    let pruned = try await lineage(of: text, as: ShelfDTO.self, shelf)
    var whole = try await lineage(of: text, as: ShelfDTO.self, shelf) { $0.isPruning = false }
    #expect(pruned.isPruned && !whole.isPruned)
    whole.isPruned = true
    #expect(pruned == whole, "\(Set(pruned.lines).symmetricDifference(whole.lines).sorted())")
    #expect(pruned.effects("$.owner", .alteredOnce) == ["owner changed"])
    #expect(pruned.effects("$.items", .empty) == ["everyRecordLost"])
    #expect(pruned.effects("$.limits.*", .asText) == ["responseLost"])
    #expect(pruned.effects("$.items[*].tags[*]", .alteredOnce) ?? ["tags changed"] == ["tags changed"])
    #expect(pruned.effects("$.items[*].parts[*].weight", .null) ?? ["parts changed"] == ["parts changed"])
    let document = try JSONDocument(Array(text.utf8))
    let copy = try #require(LineagePruner.prune(document, keeping: []))
    #expect(copy.document.text.count * 10 < document.text.count * 9)
  }

  @Test("is not used if a record has another result in it")
  func otherwise() async throws {
    let counting = Mapping(
      "Numbered", records: "$[*]", each: { (all: [Int]) in all.map { "\($0) of \(all.count)" } }, to: { $0 })
    let lineage = try await lineage(of: "[1, 2, 3, 4]", as: [Int].self, counting)
    #expect(!lineage.isPruned)
    #expect(lineage.effects("$[*]", .alteredOnce) == ["self changed"])
  }

  @Test("is not used if it keeps one record and the whole response keeps more")
  func tooFew() async throws {
    let even = Mapping("Even", records: "$[*]", each: \[Int].self, to: { $0 % 2 == 0 ? $0 : nil })
    let lineage = try await lineage(of: "[1, 2, 4, 6]", as: [Int].self, even)
    #expect(!lineage.isPruned)
    #expect(lineage.effects("$", .empty) == ["everyRecordLost"])
    #expect(lineage.effects("$[*]", .removed) == ["recordLost"])
  }

  @Test("keeps two elements of each shape at any depth, and the wanted values")
  func shapes() throws {
    let text = #"""
      {"a": [1, 2, 3, 4.5, "x", "y", "z", " ", null, {"b": [1, 2, 3]}, {"b": [4, 5]}, {"b": [6]}, {"b": []}],
       "c\u0064": [[1, 2, 3], [4], [5, "x"]], "a": [1, 2, 3]}
      """#
    let document = try JSONDocument(Array(text.utf8))
    let wanted = try #require(JSONPath("$.a[6]").nodes(in: document).first)
    let copy = try #require(LineagePruner.prune(document, keeping: [wanted]))
    #expect(
      String(decoding: copy.document.text, as: UTF8.self)
        == #"{"a":[1,2,4.5,"x","y","z"," ",null,{"b":[1,2]},{"b":[4,5]},{"b":[]}],"#
        + #""c\u0064":[[1,2],[4],[5,"x"]],"a":[1,2]}"#)
    let node = try #require(copy.node(for: wanted))
    #expect(try copy.document.string(at: node) == "z")
    #expect(LineagePruner.prune(copy.document, keeping: [node])?.document.text == nil)
  }
}
