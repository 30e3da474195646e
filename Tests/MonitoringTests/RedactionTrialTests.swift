import ContractKit
import DriftModel
import Examination
import Foundation
import JSONDocument
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import Recording
import System
import TestSupport
import Testing
import ToDo

@testable import Monitoring

/// A response of a real shape, as it is or changed at random, with words in it that must not be in a recording.
private struct ChangedResponse: Sendable {
  /// What nobody may find.
  static let canary = "Wilhelmine.Drais@example.org"

  let group: RequestGroup
  let body: [UInt8]

  init(_ group: RequestGroup, _ original: [UInt8], _ generator: inout SplitMix) {
    self.group = group
    guard var json = try? JSONSerialization.jsonObject(with: Data(original), options: .fragmentsAllowed) else {
      body = original
      return
    }
    for _ in 0..<Int.random(in: 0...3, using: &generator) { json = Self.changed(json, &generator) }
    let data = try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .fragmentsAllowed])
    body = data.map(Array.init) ?? original
  }

  /// One change somewhere below a value.
  private static func changed(_ value: Any, _ generator: inout SplitMix) -> Any {
    let goesDown = Int.random(in: 0..<4, using: &generator) > 0
    if goesDown, var object = value as? [String: Any], let key = object.keys.sorted().randomElement(using: &generator),
      let child = object[key]
    {
      object[key] = changed(child, &generator)
      return object
    }
    if goesDown, var list = value as? [Any], let index = list.indices.randomElement(using: &generator) {
      list[index] = changed(list[index], &generator)
      return list
    }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return NSNull()
    case 1: return canary
    case 2: return Int.random(in: -5_000...5_000_000, using: &generator)
    case 3: return [value, value]
    case 4:
      guard var object = value as? [String: Any] else { return ["amount": value] }
      if let key = object.keys.sorted().randomElement(using: &generator) { object[key] = nil }
      return object
    default:
      guard var object = value as? [String: Any] else { return 0.5 }
      object["nickname"] = canary
      return object
    }
  }
}

/// SplitMix64, so that a trial can be repeated.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Redaction of what the app's code reads")
struct RedactionTrialTests {
  private static let contracts = [platziStore, pokeAPI, omgLol, landmarks, todo]
  private static let count = ProcessInfo.processInfo.environment["DRIFTWATCH_REDACTIONS"].flatMap(Int.init) ?? 40

  /// What the five APIs sent, and where it is at hand the corpus of PokéAPI.
  private func responses() throws -> [ChangedResponse] {
    var folders = RecordingsFolder.all(inContracts: RecordedScenario.repository.appendingPathComponent("Contracts"))
    let place = try TemporaryPlace()
    if let corpora = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"], !corpora.isEmpty {
      for date in ["2020-06-03", "2024-02-23", "2026-01-30"] {
        let day = place.url.appendingPathComponent(date)
        try FileManager.default.createDirectory(at: day, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: day.appendingPathComponent("pokeapi").path, withDestinationPath: "\(corpora)/pokeapi/\(date)")
      }
      folders.append(RecordingsFolder(place.url))
    }
    var generator = SplitMix(state: 20_261_125)
    let items = RecordingCatalog(folders, contracts: Self.contracts).items.filter {
      $0.isReplayed && $0.endpoint != nil
    }
    #expect(items.count > 100)
    return try (0..<Self.count).map { _ in
      let item = try #require(items.randomElement(using: &generator))
      return ChangedResponse(try #require(item.groups.first), try item.entry.file.text(), &generator)
    }
  }

  @Test(
    "A redacted response is to the app's code what the original is, or only its structure is kept; nothing personal stays"
  )
  func same() async throws {
    let examiner = Examiner(executable: try RecordedScenario.executable("driftwatch"))
    func facts(_ response: ChangedResponse, _ body: [UInt8]) async -> Examination {
      let group = response.group
      let job = Job(
        contract: group.contract.id, endpoint: group.endpoint.id, versions: group.versions.map(\.id),
        links: group.wanted.mapValues(\.most), acceptWhen: group.endpoint.acceptWhen ?? group.contract.acceptWhen,
        isGraphQL: group.request.graphQL != nil, context: group.context(FoundValues()), body: body)
      return await examiner.examine(Batch([job])).first ?? Examination()
    }
    var (structures, disagreements, kept) = (0, 0, 0)
    try await withThrowingTaskGroup(of: (RedactionTrial.Result, isSame: Bool).self) { group in
      for response in try responses() {
        group.addTask {
          let original = await facts(response, response.body)
          let document = try JSONDocument(response.body)
          let redactor = SharedRedactor(
            known: RequestGroup.declaredTexts(
              of: response.group.contract, baseURLs: [response.group.contract.baseURL].compactMap(\.self)))
          let trial = RedactionTrial(
            examine: { await facts(response, $0) }, keep: [], redact: [], names: [], mask: .none)
          let result = await trial.run(original, document, redactor)
          // By a worker that has seen neither.
          let again = await facts(response, result.body)
          return (result, ExaminationOutline(of: again) == ExaminationOutline(of: original))
        }
      }
      for try await (result, isSame) in group {
        let text = String(decoding: result.body, as: UTF8.self)
        #expect(
          !text.contains("Wilhelmine") && !text.contains("Drais") && !text.contains("example.org"),
          "\(text.prefix(400))")
        switch result.redaction {
        case .shape: structures += 1
        case .values:
          if !isSame { disagreements += 1 }
          if !result.kept.isEmpty { kept += 1 }
        }
      }
    }
    print(
      "redaction: \(Self.count) responses, \(disagreements) disagreements, \(structures) as structure only, \(kept) with words that code reads"
    )
    #expect(disagreements == 0)
    #expect(Double(structures) <= max(3, 0.1 * Double(Self.count)))
  }
}
