import DriftModel
import TestSupport
import Testing

@Suite("What is declared essential is breaking where it is lost")
struct EssentialTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let endpoint: String
    /// The response of a step from 1 to 40.
    let response: @Sendable (_ step: Int) -> String
    let told: [String]
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "a list of which an essential property is made holds far less", endpoint: "essay",
      response: { step in
        let blocks = (0..<(step <= 30 ? 12 : 1)).map { #"{"kind":"text","text":"Paragraph \#(step) \#($0)"}"# }
        return #"{"id":1,"title":"Home","blocks":[\#(blocks.joined(separator: ","))]}"#
      }, told: ["33 breaking volume-dropped $.blocks"]),
    Case(
      testDescription: "the list of an essential mapping holds far less", endpoint: "orders",
      response: { orders($0, count: $0 <= 30 ? 12 : 1) }, told: ["33 breaking volume-dropped $.orders"]),
    Case(
      testDescription: "the list of an essential mapping is empty", endpoint: "orders",
      response: { orders($0, count: $0 <= 30 ? 12 : 0) }, told: ["33 breaking volume-empty $.orders"]),
    Case(
      testDescription: "an essential mapping drops one of twelve records", endpoint: "orders",
      response: { orders($0, count: 12, last: $0 <= 30 ? "sent" : "returned") },
      told: ["31 breaking mapping-record-dropped $.orders[*].state"]),
  ]

  private static func orders(_ step: Int, count: Int, last: String = "sent") -> String {
    let orders = (0..<count).map { place in
      #"{"id":\#(step * 100 + place),"state":"\#(place == count - 1 ? last : place % 2 == 0 ? "open" : "sent")"}"#
    }
    return #"{"orders":[\#(orders.joined(separator: ","))]}"#
  }

  @Test("A list that dwindles, and a record that is lost, are breaking and no warning", arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let files = try (1...40).map { step in
      try driftwatch.place.write(scene.response(step), to: "\(scene.endpoint)/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "feeds/\(scene.endpoint)", "--format", "json"] + files)
    let told = try BacktestLine.all(of: ending.text).flatMap { line in
      (line.findings ?? []).filter { $0.level > .info }.map {
        "\(line.step ?? 0) \($0.level.rawValue) \($0.rule.rawValue) \($0.path)"
      }
    }
    #expect(told == scene.told)
  }
}
