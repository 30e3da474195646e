import Foundation

struct PokemonDTO: Decodable {
  let id: Int
  let name: String
  /// Decimetres.
  let height: Int
  /// Hectograms.
  let weight: Int
  let baseExperience: Int?
  let types: [TypeSlotDTO]
  let stats: [StatDTO]
  let abilities: [AbilitySlotDTO]
  let moves: [MoveSlotDTO]
  let sprites: SpritesDTO
  let species: NamedResourceDTO
}

struct TypeSlotDTO: Decodable {
  let slot: Int
  let type: NamedResourceDTO
}

struct StatDTO: Decodable {
  let baseStat: Int
  let stat: NamedResourceDTO
}

struct MoveSlotDTO: Decodable {
  let move: NamedResourceDTO
}

struct AbilitySlotDTO: Decodable {
  let ability: NamedResourceDTO
  let isHidden: Bool
}
