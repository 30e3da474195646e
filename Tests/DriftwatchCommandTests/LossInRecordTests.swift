import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("What is lost inside a record, with an app's own types and mappings")
struct LossInRecordTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A block of the page, by its place and the response's.
    let block: @Sendable (_ place: Int, _ step: Int) -> [String: String]
    let told: [String]
  }

  private static func block(_ place: Int, _ step: Int) -> [String: String] {
    [
      "kind": #""\#(["text", "image", "quote"][(place + step) % 3])""#, "text": #""Block \#(place) of \#(step)""#,
      "views": "\(place * step + 3)",
    ]
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "a block of a kind that is new",
      block: { place, step in
        block(place, step).merging(step > 40 && place == 5 ? ["kind": #""video""#] : [:]) { $1 }
      },
      told: [
        "41 open warning loss-element-dropped $.blocks[*].kind 1/12",
        "41 open warning loss-error-swallowed $.blocks[*].kind 1/12",
      ]),
    Case(
      testDescription: "all blocks of such a kind",
      block: { place, step in
        block(place, step).merging(step > 40 ? ["kind": #""video""#] : [:]) { $1 }
      },
      told: [
        "41 open breaking loss-element-dropped $.blocks[*].kind 12/12",
        "41 open warning loss-error-swallowed $.blocks[*].kind 12/12",
      ]),
    Case(
      testDescription: "blocks without a kind, which lossy types leave out",
      block: { place, step in
        block(place, step).filter { $0.key != "kind" || step <= 40 || place % 4 > 0 }
      },
      told: [
        "41 open breaking decode-key-not-found $.blocks[*].kind 3/12",
        "45 escalated breaking decode-key-not-found $.blocks[*].kind 3/12",
        "45 escalated breaking loss-element-dropped $.blocks[*].kind 3/12",
        "45 escalated warning loss-error-swallowed $.blocks[*].kind 3/12",
      ]),
    Case(
      testDescription: "a number that became a text, which try? goes on without",
      block: { place, step in
        block(place, step).merging(step > 40 && place == 5 ? ["views": #""many""#] : [:]) { $1 }
      }, told: ["45 open warning loss-error-swallowed $.blocks[*].views 1/12"]),
    Case(
      testDescription: "kinds that were unknown at times from the beginning",
      block: { place, step in
        block(place, step).merging((place * 7 + step * 5) % 11 == 0 ? ["kind": #""video""#] : [:]) { $1 }
      }, told: []),
  ]

  @Test("It is counted, blamed on its path and told once that it is more than ever before", arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let files = try (1...60).map { step in
      let blocks = (0..<12).map { place in
        "{"
          + scene.block(place, step).sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(
            separator: ",") + "}"
      }
      let text = #"{"id":1,"title":"Home","blocks":[\#(blocks.joined(separator: ","))]}"#
      return try driftwatch.place.write(text, to: "pages/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(["backtest", "--contract", "feeds/page", "--format", "json"] + files)
    #expect(ending.errors == "")
    let told = try BacktestLine.all(of: ending.text).flatMap { line -> [String] in
      guard let step = line.step else { return [] }
      return (line.findings ?? []).filter { $0.level > .info && [.loss, .decode].contains($0.rule.family) }.map {
        finding in
        "\(step) \(finding.state.rawValue) \(finding.level.rawValue) \(finding.rule.rawValue) \(finding.path) "
          + "\(finding.count)/\(finding.total)"
      }
    }
    #expect(told.sorted() == scene.told.sorted())
    // People read which property of which type it is.
    for finding in try BacktestLine.all(of: ending.text).flatMap({ $0.findings ?? [] }) where finding.level > .info {
      let names =
        finding.rule == .lossElementDropped
        ? ["blocks of Page"] : ["Attempt.kind", "views", "BlockDTO.kind", "$.blocks[*].kind"]
      #expect(names.contains(where: finding.message.contains), "\(finding.rule) \(finding.message)")
    }
  }

  /// In which of 20 items a member is absent from the 31st response on.
  @Test(
    "A property that the adapter calls essential is breaking where any other is a warning, at its path",
    arguments: [
      ("title", ["breaking Item.summary $[*].title 20/20", "warning Item.title $[*].title 20/20"]),
      ("tags", ["warning Item.tags $[*].tags 20/20"]),
    ])
  func essential(_ member: String, _ expected: [String]) async throws {
    let driftwatch = try Driftwatch(.hostile)
    let files = try (1...34).map { step in
      let items = (0..<20).map { place in
        let id = "00000000-0000-4000-8000-\(100_000_000_000 + step * 100 + place)"
        let members =
          ["\"id\":\"\(id)\"", "\"size\":\(place)"]
          + [("title", "\"Title \(place) of \(step)\""), ("tags", "[\"a\(place)\"]")].compactMap {
            step > 30 && $0.0 == member ? nil : "\"\($0.0)\":\($0.1)"
          }
        return "{\(members.joined(separator: ","))}"
      }
      return try driftwatch.place.write("[\(items.joined(separator: ","))]", to: "items/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "peculiar/items", "--format", "json"] + files)
    let told = try BacktestLine.all(of: ending.text).flatMap { line in
      (line.findings ?? []).filter { $0.rule == .mappingPropertyLost && $0.level > .info }.map {
        "\($0.level.rawValue) \($0.message.prefix { $0 != " " }) \($0.path) \($0.count)/\($0.total)"
      }
    }
    #expect(told.sorted() == expected)
  }

  @Test("Of one record that no value was ever made of, the fifth response is told, though all are equal")
  func neverMade() async throws {
    let driftwatch = try Driftwatch(.hostile)
    let item = #"[{"id":"00000000-0000-4000-8000-000000000001","title":"drop","size":1,"tags":["a"]}]"#
    let files = try (1...8).map { try driftwatch.place.write(item, to: "items/\(1000 + $0).json") }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "peculiar/items", "--format", "json"] + files)
    let told = try BacktestLine.all(of: ending.text).flatMap { line in
      (line.findings ?? []).filter { $0.rule == .mappingRecordDropped }.map {
        "\(line.step ?? 0) \($0.state.rawValue) \($0.level.rawValue) \($0.message)"
      }
    }
    #expect(told.last == "5 open breaking The only item is missing; the app shows no error.")
    #expect(told.dropLast().allSatisfy { $0.contains(" pending info ") }, "\(told)")
  }
}
