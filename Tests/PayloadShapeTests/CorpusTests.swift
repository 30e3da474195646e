import Foundation
import JSONDocument
import PayloadShape
import Testing

private let corpus = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"]

/// `drift.json` of the corpus: what really changed between its dates.
private struct KnownDrift: Decodable {
  struct Change: Decodable {
    let resource: String
    let from: String
    let to: String
    let path: String
    let kind: String
  }

  let changes: [Change]
}

@Suite(
  "Three dates of PokeAPI",
  .enabled(if: corpus != nil, "Set DRIFTWATCH_CORPUS to the folder that holds pokeapi/<date>/…"))
struct CorpusTests {
  private static let dates = ["2020-06-03", "2024-02-23", "2026-01-30"]

  private func shape(of resource: String, at date: String) throws -> PayloadShape {
    let folder = URL(filePath: corpus ?? "").appending(path: "pokeapi/\(date)/api/v2/\(resource)")
    var shape = PayloadShape()
    for id in try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() where Int(id) != nil {
      let body = try Data(contentsOf: folder.appending(path: "\(id)/index.json"))
      shape.merge(PayloadShape(of: try JSONDocument(Array(body))))
    }
    return shape
  }

  @Test(
    "Every addition is reported, nothing is said to be removed, renamed or of another type",
    arguments: ["evolution-chain", "move", "pokemon", "pokemon-species", "type"])
  func resource(_ resource: String) throws {
    let folder = URL(filePath: corpus ?? "")
    let drift = try JSONDecoder().decode(
      KnownDrift.self, from: try Data(contentsOf: folder.appending(path: "pokeapi/drift.json")))
    let shapes = try Self.dates.map { try shape(of: resource, at: $0) }
    for index in 0..<2 {
      let found = changes(from: shapes[index], to: shapes[index + 1])
      let known = drift.changes.filter { $0.resource == resource && $0.from == Self.dates[index] }
      func paths(_ rule: String) -> Set<String> {
        Set(found.filter { $0.kind.rawValue == rule }.flatMap { [$0.path] + $0.paths })
      }
      func expected(_ kind: String) -> Set<String> {
        Set(
          known.filter { $0.kind == kind }.map {
            $0.path.split(separator: "[]", omittingEmptySubsequences: false).joined(separator: "[*]")
          })
      }
      #expect(paths("member-added") == expected("field_added"))
      #expect(paths("became-nullable") == expected("became_nullable"))
      let wrong = [
        "member-removed", "member-renamed", "type-changed", "type-widened", "became-optional",
      ]
      #expect(found.filter { wrong.contains($0.kind.rawValue) }.map(summary) == [])
      #expect(changes(from: shapes[index], to: shapes[index]) == [])
    }
  }
}
