import Foundation

/// PokeAPI, `/evolution-chain/{id}`: small and recursive, by the same three releases without coding keys, for
/// `convertFromSnakeCase`.
enum EvolutionSnake {
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
    }
    struct Detail: Decodable {
      var trigger: NamedResource
      var item: NamedResource?
      var minLevel: Int?
      var minHappiness: Int?
      var timeOfDay: String?
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
    }
    struct Link: Decodable {
      var isBaby: Bool
      var species: NamedResource
      var evolutionDetails: [Detail]
      var evolvesTo: [Link]
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
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
  }
}
