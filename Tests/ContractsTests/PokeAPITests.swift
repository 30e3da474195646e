import ContractKit
import Foundation
import PokeAPI
import Testing

@Suite("pokeapi")
struct PokeAPITests {
  /// The endpoint's recorded response of the last date.
  private func recorded(_ path: String) throws -> Data {
    let recordings = try Recording.all().filter { $0.contract.id == "pokeapi" && $0.path == "/api/v2/\(path)" }
    return try Data(contentsOf: #require(recordings.max { $0.date < $1.date }).body)
  }

  private func list(_ url: String) -> String {
    """
    {"count": 1, "next": null, "previous": null, "results": [{"name": "bulbasaur", "url": "\(url)"}]}
    """
  }

  @Test(
    "A list item takes its id and sprite from the last path component of its URL",
    arguments: [
      ("https://pokeapi.co/api/v2/pokemon/25/", "25"), ("https://pokeapi.co/api/v2/pokemon/25", "25"),
      ("/api/v2/pokemon/10001/", "10001"),
    ])
  func listItem(url: String, id: String) async throws {
    let item = try #require(try await AppCode(pokeAPI, "v1", "pokemon-list").domain(list(url))[0])
    #expect(item["id"] == id)
    #expect(
      item["spriteURL"] == "https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/pokemon/\(id).png")
    #expect(item["name"] == "bulbasaur")
  }

  @Test("A list item whose URL ends in a name decodes, without id and sprite")
  func listItemByName() async throws {
    let url = "https://pokeapi.co/api/v2/pokemon/bulbasaur/"
    let item = try #require(try await AppCode(pokeAPI, "v1", "pokemon-list").domain(list(url))[0])
    #expect(item["url"] == url)
    #expect(item["id"] == nil)
    #expect(item["spriteURL"] == nil)
  }

  @Test("A detail becomes a Pokémon in metres and kilograms, with the official artwork")
  func detail() async throws {
    let app = try AppCode(pokeAPI, "v1", "pokemon")
    let gengar = try #require(try await app.domain(recorded("pokemon/94"))[0])
    #expect(gengar["heightInMetres"] == "1.5")
    #expect(gengar["weightInKilograms"] == "40.5")
    #expect(gengar["types"] == #"["ghost", "poison"]"#)
    #expect(gengar["number"] == "#094")
    #expect(
      gengar["artworkURL"]
        == "https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/pokemon/other/official-artwork/94.png")
    let deoxys = try #require(try await app.domain(recorded("pokemon/10001"))[0])
    #expect(deoxys["displayName"] == "Deoxys Attack")
    let stats = try #require(
      Mirror(reflecting: deoxys.raw).children.first { $0.label == "stats" }?.value as? [String: Int])
    #expect(
      stats == [
        "hp": 50, "attack": 180, "defense": 20, "special-attack": 180, "special-defense": 20, "speed": 150,
      ])
    let eevee = try #require(try await app.domain(recorded("pokemon/133"))[0])
    #expect(eevee["abilities"] == #"["run-away", "adaptability"]"#)
  }

  @Test("The moves are there by name, and a species names the chain by an id that is made of its URL")
  func movesAndChain() async throws {
    let pikachu = try #require(try await AppCode(pokeAPI, "v1", "pokemon").domain(recorded("pokemon/25"))[0])
    #expect(pikachu["moves"] == #"["quick-attack"]"#)
    let species = try #require(try await AppCode(pokeAPI, "v1", "species").domain(recorded("pokemon-species/25"))[0])
    #expect(species["evolutionChain.id"] == "10")
  }

  @Test("Without official artwork the plain sprite is shown")
  func artworkFallback() async throws {
    let text = String(decoding: try recorded("pokemon/25"), as: UTF8.self)
      .replacingOccurrences(of: "official-artwork\":", with: "official_artwork\":")
    let pikachu = try #require(try await AppCode(pokeAPI, "v1", "pokemon").domain(text)[0])
    #expect(
      pikachu["artworkURL"] == "https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/pokemon/25.png")
  }

  @Test("A Pokémon without types decodes, and its mapping throws")
  func noTypes() async throws {
    let body = """
      {"id": 1, "name": "missingno", "height": 1, "weight": 1, "base_experience": null, "types": [], "stats": [],
       "abilities": [], "moves": [], "sprites": {"front_default": null},
       "species": {"name": "missingno", "url": "/api/v2/pokemon-species/0/"}}
      """
    let app = try AppCode(pokeAPI, "v1", "pokemon")
    #expect(throws: Never.self) { try app.decode(Data(body.utf8)) }
    await #expect { try await app.domain(body) } throws: { String(describing: $0).contains("missingno") }
  }

  @Test(
    "The flavor text is the first English one, on one line",
    arguments: [
      (1, "It carries a bulb from the day it hatches. The two grow up together."),
      (25, "It keeps electricity in its cheeks and lets go when startled."),
      (150, "Made in a laboratory, and never at home there."),
    ])
  func flavorText(species: Int, text: String) async throws {
    let value = try #require(
      try await AppCode(pokeAPI, "v1", "species").domain(recorded("pokemon-species/\(species)"))[0])
    #expect(value["englishFlavorText"] == text)
  }

  @Test("The genus is the English one; a species with no English text has neither")
  func genus() async throws {
    let app = try AppCode(pokeAPI, "v1", "species")
    let pikachu = try #require(try await app.domain(recorded("pokemon-species/25"))[0])
    #expect(pikachu["englishGenus"] == "Mouse Pokémon")
    let text = String(decoding: try recorded("pokemon-species/25"), as: UTF8.self)
      .replacingOccurrences(of: "\"name\": \"en\"", with: "\"name\": \"ja\"")
    let foreign = try #require(try await app.domain(text)[0])
    #expect(foreign["englishGenus"] == nil)
    #expect(foreign["englishFlavorText"] == nil)
  }

  @Test(
    "An evolution chain becomes steps with their depth",
    arguments: [
      (1, "3", ["bulbasaur 0", "ivysaur 1 at level 16", "venusaur 2 at level 32"]),
      (10, "3", ["pichu 0", "pikachu 1 when happy", "raichu 2 with thunder-stone"]),
      (40, "3", ["gastly 0", "haunter 1 at level 25", "gengar 2 by trade"]),
      (66, "1", ["ditto 0"]),
      (
        67, "2",
        [
          "eevee 0", "vaporeon 1 with water-stone", "jolteon 1 with thunder-stone", "flareon 1 with fire-stone",
          "espeon 1 when happy, by day", "umbreon 1 when happy, by night", "leafeon 1 with leaf-stone",
          "glaceon 1 with ice-stone", "sylveon 1 when happy",
        ]
      ),
    ])
  func evolutions(chain: Int, depth: String, steps: [String]) async throws {
    let family = try #require(
      try await AppCode(pokeAPI, "v1", "evolution-chain").domain(recorded("evolution-chain/\(chain)"))[0])
    #expect(family["depth"] == depth)
    let list = try #require(Mirror(reflecting: family.raw).children.first { $0.label == "steps" })
    let texts = Mirror(reflecting: list.value).children.map { child in
      let step = Dictionary(
        uniqueKeysWithValues: Mirror(reflecting: child.value).children.map { ($0.label ?? "", Value.text($0.value)) })
      return ["species", "depth", "condition"].compactMap { step[$0] ?? nil }.joined(separator: " ")
    }
    #expect(texts == steps)
  }

  @Test("A chain that is twenty links deep decodes to its end")
  func deepChain() async throws {
    func link(_ depth: Int) -> String {
      """
      {"is_baby": false, "species": {"name": "s\(depth)", "url": "/api/v2/pokemon-species/\(depth)/"},
       "evolution_details": [], "evolves_to": [\(depth < 20 ? link(depth + 1) : "")]}
      """
    }
    let body = #"{"id": 1, "baby_trigger_item": null, "chain": \#(link(1))}"#
    let family = try #require(try await AppCode(pokeAPI, "v1", "evolution-chain").domain(body)[0])
    #expect(family["depth"] == "20")
  }

  @Test("Types and moves are watched without a type of the app")
  func shapeOnly() {
    let read = Set(pokeAPI.versions.flatMap(\.reads).map(\.endpoint))
    #expect(Set(pokeAPI.endpoints.map(\.id)).subtracting(read) == ["type", "move", "sprite"])
  }

  static let corpus = ProcessInfo.processInfo.environment["DRIFTWATCH_CORPUS"].map { URL(fileURLWithPath: $0) }

  @Test(
    "The real responses of three dates decode and map without a loss",
    .enabled(if: corpus != nil, "DRIFTWATCH_CORPUS names no folder"),
    arguments: ["2020-06-03", "2024-02-23", "2026-01-30"])
  func realResponses(date: String) async throws {
    let root = try #require(Self.corpus).appendingPathComponent("pokeapi/\(date)/api/v2").resolvingSymlinksInPath()
    var counts: [String: Int] = [:]
    for (folder, endpoint) in [
      ("pokemon", "pokemon"), ("pokemon-species", "species"), ("evolution-chain", "evolution-chain"),
    ] {
      let app = try AppCode(pokeAPI, "v1", endpoint)
      for id in try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      where Int(id) != nil {
        let body = try Data(contentsOf: root.appendingPathComponent("\(folder)/\(id)/index.json"))
        let value = try #require(try await app.domain(body)[0])
        #expect(value.brokenRules == [], "\(folder)/\(id)")
        if endpoint == "species" {
          let text = try #require(value["englishFlavorText"])
          #expect(!text.contains { $0.isNewline || $0 == "\u{AD}" }, "\(folder)/\(id)")
        }
        counts[endpoint, default: 0] += 1
      }
    }
    #expect(counts == ["pokemon": 15, "species": 14, "evolution-chain": 20])
    let items = try await AppCode(pokeAPI, "v1", "pokemon-list")
      .domain(Data(contentsOf: root.appendingPathComponent("pokemon/index.json")))
    #expect(items.count > 900)
    #expect(items.allSatisfy { $0?["id"] != nil })
  }
}
