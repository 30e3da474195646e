import Foundation

/// PokeAPI, `/pokemon/{id}`: deep documents, of which an app reads a small part, by three releases of an app with
/// explicit coding keys.
enum PokemonKeys {
  enum V1 {
    struct Pokemon: Decodable {
      var id: Int
      var name: String
      var height: Int
      var weight: Int
      var baseExperience: Int?
      var types: [TypeSlot]
      var stats: [Stat]
      var abilities: [AbilitySlot]
      var sprites: Sprites
      var species: NamedResource
      var moves: [MoveSlot]

      private enum CodingKeys: String, CodingKey {
        case id, name, height, weight, types, stats, abilities, sprites, species, moves
        case baseExperience = "base_experience"
      }
    }
    struct TypeSlot: Decodable {
      var slot: Int
      var type: NamedResource
    }
    struct Stat: Decodable {
      var baseStat: Int
      var stat: NamedResource

      private enum CodingKeys: String, CodingKey {
        case stat
        case baseStat = "base_stat"
      }
    }
    struct AbilitySlot: Decodable {
      var ability: NamedResource
      var isHidden: Bool

      private enum CodingKeys: String, CodingKey {
        case ability
        case isHidden = "is_hidden"
      }
    }
    struct Sprites: Decodable {
      var frontDefault: URL?
      var other: OtherSprites?

      private enum CodingKeys: String, CodingKey {
        case other
        case frontDefault = "front_default"
      }
    }
    struct OtherSprites: Decodable {
      var officialArtwork: Artwork?

      private enum CodingKeys: String, CodingKey {
        case officialArtwork = "official-artwork"
      }
    }
    struct Artwork: Decodable {
      var frontDefault: URL?

      private enum CodingKeys: String, CodingKey {
        case frontDefault = "front_default"
      }
    }
    struct MoveSlot: Decodable {
      var move: Name
    }
    struct Name: Decodable {
      var name: String
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
  }
  enum V2 {
    struct Pokemon: Decodable {
      var id: Int
      var name: String
      var height: Int
      var weight: Int
      var types: [TypeSlot]
      var stats: [Stat]
      var abilities: [AbilitySlot]
      var sprites: Sprites
      var species: NamedResource
      var moves: [MoveSlot]
      var forms: [NamedResource]
      var cries: Cries?
    }
    struct TypeSlot: Decodable {
      var slot: Int
      var type: NamedResource
    }
    struct Stat: Decodable {
      var baseStat: Int
      var stat: NamedResource

      private enum CodingKeys: String, CodingKey {
        case stat
        case baseStat = "base_stat"
      }
    }
    struct AbilitySlot: Decodable {
      var ability: NamedResource
      var isHidden: Bool

      private enum CodingKeys: String, CodingKey {
        case ability
        case isHidden = "is_hidden"
      }
    }
    struct Sprites: Decodable {
      var frontDefault: URL?
      var other: OtherSprites?

      private enum CodingKeys: String, CodingKey {
        case other
        case frontDefault = "front_default"
      }
    }
    struct OtherSprites: Decodable {
      var officialArtwork: Artwork?

      private enum CodingKeys: String, CodingKey {
        case officialArtwork = "official-artwork"
      }
    }
    struct Artwork: Decodable {
      var frontDefault: URL?

      private enum CodingKeys: String, CodingKey {
        case frontDefault = "front_default"
      }
    }
    struct MoveSlot: Decodable {
      var move: Name
    }
    struct Name: Decodable {
      var name: String
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
    struct Cries: Decodable {
      var latest: URL?
      var legacy: URL?
    }
  }
  enum V3 {
    struct Pokemon: Decodable {
      var id: Int
      var name: String
      var height: Int
      var weight: Int
      var types: [TypeSlot]
      var stats: [Stat]
      var abilities: [AbilitySlot]
      var sprites: Sprites
      var species: NamedResource
      var moves: [MoveSlot]
      var baseExperience: Int?
      var gameIndices: [GameIndex]
      var heldItems: [HeldItem]

      private enum CodingKeys: String, CodingKey {
        case id, name, height, weight, types, stats, abilities, sprites, species, moves
        case baseExperience = "base_experience"
        case gameIndices = "game_indices"
        case heldItems = "held_items"
      }
    }
    struct TypeSlot: Decodable {
      var slot: Int
      var type: NamedResource
    }
    struct Stat: Decodable {
      var baseStat: Int
      var stat: NamedResource

      private enum CodingKeys: String, CodingKey {
        case stat
        case baseStat = "base_stat"
      }
    }
    struct AbilitySlot: Decodable {
      var ability: NamedResource
      var isHidden: Bool

      private enum CodingKeys: String, CodingKey {
        case ability
        case isHidden = "is_hidden"
      }
    }
    struct Sprites: Decodable {
      var frontDefault: URL?
      var other: OtherSprites?

      private enum CodingKeys: String, CodingKey {
        case other
        case frontDefault = "front_default"
      }
    }
    struct OtherSprites: Decodable {
      var officialArtwork: Artwork?

      private enum CodingKeys: String, CodingKey {
        case officialArtwork = "official-artwork"
      }
    }
    struct Artwork: Decodable {
      var frontDefault: URL?

      private enum CodingKeys: String, CodingKey {
        case frontDefault = "front_default"
      }
    }
    struct MoveSlot: Decodable {
      var move: Name
    }
    struct Name: Decodable {
      var name: String
    }
    struct NamedResource: Decodable {
      var name: String
      var url: URL
    }
    struct GameIndex: Decodable {
      var gameIndex: Int
      var version: Name

      private enum CodingKeys: String, CodingKey {
        case version
        case gameIndex = "game_index"
      }
    }
    struct HeldItem: Decodable {
      var item: Name
    }
  }
}
