import DriftModel
import DriftRules
import Foundation
import JSONDocument
import PayloadShape
import Testing

private let corpora = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"].flatMap { $0.isEmpty ? nil : $0 }

/// The three dates of the corpus as populations: one endpoint whose responses are one document after another.
@Suite(
  "Six years of PokéAPI, document by document",
  .enabled(if: corpora != nil, "skipped: DRIFTWATCH_CORPUS names no folder of corpora"))
struct PopulationTests {
  private static let dates = ["2020-06-03", "2024-02-23", "2026-01-30"]

  /// Where the sequence starts: with how many documents of the first date, in which order.
  struct Start: Sendable, CustomTestStringConvertible {
    let resource: String
    /// nil: all.
    let documents: Int?
    let seed: UInt64
    var testDescription: String {
      "\(resource), started from \(documents.map { $0 == 1 ? "one document" : "\($0)" } ?? "all"), order \(seed)"
    }
  }

  /// Orders in which the documents come: one in the short tests.
  private static let orders = ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] == nil ? 1 : 5

  private static let starts = ["evolution-chain", "move", "pokemon-species", "type", "pokemon"].flatMap { resource in
    [1, 10, nil].flatMap { documents in
      (1...min(orders, resource == "pokemon" ? 2 : 5)).map {
        Start(resource: resource, documents: documents, seed: UInt64($0))
      }
    }
  }

  private struct KnownDrift: Decodable {
    struct Change: Decodable {
      let resource: String
      let to: String
      let path: String
      let kind: String
      let `class`: String
    }

    let changes: [Change]
  }

  /// What really changed, though `drift.json` tells of types and members only: versions of games that moves are known from.
  private static let newValues = ["$.moves[*].version_group_details[*].version_group.name"]

  @Test("Every change is told, at once and as information; nothing else is told as a warning", arguments: starts)
  func population(_ start: Start) async throws {
    let corpus = URL(filePath: try #require(corpora)).appending(path: "pokeapi")
    let known = try JSONDecoder().decode(
      KnownDrift.self, from: Data(contentsOf: corpus.appending(path: "drift.json"))
    ).changes.filter { $0.resource == start.resource && $0.class == "drift" }
    var generator = SeededGenerator(start.seed &* 7919)
    var sequence = try await ResponseSequence()
    for (index, date) in Self.dates.enumerated() {
      let before = sequence.told.count
      var shapes = try await Shapes.of(corpus, "\(date)/api/v2/\(start.resource)").shuffled(using: &generator)
      if index == 0, let count = start.documents { shapes = Array(shapes.prefix(count)) }
      for shape in shapes { try await sequence.add(shape) }
      let told = sequence.told.dropFirst(before).map(\.finding)
      for change in known where change.to == date {
        let path = change.path.replacing("[]", with: "[*]")
        let rule: RuleID = change.kind == "field_added" ? .fieldAdded : .fieldBecameNullable
        let found = told.filter { $0.rule == rule && ([$0.path] + $0.paths).contains(path) }
        #expect(found.map(\.level) == [.info], "\(rule.rawValue) \(path) on \(date)")
      }
    }
    #expect(sequence.failures == [])
    let alarms = zip(sequence.told, sequence.words).filter { told, _ in
      told.finding.level > .info && !Self.newValues.contains(told.finding.path)
    }
    #expect(alarms.map(\.1) == [])
  }

  @Test("Lists that grow are not drift", arguments: ["evolution-chain", "move", "pokemon", "pokemon-species", "type"])
  func list(_ resource: String) async throws {
    let corpus = URL(filePath: try #require(corpora)).appending(path: "pokeapi")
    var sequence = try await ResponseSequence()
    for date in Self.dates {
      let body = try Data(contentsOf: corpus.appending(path: "\(date)/api/v2/\(resource)/index.json"))
      for _ in 1...5 { try await sequence.add(PayloadShape(of: JSONDocument(Array(body)))) }
    }
    #expect(sequence.words == [])
  }
}

/// Shapes of the corpus, each learned once.
private actor Shapes {
  private static let shared = Shapes()
  private var shapes: [String: [PayloadShape]] = [:]

  static func of(_ corpus: URL, _ folder: String) async throws -> [PayloadShape] {
    try await shared.learned(corpus, folder)
  }

  private func learned(_ corpus: URL, _ folder: String) throws -> [PayloadShape] {
    if let known = shapes[folder] { return known }
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.appending(path: folder).path())
    let found = try names.filter { Int($0) != nil }.sorted().map { name in
      let body = try Data(contentsOf: corpus.appending(path: "\(folder)/\(name)/index.json"))
      return PayloadShape(of: try JSONDocument(Array(body)))
    }
    shapes[folder] = found
    return found
  }
}
