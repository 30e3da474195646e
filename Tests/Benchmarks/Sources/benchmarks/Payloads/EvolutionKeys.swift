import Foundation

/// PokeAPI, `/evolution-chain/{id}`: small and recursive, by three releases of an app with explicit coding keys.
enum EvolutionKeys {
  enum V1 {
    struct Chain: Decodable {
      var id: Int
      var chain: Link
    }
    struct Link: Decodable {
      var isBaby: Bool
      var species: NamedResource
      var evolutionDetails: [Detail]
      var evolvesTo: [Link]

      private enum CodingKeys: String, CodingKey {
        case species
        case isBaby = "is_baby"
        case evolutionDetails = "evolution_details"
        case evolvesTo = "evolves_to"
      }
    }
    struct Detail: Decodable {
      var trigger: NamedResource
      var item: NamedResource?
      var minLevel: Int?
      var minHappiness: Int?
      var timeOfDay: String?

      private enum CodingKeys: String, CodingKey {
        case trigger, item
        case minLevel = "min_level"
        case minHappiness = "min_happiness"
        case timeOfDay = "time_of_day"
      }
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
  }
  enum V2 {
    struct Chain: Decodable {
      var id: Int
      var chain: Link
    }
    struct Link: Decodable {
      var isBaby: Bool
      var species: NamedResource
      var evolutionDetails: [Detail]
      var evolvesTo: [Link]

      private enum CodingKeys: String, CodingKey {
        case species
        case isBaby = "is_baby"
        case evolutionDetails = "evolution_details"
        case evolvesTo = "evolves_to"
      }
    }
    struct Detail: Decodable {
      var trigger: NamedResource
      var item: NamedResource?
      var minLevel: Int?
      var minHappiness: Int?
      var timeOfDay: String?
      var heldItem: NamedResource?
      var knownMove: NamedResource?
      var location: NamedResource?

      private enum CodingKeys: String, CodingKey {
        case trigger, item, location
        case minLevel = "min_level"
        case minHappiness = "min_happiness"
        case timeOfDay = "time_of_day"
        case heldItem = "held_item"
        case knownMove = "known_move"
      }
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
  }
  enum V3 {
    struct Chain: Decodable {
      var id: Int
      var chain: Link
      var babyTriggerItem: NamedResource?

      private enum CodingKeys: String, CodingKey {
        case id, chain
        case babyTriggerItem = "baby_trigger_item"
      }
    }
    struct Link: Decodable {
      var isBaby: Bool
      var species: NamedResource
      var evolutionDetails: [Detail]
      var evolvesTo: [Link]

      private enum CodingKeys: String, CodingKey {
        case species
        case isBaby = "is_baby"
        case evolutionDetails = "evolution_details"
        case evolvesTo = "evolves_to"
      }
    }
    struct Detail: Decodable {
      var trigger: NamedResource
      var item: NamedResource?
      var minLevel: Int?
      var minHappiness: Int?
      var timeOfDay: String?
      var needsOverworldRain: Bool
      var relativePhysicalStats: Int?
      var turnUpsideDown: Bool

      private enum CodingKeys: String, CodingKey {
        case trigger, item
        case minLevel = "min_level"
        case minHappiness = "min_happiness"
        case timeOfDay = "time_of_day"
        case needsOverworldRain = "needs_overworld_rain"
        case relativePhysicalStats = "relative_physical_stats"
        case turnUpsideDown = "turn_upside_down"
      }
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
  }
}
