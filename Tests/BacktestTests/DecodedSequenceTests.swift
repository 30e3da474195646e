import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

/// The real command on real files, with the app's own DTOs: what decodes, and what is lost, through time.
@Suite struct DecodedSequenceTests {
  private struct Line: Decodable {
    let step: Int?
    let outcome: String?
    let findings: [BacktestFinding]?

    private enum CodingKeys: CodingKey {
      case step, outcome, findings
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      step = try values.decodeIfPresent(Int.self, forKey: .step)
      outcome = try values.decodeIfPresent(String.self, forKey: .outcome)
      findings = step == nil ? nil : try values.decode([BacktestFinding].self, forKey: .findings)
    }
  }

  /// A body of the repository's own recordings.
  private static func recording(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Contracts/\(path)/index.json"), encoding: .utf8)
  }

  /// What is told of these bodies, at warning or above and of what is no JSON: `3 open breaking decode-type-mismatch $[*].price 1/6`.
  private func told(_ endpoint: String, _ bodies: [String]) async throws -> [String] {
    let place = try TemporaryPlace()
    let files = try bodies.enumerated().map { try place.write($1, to: "response-\($0).json") }
    let ending = try await Program(
      "driftwatch", ["backtest", "--contract", endpoint, "--format", "json"] + files, folder: place.url.path
    ).end()
    #expect(ending.code == 0 && ending.errors == "")
    return try ending.text.split(separator: "\n").flatMap { line -> [String] in
      let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      guard let step = line.step, let findings = line.findings else { return [] }
      if findings.isEmpty { return ["\(step) \(line.outcome ?? "")"] }
      return findings.filter { $0.level > .info }.map {
        "\(step) \($0.state.rawValue) \($0.level.rawValue) \($0.rule.rawValue) \($0.path) \($0.count)/\($0.total)"
      }
    }
  }

  @Test("A price that becomes a text: breaking at the first record, worse with all, one incident, and it comes back")
  func price() async throws {
    let good = try Self.recording("PlatziStore/Recordings/2026-02-06/platzi-store/api/v1/products")
    let all = good.replacing(#/"price":\s*([\d.]+)/#) { "\"price\": \"\($0.1)\"" }
    let first = try #require(good.firstMatch(of: #/"price":\s*([\d.]+)/#))
    let one = good.replacingCharacters(in: first.range, with: "\"price\": \"9\"")
    let cut = String(good.prefix(500))
    let told = try await told("platzi-store/products", [good, good, one, all, all, cut, good, all])
    #expect(
      told == [
        "3 open breaking decode-type-mismatch $[*].price 1/6",
        "4 escalated breaking decode-type-mismatch $[*].price 6/6",
        "4 escalated warning field-type-changed $[*].price 6/6",
        "6 not_json",
        "7 resolved warning field-type-changed $[*].price 6/6",
        "7 resolved breaking decode-type-mismatch $[*].price 6/6",
        "8 reopened breaking decode-type-mismatch $[*].price 6/6",
        "8 reopened warning field-type-changed $[*].price 6/6",
      ])
  }

  @Test("Whole numbers that become fractions: breaking with that cause for an Int, information for a Double")
  func fractions() async throws {
    let good = try Self.recording("PlatziStore/Recordings/2026-02-06/platzi-store/api/v1/products")
      .replacing(#/"price":\s*([\d.]+)/#) { "\"price\": \($0.1.split(separator: ".")[0])" }
    let prices = good.replacing(#/"price":\s*(\d+)/#) { "\"price\": \($0.1).5" }
    let ids = good.replacing(#/\{\s*"id":\s*(\d+),\s*"title"/#) { "{\"id\": \($0.1).5, \"title\"" }
    #expect(good != prices && good != ids)
    // Other bytes each time, because an equal response would only be carried forward.
    let history = (0..<12).map { good + String(repeating: "\n", count: $0) }
    #expect(try await told("platzi-store/products", history + [prices, prices + "\n"]) == [])
    let told = try await told("platzi-store/products", history + [ids, ids + "\n"])
    #expect(told.first == "13 open breaking decode-number-out-of-range $[*].id 6/6", "\(told)")
    #expect(told.contains { $0.contains("field-type-widened $[*].id") }, "\(told)")
  }

  @Test("Images that stop being URLs: a warning where the app reads them as URLs, resolved when they are back")
  func images() async throws {
    let good = try Self.recording("PlatziStore/Recordings/2026-02-06/platzi-store/api/v1/products")
    let bad = good.replacing(#/"images":\s*\[\s*"([^"]*)"/#) { "\"images\": [\"[\\\"\($0.1)\\\"\"" }
    #expect(good != bad)
    let told = try await told("platzi-store/products", [good, good, bad, good])
    #expect(told.contains("3 open warning field-format-changed $[*].images[*] 6/9"))
    #expect(told.contains("4 resolved warning field-format-changed $[*].images[*] 6/9"))
    #expect(told.allSatisfy { $0.hasPrefix("3 open warning") || $0.hasPrefix("4 resolved warning") })
  }

  @Test("A category that no enum knows: the record that the app drops, and the end of it")
  func category() async throws {
    let good = try Self.recording("Landmarks/Recordings/2026-02-06/landmarks/landmarks")
    let first = try #require(good.firstMatch(of: #/"category":\s*"mountains"/#))
    let bad = good.replacingCharacters(in: first.range, with: "\"category\": \"Deserts\"")
    let told = try await told("landmarks/list", [good, good, good, bad, bad, good])
    #expect(
      told == [
        "4 open warning mapping-record-dropped $.items[*].category 3/24",
        "6 resolved warning mapping-record-dropped $.items[*].category 3/24",
      ])
  }

  @Test("Without a contract, files are judged by their shape alone, in one process too")
  func shapeOnly() async throws {
    var generator = SeededGenerator(5)
    let bodies = (1...40).map { step in
      ShopResponses.list(&generator) { if step > 30 { $1["price"] = nil } }.json
    }
    let place = try TemporaryPlace()
    let files = try bodies.enumerated().map { try place.write($1, to: "response-\($0).json") }
    let ending = try await Program("driftwatch", ["backtest", "--format", "json"] + files, folder: place.url.path).end()
    let lines = ending.text.split(separator: "\n").filter { $0.contains("\"step\"") && $0.contains("\"rule\"") }
    #expect(ending.code == 0 && lines.count == 1 && lines[0].contains("field-removed"))
  }
}
