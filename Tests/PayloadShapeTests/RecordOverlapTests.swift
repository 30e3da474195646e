import Foundation
import Testing

@testable import PayloadShape

@Suite("How the records of a baseline and an observation overlap")
struct RecordOverlapTests {
  @Test("Distinct values are counted exactly while they are few, and estimated where they are many")
  func distinctValues() {
    for count in [0, 1, 15, 500, 20_000] {
      var sketch = ValueSketch()
      for value in 0..<count {
        var text = "value \(value)"
        sketch.insert(text.withUTF8 { ValueSketch.hash($0) })
      }
      let estimate = sketch.distinctEstimate
      #expect(count < 16 ? estimate == Double(count) : abs(log(estimate / Double(count))) < 0.9)
    }
  }

  @Test("Records are known if the baseline has seen their identifiers, and new ones make each response a trial")
  func overlap() throws {
    func list(_ ids: Range<Int>) -> String {
      "[" + ids.map { #"{"id":\#($0),"name":"x"}"# }.joined(separator: ",") + "]"
    }
    let polled = try shape(copies(20, of: list(0..<10)))
    let again = RecordOverlap(at: "$[*]", from: polled, to: try shape(list(0..<10)))
    #expect(again.areKnown && again.arePolledAgain && again.knownShare == 1 && again.freshResponses == nil)
    #expect(again.polledAgain == 10)
    let replaced = RecordOverlap(at: "$[*]", from: polled, to: try shape(list(500..<510)))
    #expect(replaced.knownShare == 0 && replaced.newcomers == 10 && replaced.freshResponses != nil)
    let fresh = try shape((0..<20).map { list(100 * $0..<100 * $0 + 10) })
    let next = RecordOverlap(at: "$[*]", from: fresh, to: try shape(list(9000..<9010)))
    #expect(!next.areKnown && next.polledAgain == 0)
    #expect((10...20).contains(next.freshResponses ?? 0))
    #expect(RecordOverlap(at: "$.nowhere[*]", from: fresh, to: polled) == .unknown(documents: 20))
  }

  @Test(
    "Of what none has any more, the records are counted that had it: not those that are gone, nor those of another list",
    arguments: [
      (values: 0..<5, then: 0..<5, count: 3), (0..<5, 1..<6, 3), (0..<5, 3..<8, 2), (0..<5, 20..<25, 0),
    ])
  func deprived(_ values: Range<Int>, _ later: Range<Int>, count: Int) throws {
    func list(_ ids: Range<Int>, _ value: (Int) -> String) throws -> PayloadShape {
      let records = ids.map { #"{"id":\#($0),"parts":[{"id":\#($0 % 2)\#(value($0))}]\#(value($0))}"# }
      return try shape("[" + records.joined(separator: ",") + "]")
    }
    let some: (Int) -> String = { $0 % 5 < 2 ? "" : #","v":\#($0)"# }
    var base = try list(values, some)
    for _ in 0..<20 { base = base.absorbing(try list(values, some), except: []) }
    let gone = changes(from: base, to: try list(later) { _ in "" })
    func deprived(_ path: String, _ changes: [ShapeChange]) -> Int? {
      changes.first { $0.path == path }?.samples.first?.deprived
    }
    #expect(deprived("$[*].v", gone) == count)
    // What tells parts apart in one record occurs in the next one again.
    #expect(deprived("$[*].parts[*].v", gone) == 0)
    // A response with nothing but null says nothing new of what the records held.
    let mostly: (Int) -> String = { $0 % 5 < 2 ? #","v":null"# : #","v":\#($0)"# }
    base = try list(values, mostly)
    for _ in 0..<20 { base = base.absorbing(try list(values, mostly), except: []) }
    for _ in 0..<2 {
      let nulls = try list(later) { _ in #","v":null"# }
      let found = changes(from: base, to: nulls)
      #expect(deprived("$[*].v", found) == count)
      base = base.absorbing(nulls, except: found)
    }
  }
}
