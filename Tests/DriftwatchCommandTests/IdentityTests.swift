import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("Records that share an identity, with an app's own types and mappings")
struct IdentityTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The id of the product at a place, from 0, in a response, from 1.
    let id: @Sendable (_ place: Int, _ step: Int) -> Int
    /// The responses at which it is told first as a warning, and how.
    let told: [String]
  }

  private static let cases: [Case] = [
    Case(testDescription: "each its own", id: { place, _ in place }, told: []),
    Case(
      testDescription: "one product twice in each response from the beginning",
      id: { place, _ in place == 23 ? 0 : place }, told: []),
    Case(
      testDescription: "one product twice at times from the beginning",
      id: { place, step in place == 23 && step % 4 == 2 ? 0 : place }, told: []),
    Case(
      testDescription: "one product twice in one response",
      id: { place, step in place == 23 && step == 41 ? 0 : place }, told: []),
    Case(
      testDescription: "all products have the same id",
      id: { place, step in step > 40 ? 0 : place },
      told: ["41 23 of 24 products share their identity with another one; an upsert would overwrite it."]),
    Case(
      testDescription: "a quarter of new products come twice",
      id: { place, step in step > 40 && place > 17 ? step * 100 + place - 6 : step * 100 + place },
      told: ["46 6 of 24 products share their identity with another one; an upsert would overwrite it."]),
  ]

  @Test("They are told where more do so than before, by the rule of what is improbable", arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let files = try (1...60).map { step in
      let products = (0..<24).map { place in
        #"{"addedAt":1700000000000,"discount":null,"id":\#(scene.id(place, step)),"price":\#(5 + (place * 7 + step) % 40).5,"state":"offered"}"#
      }
      return try driftwatch.place.write("[\(products.joined(separator: ","))]", to: "shops/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "feeds/shop", "--fail-on", "info", "--format", "json"] + files)
    #expect(ending.errors == "")
    let told = try BacktestLine.all(of: ending.text).flatMap { line -> [String] in
      (line.findings ?? []).filter { $0.rule == .mappingIdentityCollided && $0.level >= .warning }.map { finding in
        "\(line.step ?? 0) \(finding.message)"
      }
    }
    #expect(told == scene.told)
  }
}
