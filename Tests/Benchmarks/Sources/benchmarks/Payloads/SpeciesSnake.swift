import Foundation

/// PokeAPI, `/pokemon-species/{id}`: much text in many languages, of which an app reads most, by the same three
/// releases without coding keys, for `convertFromSnakeCase`.
enum SpeciesSnake {
  enum V1 {
    struct Species: Decodable {
      var id: Int
      var name: String
      var flavorTextEntries: [FlavorText]
      var genera: [Genus]
      var evolutionChain: Resource
      var evolvesFromSpecies: NamedResource?
      var isLegendary: Bool?
    }
    struct FlavorText: Decodable {
      var flavorText: String
      var language: NamedResource
      var version: NamedResource
    }
    struct Genus: Decodable {
      var genus: String
      var language: NamedResource
    }
    struct Resource: Decodable {
      var url: URL
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
  }
  enum V2 {
    struct Species: Decodable {
      var id: Int
      var name: String
      var flavorTextEntries: [FlavorText]
      var genera: [Genus]
      var evolutionChain: Resource
      var evolvesFromSpecies: NamedResource?
      var isLegendary: Bool?
      var names: [LocalName]
      var habitat: NamedResource?
      var captureRate: Int
    }
    struct FlavorText: Decodable {
      var flavorText: String
      var language: NamedResource
      var version: NamedResource
    }
    struct Genus: Decodable {
      var genus: String
      var language: NamedResource
    }
    struct Resource: Decodable {
      var url: URL
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
    struct LocalName: Decodable {
      var name: String
      var language: NamedResource
    }
  }
  enum V3 {
    struct Species: Decodable {
      var id: Int
      var name: String
      var flavorTextEntries: [FlavorText]
      var genera: [Genus]
      var evolutionChain: Resource
      var evolvesFromSpecies: NamedResource?
      var isLegendary: Bool?
      var varieties: [Variety]
      var eggGroups: [NamedResource]
      var baseHappiness: Int?
      var isMythical: Bool?
    }
    struct FlavorText: Decodable {
      var flavorText: String
      var language: NamedResource
      var version: NamedResource
    }
    struct Genus: Decodable {
      var genus: String
      var language: NamedResource
    }
    struct Resource: Decodable {
      var url: URL
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
    struct Variety: Decodable {
      var isDefault: Bool
      var pokemon: NamedResource
    }
  }
}
