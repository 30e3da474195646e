import JSONDocument
import PayloadShape
import Testing

@testable import DriftRules

@Suite("What a change is worth as evidence")
struct EvidenceWeightTests {
  private func shape(_ texts: [String]) throws -> PayloadShape {
    try texts.reduce(PayloadShape()) {
      $0.absorbing(PayloadShape(of: try JSONDocument(Array($1.utf8))), except: [])
    }
  }

  private func improbability(from baseline: [String], to observed: [String]) throws -> Double {
    let changes = changes(from: try shape(baseline), to: try shape(observed))
    return try #require(changes.first?.weight).improbability
  }

  @Test("A change is less probable the longer the history, and the more responses show it")
  func history() throws {
    let long = (0..<98).map { #"{"a":\#($0)}"# }
    let young = try improbability(from: [#"{"a":1}"#], to: ["{}"])
    let old = try improbability(from: long, to: ["{}"])
    let many = try improbability(from: long, to: Array(repeating: "{}", count: 5))
    #expect(young > 0.001 && old < young)
    #expect(old > EvidencePolicy.falseFindingsPerResponse && many < EvidencePolicy.falseFindingsPerResponse)
  }

  @Test("A set whose values are often new is less surprising")
  func goodTuring() throws {
    let values = (0..<60).map { $0 % 2 == 0 ? #"{"v":"Rivers"}"# : #"{"v":"Lakes"}"# }
    let skewed = values + [#"{"v":"A"}"#, #"{"v":"B"}"#, #"{"v":"C"}"#]
    let deserts = [#"{"v":"Deserts"}"#]
    #expect(try improbability(from: skewed, to: deserts) > 1.5 * improbability(from: values, to: deserts))
  }

  @Test("A new value counts once, however many records of the response share it")
  func clusteredValues() throws {
    let old = Array(repeating: #"["Rivers","Lakes","Rivers","Lakes"]"#, count: 20)
    let one = try improbability(from: old, to: [#"["Deserts","Lakes","Lakes","Lakes"]"#])
    #expect(try improbability(from: old, to: [#"["Deserts","Deserts","Deserts","Deserts"]"#]) == one)
  }

  @Test("Records that the baseline knows are worth more than unknown ones, and different ones more than the same again")
  func records() throws {
    func list(_ first: Int, _ member: String) -> String {
      "[" + (0..<20).map { #"{"id":\#(first + $0)\#(member)}"# }.joined(separator: ",") + "]"
    }
    let polled = Array(repeating: list(0, #","a":1"#), count: 10)
    let fresh = (0..<10).map { list(100 * $0, #","a":1"#) }
    #expect(try improbability(from: polled, to: [list(0, "")]) < EvidencePolicy.falseFindingsPerResponse)
    #expect(try improbability(from: polled, to: [list(0, "")]) < improbability(from: polled, to: [list(500, "")]))
    #expect(try improbability(from: fresh, to: [list(5000, "")]) < improbability(from: polled, to: [list(500, "")]))
  }

  @Test("A check is one trial of what came later, however many samples it asks for", arguments: [1, 5, 13])
  func lateInSamples(_ samples: Int) {
    let sample = ChangeSample(
      count: samples, total: samples, former: 8 * samples, formerResponses: 8 * samples, variability: .late,
      records: .unknown(documents: samples))
    #expect(sample.weight.improbability == Improbability.ofEnd(of: 8, after: 1) * sample.weight.prior)
  }
}
