import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("The budget of a learned shape")
struct BudgetTests {
  /// Documents that are dear to keep: long names, many names, new names each time, words, variants and deep nesting.
  private struct DearDocuments {
    var generator: SeededGenerator

    mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &generator) }

    mutating func name() -> String {
      switch number(5) {
      case 0: ["type", "id", "kind", "status", "data", "payload"][number(6)]
      case 1: String(repeating: ["k", "é", "\\u0001", "\\\""][number(4)], count: 40 + number(400))
      case 2: "name\(number(3000))" + String(repeating: "x", count: number(200))
      default: "n\(number(60))"
      }
    }

    mutating func value(depth: Int) -> String {
      switch number(depth < 40 ? 10 : 5) {
      case 0: return "null"
      case 1: return "\(number(100_000)).\(number(99))"
      case 2: return "\(number(1000))"
      case 3, 4: return "\"word \(number(50)) " + String(repeating: "\\\"", count: number(9)) + "\""
      case 5: return "[" + (0..<number(5)).map { _ in value(depth: depth + 1) }.joined(separator: ",") + "]"
      default: return object(depth: depth)
      }
    }

    mutating func object(depth: Int) -> String {
      let count = depth == 0 ? 60 : depth < 3 ? number(10) : 1 + number(2)
      return "{" + (0..<count).map { _ in "\"\(name())\":\(value(depth: depth + 1))" }.joined(separator: ",") + "}"
    }
  }

  private func stored(_ shape: PayloadShape) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(shape)
  }

  @Test("holds for the stored form and for all paths together, and what is left out is neither missing nor new")
  func bounded() throws {
    var cut = 0
    for seed in 0..<UInt64(trials(60)) {
      var documents = DearDocuments(generator: SeededGenerator(state: seed))
      var baseline: PayloadShape?
      for _ in 0..<3 {
        let text = Array(documents.object(depth: 0).utf8)
        let document = try JSONDocument(text)
        let observed = PayloadShape(of: document, budget: PayloadShape.leastBudget)
        #expect(observed == PayloadShape(of: document, budget: PayloadShape.leastBudget))
        #expect(try stored(observed).count <= PayloadShape.leastBudget, "seed \(seed)")
        #expect(observed.paths.reduce(0) { $0 + $1.utf8.count } <= PayloadShape.leastBudget)
        #expect(observed.paths.allSatisfy { $0.utf8.count <= 4096 })
        #expect(changes(from: observed, to: observed).isEmpty, "seed \(seed)")
        #expect(try JSONDecoder().decode(PayloadShape.self, from: stored(observed)) == observed, "seed \(seed)")
        let grown = (baseline ?? PayloadShape()).merged(with: observed).limited(to: PayloadShape.leastBudget)
        #expect(try stored(grown).count <= PayloadShape.leastBudget, "seed \(seed)")
        #expect(changes(from: grown, to: observed).isEmpty, "seed \(seed): \(changes(from: grown, to: observed))")
        if grown.isTruncated { cut += 1 }
        baseline = grown
      }
    }
    #expect(cut > trials(60), "hardly anything was over the budget")
  }

  @Test(
    "What a shape takes is never more than what is counted, and not much less; a quick count is never less than that")
  func weight() throws {
    func isBounded(_ node: ShapeNode) -> Bool {
      node.storedBytes <= node.mostStoredBytes && node.children.allSatisfy(isBounded)
    }
    for seed in 0..<UInt64(trials(300)) {
      var documents = OddDocuments(generator: SeededGenerator(state: seed))
      guard let document = try? JSONDocument(documents.value()) else { continue }
      let shape = PayloadShape(of: document)
      let bytes = try stored(shape).count
      let paths = shape.paths.reduce(0) { $0 + $1.utf8.count }
      #expect(bytes + paths <= shape.weight, "seed \(seed)")
      #expect(shape.weight <= 2 * (bytes + paths) + 64, "seed \(seed)")
      #expect(isBounded(shape.root), "seed \(seed)")
    }
  }

  @Test("Words go first, then the members of variants, then the deepest paths, and only as much as has to go")
  func order() throws {
    func shape(paths: Int) throws -> PayloadShape {
      let words = (0..<40).map { #""word\#($0)""# }.joined(separator: ",")
      let members = (0..<paths).map { #""m\#($0)":{"a":[\#(words)],"b":{"c":1}}"# }.joined(separator: ",")
      return PayloadShape(
        of: try JSONDocument(Array(#"{"list":[{"type":"x","x":1},{"type":"y","y":1}],\#(members)}"#.utf8)),
        budget: 1 << 30)
    }
    let whole = try shape(paths: 200)
    #expect(!whole.isTruncated && whole.limited(to: whole.weight) == whole)
    let withoutWords = whole.limited(to: whole.weight - 1)
    #expect(withoutWords.isTruncated && withoutWords.paths == whole.paths)
    #expect(withoutWords.statistics(at: "$.m99.a[*]")?.closedValues == nil)
    #expect(withoutWords.statistics(at: "$.m0.a[*]")?.closedValues?.count == 40)
    #expect(withoutWords.root.child(.member("list"))?.child(.element)?.variants.first?.isOpen == false)
    let small = whole.limited(to: PayloadShape.leastBudget)
    #expect(small.paths.count < whole.paths.count && small.weight <= PayloadShape.leastBudget)
    #expect(small.paths.contains("$.m99") && !small.paths.contains("$.m99.a[*]") && small.paths.contains("$.m0.a"))
    #expect(small.root.child(.member("list"))?.child(.element)?.variants.allSatisfy(\.isOpen) != false)
  }

  @Test("A baseline that was cut tells nothing of members that come and go, and everything of the values that it has")
  func silence() throws {
    func document(_ value: String, leaving: Int? = nil) -> String {
      let members = (0..<900).filter { $0 != leaving }.map { #""member\#($0)":{"deep":{"deeper":1}}"# }
      return #"{"price":\#(value),\#(members.joined(separator: ","))}"#
    }
    let budget = PayloadShape.leastBudget
    func shape(_ text: String) throws -> PayloadShape {
      PayloadShape(of: try JSONDocument(Array(text.utf8)), budget: budget)
    }
    var baseline = PayloadShape()
    for _ in 0..<30 { baseline = baseline.merged(with: try shape(document("1"))).limited(to: budget) }
    #expect(baseline.isTruncated)
    #expect(try changes(from: baseline, to: shape(document("1"))).isEmpty)
    #expect(try changes(from: baseline, to: shape(document("\"a\""))).map(\.kind) == [.typeChanged])
    // A response of which more is kept shows what was left out of the baseline, and that is no news.
    let more = document("1").replacing("\"deeper\":1", with: "\"deeper\":1,\"new\":2")
    let larger = PayloadShape(of: try JSONDocument(Array(more.utf8)))
    #expect(!larger.isTruncated && changes(from: baseline, to: larger).isEmpty)
    // One that is cut itself misses nothing of what was left out, and tells what is gone of the rest.
    let whole = PayloadShape(of: try JSONDocument(Array(document("1").utf8)))
    #expect(try !whole.isTruncated && changes(from: whole, to: shape(document("1"))).isEmpty)
    let gone = changes(from: whole, to: try shape(document("1", leaving: 899)))
    #expect(gone.map(\.kind) == [.memberRemoved] && gone.map(\.path) == ["$.member899"])
  }

  @Test("Words that were left out of a response are no new values of a closed set")
  func words() throws {
    let colours = ["red", "green", "blue", "grey"]
    func text(_ extra: Int) -> String {
      let list = (0..<40).map { "\"\(colours[$0 % 4])\"" }.joined(separator: ",")
      let others = (0..<extra).map { #""other\#($0)\#(String(repeating: "o", count: 200))":1"# }
      return #"{"colours":[\#(list)]\#(extra == 0 ? "" : ",")\#(others.joined(separator: ","))}"#
    }
    let baseline = try shape(Array(repeating: text(0), count: 30))
    let cut = PayloadShape(of: try JSONDocument(Array(text(1000).utf8)), budget: PayloadShape.leastBudget)
    #expect(cut.isTruncated && cut.statistics(at: "$.colours") != nil)
    #expect(changes(from: baseline, to: cut).allSatisfy { $0.kind == .memberAdded })
  }

  @Test("Objects with ever new names become maps, however long the names are")
  func newNames() throws {
    var baseline = PayloadShape()
    for check in 0..<40 {
      let members = (0..<30).map { #""\#(String(repeating: "n", count: 5000))\#(check)-\#($0)":1"# }
      let text = #"{"id":1,\#(members.joined(separator: ","))}"#
      baseline = baseline.merged(with: PayloadShape(of: try JSONDocument(Array(text.utf8))))
      baseline.limit(to: PayloadShape.standardBudget)
    }
    #expect(baseline.paths == ["$", "$.*"])
  }

  @Test("A stored shape with names in full length, as they were kept once, is read with short ones")
  func olderShapes() throws {
    let long = String(repeating: "k", count: 3000)
    let now = try #require(PayloadShape(ofText: Array(#"{"a":1,"\#(long)":{"b":"x"},"z":true}"#.utf8)))
    let text = String(decoding: try stored(now), as: UTF8.self)
    let before = text.replacing(JSONPath.boundedName(long), with: long)
    #expect(before.utf8.count > text.utf8.count + 2000)
    #expect(try JSONDecoder().decode(PayloadShape.self, from: Data(before.utf8)) == now)
  }
}
