import DriftModel
import DriftRules
import Foundation
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import Testing
import ToDo

private let corpora = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"].flatMap { $0.isEmpty ? nil : $0 }

/// One change of the corpus's own list.
private struct KnownChange: Decodable {
  let resource: String
  let from: String
  let to: String
  let path: String
  let kind: String
}

private struct KnownChanges: Decodable { let changes: [KnownChange] }

@Suite struct CorpusTests {
  @Test(
    "Six years of PokéAPI: every addition is told as information, and there is no false alarm",
    .enabled(if: corpora != nil, "skipped: DRIFTWATCH_CORPUS names no folder of corpora"))
  func sixYears() async throws {
    let corpus = URL(fileURLWithPath: try #require(corpora)).appendingPathComponent("pokeapi")
    let known = try JSONDecoder().decode(
      KnownChanges.self, from: Data(contentsOf: corpus.appendingPathComponent("drift.json"))
    ).changes.filter { $0.kind == "field_added" }
    #expect(known.count == 28)
    let endpoints = ["pokemon-species": "species"]
    let scenario = try RecordedScenario([platziStore, pokeAPI, omgLol, landmarks, todo])
    var told = 0
    for date in ["2020-06-03", "2024-02-23", "2026-01-30"] {
      let folder = scenario.folder.appendingPathComponent(date)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("pokeapi"), withDestinationURL: corpus.appendingPathComponent(date))
      let round = try await scenario.round(over: folder, allowIncomplete: true)
      #expect(round.alarms == [])
      #expect(round.exitCode == 0)
      #expect(round.happenings == [])
      for endpoint in ["pokemon-list", "pokemon", "species", "evolution-chain", "type", "move"] {
        #expect(round.outcome(endpoint) == .ok)
      }
      for change in known where change.to == date {
        let path = change.path.replacing("[]", with: "[*]")
        let findings = round.findings(.fieldAdded, at: path).filter {
          $0.endpoint == endpoints[change.resource] ?? change.resource
        }
        #expect(findings.map(\.level) == [.info], "\(change.resource) \(path) on \(date)")
        told += findings.count
      }
    }
    #expect(told == known.count)
  }
}
