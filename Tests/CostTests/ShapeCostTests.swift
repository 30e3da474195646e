import Foundation
import JSONDocument
import Testing

@testable import PayloadShape
@testable import StoreSQL

@Suite("The cost of comparing and keeping shapes")
struct ShapeCostTests {
  /// Two responses of about so many members.
  struct Pair: Sendable, CustomStringConvertible {
    let description: String
    let make: @Sendable (Int) -> (old: String, new: String)

    init(_ description: String, _ make: @escaping @Sendable (Int) -> (old: String, new: String)) {
      (self.description, self.make) = (description, make)
    }
  }

  private static let pairs = [
    Pair("members went and others came") { (words($0, "old"), words($0, "new")) },
    Pair("renames with the same values") { (words($0, "oldName"), words($0, "old_name_")) },
    Pair("members went into objects") { count in
      (words(count, "a"), DearTexts.object(count) { ("w\($0)", "{\"a\($0)\":\"value \($0) of many\"}") })
    },
    Pair("objects came apart") { count in
      (DearTexts.object(count / 4) { ("w\($0)", "{\"a\":\($0),\"b\":1,\"c\":2}") }, words(count, "b"))
    },
    Pair("other types") { count in (words(count, "a"), DearTexts.object(count) { ("a\($0)", "\($0)") }) },
    Pair("other types in records") { count in
      (
        DearTexts.object(count / 4) { ("r\($0)", "{\"a\":1,\"b\":{\"c\":1}}") },
        DearTexts.object(count / 4) { ("r\($0)", "{\"a\":\"\",\"b\":{\"c\":[]}}") }
      )
    },
    Pair("names that do not fit beside known ones") { count in
      (
        "{\"list\":" + DearTexts.array(count) { "{\"a\($0)\":1}" } + "}",
        "{\"list\":[" + words(1000 + count, "b") + "," + words(count, "c") + "]}"
      )
    },
    Pair("deep") { (nested($0, "1"), nested($0, "\"x\"")) },
    Pair("variants") { (variants($0, 40), variants($0, 39)) },
    Pair("language maps") { count in
      (
        DearTexts.object(count / 2) { ("m\($0)", "{\"de\":\"a\",\"en\":\"b\",\"fr\":\"c\",\"it\":\"d\"}") },
        DearTexts.object(count / 2) { ("m\($0)", "{\"de\":\"a\",\"en\":1,\"es\":\"c\",\"it\":\"d\"}") }
      )
    },
  ]

  @Test("Shapes of pages made one list, wide and deep", arguments: [true, false])
  func pages(isDeep: Bool) throws {
    try CostOracle.expectLinear(
      "pages: \(isDeep ? "deep" : "wide")", from: isDeep ? 60 : 400,
      make: { count in
        let body =
          isDeep
          ? String(repeating: "{\"a\":", count: count) + "[1]" + String(repeating: "}", count: count)
          : DearTexts.object(count) { ("list\($0)", "[1, {\"x\": [2]}]") }
        return try (0..<3).map { _ in PayloadShape(of: try JSONDocument(Array(body.utf8))) }
      }
    ) { shapes in
      var pages = shapes
      PayloadShape.joinLists(in: &pages, isWhole: true)
    }
  }

  private static func words(_ count: Int, _ name: String) -> String {
    DearTexts.object(count) { ("\(name)\($0)", "\"value \($0) of many\"") }
  }

  private static func variants(_ count: Int, _ members: Int) -> String {
    DearTexts.array(count) { "{\"type\":\"t\($0 % 16)\",\"x\($0 % members)\":1}" }
  }

  private static func nested(_ count: Int, _ value: String) -> String {
    DearTexts.array(max(1, count / 60)) { number in
      (0..<60).reduce(value) { value, level in "{\"n\(number)x\(level)\":" + value + "}" }
    }
  }

  private func shapes(_ pair: Pair, _ count: Int) throws -> (PayloadShape, PayloadShape) {
    let (old, new) = pair.make(count)
    let shape = PayloadShape(of: try JSONDocument(Array(old.utf8)), budget: 1 << 28)
    return (
      (1..<30).reduce(shape) { grown, _ in grown.merged(with: shape) },
      PayloadShape(of: try JSONDocument(Array(new.utf8)), budget: 1 << 28)
    )
  }

  @Test("Comparing", arguments: pairs)
  func comparing(_ pair: Pair) throws {
    try CostOracle.expectLinear(
      "comparing: \(pair)", from: 100, make: { try shapes(pair, $0) }
    ) { (old: PayloadShape, new: PayloadShape) in
      _ = changes(from: old, to: new)
    }
  }

  @Test("Learning all but what changed", arguments: pairs)
  func absorbing(_ pair: Pair) throws {
    try CostOracle.expectLinear(
      "absorbing: \(pair)", from: 100,
      make: { count in
        let (old, new) = try shapes(pair, count)
        return (old, new, changes(from: old, to: new))
      }
    ) { (old: PayloadShape, new: PayloadShape, changes: [ShapeChange]) in
      _ = old.absorbing(new, except: changes)
    }
  }

  @Test("Looking at each path", arguments: pairs)
  func looking(_ pair: Pair) throws {
    try CostOracle.expectLinear(
      "statistics of each path: \(pair)", from: 100,
      make: { count in
        let shape = try shapes(pair, count).0
        return (shape, shape.paths)
      }
    ) { (shape: PayloadShape, paths: [String]) in
      for path in paths {
        _ = shape.statistics(at: path)
        _ = shape.couldShow(.presence, at: path)
      }
    }
  }

  @Test("Limiting, merging, storing and reading", arguments: pairs)
  func storing(_ pair: Pair) throws {
    try CostOracle.expectLinear(
      "storing: \(pair)", from: 100, make: { try shapes(pair, $0) }
    ) { (old: PayloadShape, new: PayloadShape) in
      let merged = old.merged(with: new).limited(to: max(PayloadShape.leastBudget, old.weight))
      let text = try StoredJSON.encode(merged, part: "shape", path: "test")
      #expect(try StoredJSON.decode(PayloadShape.self, from: text, part: "shape", path: "test").documents == 31)
    }
  }
}
