import Foundation

/// Where documents come from, and the packs that are made of them.
struct Packs {
  /// A folder that holds `pokeapi/<date>/api/v2/…`; the repository's own recordings without it.
  let corpus: String?
  /// Size of the generated array, in bytes.
  static let recordBytes = 25_000_000
  /// Of the generated array; another one gives other records of the same kind.
  static let recordSeed: UInt64 = 20_261_121
  static let names = ["pokemon", "species", "evolution", "products", "purls", "landmarks", "records"]

  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The generated array.
  static func records() -> [UInt8] {
    var generator = RecordGenerator(seed: recordSeed)
    return generator.array(ofBytes: recordBytes)
  }

  /// The pack of that name, which must be one of ``names``, with its documents loaded.
  func pack(_ name: String) throws -> Pack {
    switch name {
    case "pokemon":
      return Pack(
        name, try pokeAPI("pokemon"),
        keys: (PokemonKeys.V1.Pokemon.self, PokemonKeys.V2.Pokemon.self, PokemonKeys.V3.Pokemon.self),
        snake: (PokemonSnake.V1.Pokemon.self, PokemonSnake.V2.Pokemon.self, PokemonSnake.V3.Pokemon.self))
    case "species":
      return Pack(
        name, try pokeAPI("pokemon-species"),
        keys: (SpeciesKeys.V1.Species.self, SpeciesKeys.V2.Species.self, SpeciesKeys.V3.Species.self),
        snake: (SpeciesSnake.V1.Species.self, SpeciesSnake.V2.Species.self, SpeciesSnake.V3.Species.self))
    case "evolution":
      return Pack(
        name, try pokeAPI("evolution-chain"),
        keys: (EvolutionKeys.V1.Chain.self, EvolutionKeys.V2.Chain.self, EvolutionKeys.V3.Chain.self),
        snake: (EvolutionSnake.V1.Chain.self, EvolutionSnake.V2.Chain.self, EvolutionSnake.V3.Chain.self))
    case "products":
      return Pack(
        name, try recordings("PlatziStore") { $0.hasSuffix("/api/v1/products/index.json") },
        keys: ([ProductKeys.V1.Product].self, [ProductKeys.V2.Product].self, [ProductKeys.V3.Product].self),
        snake: ([ProductSnake.V1.Product].self, [ProductSnake.V2.Product].self, [ProductSnake.V3.Product].self))
    case "purls":
      // Before 2023 `counter` was a number: another contract, which these types do not read.
      return Pack(
        name, try recordings("OmgLol") { $0.hasSuffix("/purls/index.json") && !$0.contains("/2022-") },
        keys: (PurlKeys.V1.Envelope.self, PurlKeys.V2.Envelope.self, PurlKeys.V3.Envelope.self),
        snake: (PurlSnake.V1.Envelope.self, PurlSnake.V2.Envelope.self, PurlSnake.V3.Envelope.self))
    case "landmarks":
      return Pack(
        name, try recordings("Landmarks") { $0.hasSuffix("/landmarks/landmarks/index.json") },
        keys: (LandmarkKeys.V1.List.self, LandmarkKeys.V2.List.self, LandmarkKeys.V3.List.self),
        snake: (LandmarkSnake.V1.List.self, LandmarkSnake.V2.List.self, LandmarkSnake.V3.List.self))
    case "records":
      return Pack(
        name, [Document(name: "generated records", bytes: Self.records())],
        keys: ([RecordKeys.V1.Record].self, [RecordKeys.V2.Record].self, [RecordKeys.V3.Record].self),
        snake: ([RecordSnake.V1.Record].self, [RecordSnake.V2.Record].self, [RecordSnake.V3.Record].self))
    default:
      throw BenchmarkError.usage("no pack is called \(name); there are \(Self.names.joined(separator: ", "))")
    }
  }

  /// Every document of one resource by its id, at every date.
  private func pokeAPI(_ resource: String) throws -> [Document] {
    let isDocument = { (path: String) in
      let parts = path.split(separator: "/")
      return parts.count > 3 && parts.suffix(1) == ["index.json"] && parts[parts.count - 3] == resource
        && parts[parts.count - 2].allSatisfy(\.isNumber)
    }
    guard let corpus else { return try recordings("PokeAPI", isDocument) }
    return try documents(below: URL(fileURLWithPath: corpus).appendingPathComponent("pokeapi"), isDocument)
  }

  private func recordings(_ api: String, _ isDocument: (String) -> Bool) throws -> [Document] {
    try documents(below: Self.repository.appendingPathComponent("Contracts/\(api)/Recordings"), isDocument)
  }

  private func documents(below folder: URL, _ isDocument: (String) -> Bool) throws -> [Document] {
    let files =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    let chosen = files.filter { isDocument($0.path) }.sorted { $0.path < $1.path }
    guard !chosen.isEmpty else {
      throw BenchmarkError.failed(folder.path, "holds no document for this pack; see --corpus in docs/performance.md")
    }
    return try chosen.map { file in
      Document(name: String(file.path.dropFirst(folder.path.count + 1)), bytes: Array(try Data(contentsOf: file)))
    }
  }
}
