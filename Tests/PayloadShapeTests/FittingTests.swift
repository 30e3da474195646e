import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("One response that holds too much")
struct FittingTests {
  private static let usual = copies(12, of: #"{"data":[{"id":#,"type":"a"}],"meta":{"page":#,"kind":"list"}}"#)

  /// Responses that hold more than is kept, in one way or another.
  struct Excess: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// What is told of it.
    var told: [String] = []

    init(_ testDescription: String, _ text: String, told: [String] = []) {
      (self.testDescription, self.text, self.told) = (testDescription, text, told)
    }
  }

  private static func names(_ count: Int, _ value: (Int) -> String = { "\($0)" }) -> String {
    (0..<count).map { "\"name\(word($0))\":\(value($0))" }.joined(separator: ",")
  }

  /// Letters only, so that no name looks like data.
  private static func word(_ number: Int) -> String {
    String(String(number).map { Array("abcdefghij")[$0.wholeNumberValue ?? 0] })
  }

  private static let excesses = [
    Excess("names in the place of members", "{\(names(10_000))}", told: ["type-changed $"]),
    Excess(
      "names beside the members", #"{"data":[{"id":1,"type":"a"}],\#(names(10_000)),"meta":{"page":1,"kind":"list"}}"#,
      told: ["type-changed $"]),
    Excess(
      "names in an object below", #"{"data":[{"id":1,"type":"a"}],"meta":{\#(names(10_000)),"page":1,"kind":"list"}}"#,
      told: ["type-changed $.meta"]),
    Excess(
      "names in one of many records",
      #"{"data":[{"id":1,"type":"a"},{"id":2,"type":"a",\#(names(10_000))},{"id":3,"type":"a"}],"meta":{"page":1,"kind":"list"}}"#,
      told: ["type-changed $.data[*]"]),
    Excess(
      "many objects with many members",
      #"{"data":[{"id":1,"type":"a"}],\#(names(900) { "{\(names(10 + $0 % 3))}" }),"meta":{"page":1,"kind":"list"}}"#),
    Excess(
      "more kinds of records than anybody has",
      #"{"data":[\#((0..<40).map { #"{"id":\#($0),"type":"kind\#(word($0))"}"# }.joined(separator: ","))],"meta":{"page":1,"kind":"list"}}"#
    ),
    Excess(
      "long names",
      #"{"data":[{"id":1,"type":"a"}],\#(names(900) { "{\"\(String(repeating: "long", count: 60))\(word($0))\":1}" }),"meta":{"page":1,"kind":"list"}}"#
    ),
  ]

  /// What is lost afterwards, and how it is told.
  private static let losses = [
    (#"{"meta":{"page":1,"kind":"list"}}"#, "member-removed $.data"),
    (#"{"data":[{"type":"a"}],"meta":{"page":1,"kind":"list"}}"#, "member-removed $.data[*].id"),
    (#"{"data":[{"id":1,"type":"a"}],"meta":{"kind":"list"}}"#, "member-removed $.meta.page"),
    (#"{"data":[{"id":"one","type":"a"}],"meta":{"page":1,"kind":"list"}}"#, "type-changed $.data[*].id"),
  ]

  private func shape(_ text: String) throws -> PayloadShape {
    PayloadShape(of: try JSONDocument(Array(text.utf8)), budget: PayloadShape.leastBudget)
  }

  /// The baseline after a response, as a check keeps it: what was told is not learned.
  private func learn(_ baseline: inout PayloadShape, _ text: String, repetition: Double = 1) throws -> [ShapeChange] {
    let observed = try shape(text)
    let found = changes(from: baseline, to: observed, repetition: repetition)
    baseline = baseline.absorbing(observed, except: found.filter { !$0.kind.isGrowth }, repetition: repetition)
      .limited(to: PayloadShape.leastBudget, keeping: baseline)
    return found
  }

  private func words(_ found: [ShapeChange]) -> [String] {
    found.filter { !$0.kind.isGrowth }.map { "\($0.kind.rawValue) \($0.path)" }
  }

  @Test("does not hide what is lost afterwards, once and five times", arguments: excesses, [1, 5])
  func loss(_ excess: Excess, times: Int) throws {
    for (text, expected) in Self.losses {
      var baseline = PayloadShape()
      for usual in Self.usual { _ = try learn(&baseline, usual) }
      for _ in 0..<times { #expect(try words(learn(&baseline, excess.text)) == excess.told) }
      for usual in Self.usual.prefix(3) { #expect(try learn(&baseline, usual) == []) }
      let found = try words(learn(&baseline, text))
      #expect(found == [expected], "\(found)")
    }
  }

  @Test("does not hide it either where one response came again and again", arguments: excesses)
  func repeated(_ excess: Excess) throws {
    for (text, expected) in Self.losses {
      var baseline = PayloadShape()
      _ = try learn(&baseline, Self.usual[1])
      #expect(try words(learn(&baseline, excess.text, repetition: 12)) == excess.told)
      #expect(try words(learn(&baseline, text, repetition: 6)) == [expected])
    }
  }

  @Test("is how the API is from then on once it was accepted")
  func accepted() throws {
    for excess in Self.excesses where !excess.told.isEmpty {
      var baseline = PayloadShape()
      for usual in Self.usual { _ = try learn(&baseline, usual) }
      let observed = try shape(excess.text)
      baseline = baseline.absorbing(observed, except: [])
      #expect(changes(from: baseline, to: observed) == [])
    }
  }

  @Test("A map of many names stays one, whatever a response adds")
  func map() throws {
    var baseline = PayloadShape()
    for start in 0..<20 {
      let texts = (0..<700).map { "\"\(Self.word(1000 * start + $0)) of words\":\"a text\"" }
      #expect(try words(learn(&baseline, "{\(texts.joined(separator: ","))}")) == [])
    }
    #expect(baseline.paths == ["$", "$.*"])
  }

  @Test("Members that are known stay where new ones fill the shape or its budget", arguments: [false, true])
  func known(areLong: Bool) throws {
    var baseline = PayloadShape()
    for usual in Self.usual { _ = try learn(&baseline, usual) }
    let known = Set(baseline.paths)
    for round in 0..<4 {
      let name = areLong ? String(repeating: "long", count: 40) : "m"
      let members = (0..<160).map { number in
        "\"added\(Self.word(500 * round + number))\":{\((0..<20).map { "\"\(name)\(Self.word($0))\":1" }.joined(separator: ","))}"
      }
      _ = try learn(
        &baseline, #"{"data":[{"id":1,"type":"a"}],\#(members.joined(separator: ",")),"meta":{"page":1,"kind":"list"}}"#
      )
      #expect(known.isSubset(of: baseline.paths), "round \(round)")
    }
    #expect(baseline.isTruncated && baseline.paths.count > known.count)
    for (text, expected) in Self.losses {
      #expect(words(changes(from: baseline, to: try shape(text))).contains(expected))
    }
  }

  /// Objects of fields, what one response adds to them, and the member that goes later.
  struct Growth: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let (usual, added, gone): ([String], [String], String)
    var isInRecords = false
    /// Whether an object with all of them is a map by itself.
    var isMap = false

    func text(_ names: [String], _ number: Int, _ value: String) -> String {
      let object = "{" + names.map { "\"\($0)\":\(value)" }.joined(separator: ",") + "}"
      return isInRecords
        ? "{\"list\":[{\"n\":\(number),\"of\":\(object)},{\"n\":1,\"of\":\(object)}]}"
        : "{\"n\":\(number),\"of\":\(object)}"
    }
  }

  private static let growths = [
    Growth(
      testDescription: "digits", usual: ["1", "2", "3", "4", "5"], added: ["6", "7", "8"], gone: "5", isMap: true),
    Growth(
      testDescription: "digits", usual: ["1", "2", "3", "4", "5"], added: ["6", "7", "8"], gone: "5", isInRecords: true,
      isMap: true),
    Growth(
      testDescription: "sizes", usual: ["16", "24", "32", "48"], added: ["64", "96", "128", "256"], gone: "48",
      isMap: true),
    Growth(testDescription: "currencies", usual: ["USD", "EUR"], added: ["GBP", "JPY"], gone: "EUR"),
    Growth(testDescription: "languages", usual: ["en", "de"], added: ["fr", "it"], gone: "de", isInRecords: true),
    Growth(testDescription: "years", usual: ["2021", "2022", "2023"], added: ["2024"], gone: "2023"),
    Growth(
      testDescription: "objects alike", usual: ["home", "away"], added: (0..<40).map { "team\(word($0))" }, gone: "away"
    ),
  ]

  @Test("makes no map of an object of fields", arguments: growths, ["1", #"{"a":1,"b":"x"}"#])
  func growth(_ growth: Growth, value: String) throws {
    var baseline = PayloadShape()
    for number in 0..<24 { _ = try learn(&baseline, growth.text(growth.usual, number, value)) }
    let odd = growth.text(growth.usual + growth.added, 24, value)
    #expect(try words(learn(&baseline, odd)) == [])
    for number in 0..<3 { #expect(try learn(&baseline, growth.text(growth.usual, number, value)) == []) }
    let found = try words(learn(&baseline, growth.text(growth.usual.filter { $0 != growth.gone }, 1, value)))
    #expect(found.count == 1 && found.first?.hasPrefix("member-removed") == true, "\(found)")
  }

  @Test(
    "Members that an object of fields has from some day on are no loss, also where they make a map of it",
    arguments: growths)
  func lastingGrowth(_ growth: Growth) throws {
    var baseline = PayloadShape()
    for number in 0..<12 { _ = try learn(&baseline, growth.text(growth.usual, number, "1")) }
    for number in 0..<30 {
      #expect(try words(learn(&baseline, growth.text(growth.usual + growth.added, number, "1"))) == [])
    }
  }

  @Test(
    "Members that an object of fields has from some day on are fields too: their loss and their changes are told",
    arguments: growths.filter { !$0.isMap }, ["1", #"{"a":1,"b":"x"}"#])
  func lostGrowth(_ growth: Growth, value: String) throws {
    let names = growth.usual + growth.added
    for gone in [growth.gone, growth.added[0]] {
      var baseline = PayloadShape()
      for number in 0..<12 { _ = try learn(&baseline, growth.text(growth.usual, number, value)) }
      for number in 0..<30 { _ = try learn(&baseline, growth.text(names, number, value)) }
      let found = try words(learn(&baseline, growth.text(names.filter { $0 != gone }, 1, value)))
      #expect(found.count == 1 && found[0].hasPrefix("member-removed") && found[0].contains(gone), "\(found)")
      let other = try words(
        learn(&baseline, growth.text(names, 1, value).replacing("\"\(gone)\":\(value)", with: "\"\(gone)\":[]")))
      #expect(other.count == 1 && other[0].hasPrefix("type-changed") && other[0].contains(gone), "\(other)")
      let stored = try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(baseline))
      #expect(stored == baseline)
    }
  }

  @Test("Names of data that never end make a map of an object of fields once they are a third of its history")
  func endless() throws {
    var baseline = PayloadShape()
    for number in 0..<12 { _ = try learn(&baseline, #"{"of":{"1":1,"2":2,"page":\#(number)}}"#) }
    for number in 0..<200 {
      let members = (0..<6).map { "\"\(1000 + 6 * number + $0)\":1" }.joined(separator: ",")
      #expect(try words(learn(&baseline, #"{"of":{"1":1,"2":2,"page":1,\#(members)}}"#)) == [])
    }
    #expect(baseline.paths == ["$", "$.of", "$.of.*", "$.of.page"])
  }

  @Test("is said to be more than is compared; usual responses are not")
  func exceeding() throws {
    var baseline = PayloadShape()
    for usual in Self.usual { _ = try learn(&baseline, usual) }
    for usual in Self.usual { #expect(!(try shape(usual).exceeds(baseline, repetition: 1))) }
    for excess in Self.excesses { #expect(try shape(excess.text).exceeds(baseline, repetition: 1), "\(excess)") }
  }
}
