import Foundation

/// PokeAPI, `/pokemon-species/{id}`: much text in many languages, of which an app reads most, by three releases of an
/// app with explicit coding keys.
enum SpeciesKeys {
  enum V1 {
    struct Species: Decodable {
      var id: Int
      var name: String
      var flavorTextEntries: [FlavorText]
      var genera: [Genus]
      var evolutionChain: Resource
      var evolvesFromSpecies: NamedResource?
      var isLegendary: Bool?

      private enum CodingKeys: String, CodingKey {
        case id, name, genera
        case flavorTextEntries = "flavor_text_entries"
        case evolutionChain = "evolution_chain"
        case evolvesFromSpecies = "evolves_from_species"
        case isLegendary = "is_legendary"
      }
    }
    struct FlavorText: Decodable {
      var flavorText: String
      var language: NamedResource
      var version: NamedResource

      private enum CodingKeys: String, CodingKey {
        case language, version
        case flavorText = "flavor_text"
      }
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

      private enum CodingKeys: String, CodingKey {
        case id, name, genera, names, habitat
        case flavorTextEntries = "flavor_text_entries"
        case evolutionChain = "evolution_chain"
        case evolvesFromSpecies = "evolves_from_species"
        case isLegendary = "is_legendary"
        case captureRate = "capture_rate"
      }
    }
    struct FlavorText: Decodable {
      var flavorText: String
      var language: NamedResource
      var version: NamedResource

      private enum CodingKeys: String, CodingKey {
        case language, version
        case flavorText = "flavor_text"
      }
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

      private enum CodingKeys: String, CodingKey {
        case id, name, genera, varieties
        case flavorTextEntries = "flavor_text_entries"
        case evolutionChain = "evolution_chain"
        case evolvesFromSpecies = "evolves_from_species"
        case isLegendary = "is_legendary"
        case eggGroups = "egg_groups"
        case baseHappiness = "base_happiness"
        case isMythical = "is_mythical"
      }
    }
    struct FlavorText: Decodable {
      var flavorText: String
      var language: NamedResource
      var version: NamedResource

      private enum CodingKeys: String, CodingKey {
        case language, version
        case flavorText = "flavor_text"
      }
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

      private enum CodingKeys: String, CodingKey {
        case pokemon
        case isDefault = "is_default"
      }
    }
  }
}
