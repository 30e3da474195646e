import ContractKit
import DriftModel
import DriftRules
import Foundation
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import Testing
import ToDo

@testable import Examination

/// Tests of what would break, over the five contracts and the misbehaving ones.
extension WorkerTests { @Suite("Impact") enum ImpactTests {} }

/// An examiner whose worker knows the five contracts: the tool itself.
func contractsExaminer() -> Examiner {
  let tests = ExecutableIdentity.path ?? CommandLine.arguments[0]
  let tool = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("driftwatch").path
  return Examiner(executable: tool, timeout: 20)
}

let fiveContracts = [platziStore, pokeAPI, omgLol, landmarks, todo]

/// A recorded response of one of the five contracts, or the two responses of an aggregate.
struct RecordedResponse: Sendable, CustomTestStringConvertible {
  let contract: String
  let endpoint: String
  /// Under `Contracts/*/Recordings`; of an aggregate, in the order of its endpoints.
  let files: [String]
  var join: String?
  /// Of an aggregate, which of its responses is perturbed.
  var part = 0

  var testDescription: String { "\(join ?? endpoint) \(part) of \(files[part])" }

  private static let tutorial = "landmarks/matthewogtong/Landmarks/HEAD/Landmarks/Landmarks/Resources/landmarkData.json"

  private static func of(_ contract: String, _ folder: String, _ endpoint: String, _ days: [String], _ path: String)
    -> [RecordedResponse]
  {
    days.map { day in
      RecordedResponse(
        contract: contract, endpoint: endpoint, files: ["\(folder)/Recordings/\(day)/\(path)"])
    }
  }

  /// Every endpoint that a version reads, in every form that was recorded.
  static let all: [RecordedResponse] = {
    let shop = "platzi-store/api/v1"
    let dex = "pokeapi/api/v2"
    let links = "omg-lol/address/foo"
    let place = "landmarks/landmarks/6f9619ff-8b86-d011-b42d-00cf4fc964ff"
    let days = ["2025-09-25", "2026-02-06"]
    var all = of("platzi-store", "PlatziStore", "products", ["2023-12-05"] + days, "\(shop)/products/index.json")
    all += of("platzi-store", "PlatziStore", "categories", ["2023-12-05"] + days, "\(shop)/categories/index.json")
    all += of("platzi-store", "PlatziStore", "create-product", days, "\(shop)/products/index.create.json")
    all += of("pokeapi", "PokeAPI", "pokemon-list", days, "\(dex)/pokemon/index.json")
    // One day each: what differs between them differs between Pokémon, too.
    let dexResponses = [
      ("pokemon", "pokemon", [1, 10001], [133]), ("species", "pokemon-species", [1], [25]),
      ("evolution-chain", "evolution-chain", [1, 10], [67, 72]),
    ]
    for (endpoint, folder, first, second) in dexResponses {
      for id in first { all += of("pokeapi", "PokeAPI", endpoint, [days[0]], "\(dex)/\(folder)/\(id)/index.json") }
      for id in second { all += of("pokeapi", "PokeAPI", endpoint, [days[1]], "\(dex)/\(folder)/\(id)/index.json") }
    }
    all += of("omg-lol", "OmgLol", "purls", ["2022-03-01", "2023-04-12", "2026-02-06"], "\(links)/purls/index.json")
    all += of("omg-lol", "OmgLol", "purl", ["2023-04-12", "2026-02-06"], "\(links)/purl/awesome/index.json")
    all += of("omg-lol", "OmgLol", "create-purl", ["2023-04-12"], "\(links)/purl/index.create.json")
    all += of("omg-lol", "OmgLol", "delete-purl", ["2023-04-12"], "\(links)/purl/driftwatch-probe/index.delete.json")
    all += of(
      "landmarks", "Landmarks", "tutorial", ["2019-12-10", "2020-06-24", "2020-10-01"], "\(tutorial)/index.json")
    all += of("landmarks", "Landmarks", "list", ["2023-12-05"] + days, "landmarks/landmarks/index.json")
    all += of("landmarks", "Landmarks", "update", days, "\(place)/index.update.json")
    all += of("landmarks", "Landmarks", "places", days, "landmarks/v2/landmarks/index.json")
    all += of("todo", "ToDo", "open-items", days, "todo/graphql/index.open-items.json")
    all += of("todo", "ToDo", "categories", days, "todo/categories/index.json")
    all += of("todo", "ToDo", "items", ["2025-09-25"], "todo/graphql/index.items.json")
    all += of("todo", "ToDo", "items-simple", days, "todo/graphql/index.items-simple.json")
    all += of("todo", "ToDo", "sync", days, "todo/sync/index.json")
    let aggregate = ["categories/index.json", "graphql/index.items.json"].map {
      "ToDo/Recordings/2025-09-25/todo/\($0)"
    }
    for part in 0..<2 {
      all.append(
        RecordedResponse(
          contract: "todo", endpoint: ["categories", "items"][part], files: aggregate, join: "CategoryAndItems",
          part: part))
    }
    let open = ["categories/index.json", "graphql/index.open-items.json"].map {
      "ToDo/Recordings/2025-09-25/todo/\($0)"
    }
    for part in 0..<2 {
      all.append(
        RecordedResponse(
          contract: "todo", endpoint: ["categories", "open-items"][part], files: open, join: "CategoryAndOpenItems",
          part: part))
    }
    return all
  }()

  /// The response to an endpoint that was recorded on a day.
  static func find(_ endpoint: String, _ file: String, join: String? = nil) throws -> RecordedResponse {
    try #require(all.first { $0.endpoint == endpoint && $0.join == join && $0.files[$0.part].contains(file) })
  }

  func bodies() throws -> [[UInt8]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Contracts").standardizedFileURL
    return try files.map { try [UInt8](Data(contentsOf: folder.appendingPathComponent($0))) }
  }

  /// Versions that read the endpoint, in the order of the contract.
  var versions: [String] {
    let versions = fiveContracts.first { $0.id == contract }?.versions ?? []
    return versions.filter { version in
      join.map { name in version.joins.contains { $0.name == name } } ?? (version.reads(endpoint) != nil)
    }
    .map(\.id)
  }

  /// What the mappings ask of other responses: a value of the same form, by version, mapping and name.
  var context: [String: [String: [String: String]]] {
    var context: [String: [String: [String: String]]] = [:]
    for version in fiveContracts.first(where: { $0.id == contract })?.versions ?? [] {
      for mapping in version.reads(endpoint)?.mappings ?? [] {
        context[version.id, default: [:]][mapping.name] = mapping.context.mapValues { source in
          if case .value(let value) = source { value } else { "A44612CC-4A42-5311-8811-CDDFE3121578" }
        }
      }
    }
    return context
  }

  func lineageJob(_ bodies: [[UInt8]]) -> Job {
    if let join {
      return .lineage(
        contract: contract, endpoint: endpoint, version: versions.first ?? "", join: join, bodies: bodies, part: part)
    }
    return .lineage(
      contract: contract, endpoint: endpoint, versions: versions, context: context, body: bodies[0])
  }

  /// The examination of the same responses with another text in place of the perturbed one.
  func examinationJob(_ bodies: [[UInt8]], _ text: [UInt8]) -> Job {
    guard let join else {
      return Job(contract: contract, endpoint: endpoint, versions: versions, context: context, body: text)
    }
    var bodies = bodies
    bodies[part] = text
    return Job(contract: contract, endpoint: "categories", version: versions.first ?? "", join: join, bodies: bodies)
  }
}
