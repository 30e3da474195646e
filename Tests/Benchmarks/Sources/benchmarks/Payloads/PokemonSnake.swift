import Foundation

/// PokeAPI, `/pokemon/{id}`: deep documents, of which an app reads a small part, by the same three releases without
/// coding keys, for `convertFromSnakeCase`.
enum PokemonSnake {
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
    }
    struct TypeSlot: Decodable {
      var slot: Int
      var type: NamedResource
    }
    struct Stat: Decodable {
      var baseStat: Int
      var stat: NamedResource
    }
    struct AbilitySlot: Decodable {
      var ability: NamedResource
      var isHidden: Bool
    }
    struct Sprites: Decodable {
      var frontDefault: URL?
      var other: OtherSprites?
    }
    struct OtherSprites: Decodable {
      var officialArtwork: Artwork?

      private enum CodingKeys: String, CodingKey {
        case officialArtwork = "official-artwork"
      }
    }
    struct Artwork: Decodable {
      var frontDefault: URL?
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
    }
    struct AbilitySlot: Decodable {
      var ability: NamedResource
      var isHidden: Bool
    }
    struct Sprites: Decodable {
      var frontDefault: URL?
      var other: OtherSprites?
    }
    struct OtherSprites: Decodable {
      var officialArtwork: Artwork?

      private enum CodingKeys: String, CodingKey {
        case officialArtwork = "official-artwork"
      }
    }
    struct Artwork: Decodable {
      var frontDefault: URL?
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
    }
    struct TypeSlot: Decodable {
      var slot: Int
      var type: NamedResource
    }
    struct Stat: Decodable {
      var baseStat: Int
      var stat: NamedResource
    }
    struct AbilitySlot: Decodable {
      var ability: NamedResource
      var isHidden: Bool
    }
    struct Sprites: Decodable {
      var frontDefault: URL?
      var other: OtherSprites?
    }
    struct OtherSprites: Decodable {
      var officialArtwork: Artwork?

      private enum CodingKeys: String, CodingKey {
        case officialArtwork = "official-artwork"
      }
    }
    struct Artwork: Decodable {
      var frontDefault: URL?
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
    }
    struct HeldItem: Decodable {
      var item: Name
    }
  }
}
