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
}
