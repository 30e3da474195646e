public import ContractKit
import Foundation

/// Every release so far. List and species screens show their DTOs as they are; detail and evolutions have models.
public let v1 = Version("v1", shippedIn: "1.0 to 1.7", runsOn: .iOS(15), installs: 100, owner: "Dex team") {
  Reads("pokemon-list", as: PokemonListDTO.self, using: .pokeAPI) {
    Mapping("PokemonListItem", records: "$.results[*]", each: \.results, identity: \.url) {
      Property("id", isEssential: true, \.id)
      Property("spriteURL", \.spriteURL)
    }
  }
  Reads("pokemon", as: PokemonDTO.self, using: .pokeAPI) {
    Mapping(
      "Pokemon", to: { try Pokemon(dto: $0) }, identity: \.id,
      expecting: Rule("it weighs something") { $0.weightInKilograms > 0 }
    ) {
      Property("number", \.number)
      Property("displayName", \.displayName)
    }
  }
  Reads("species", as: PokemonSpeciesDTO.self, using: .pokeAPI) {
    Mapping("PokemonSpecies", identity: \.id) {
      Property("englishFlavorText", \.englishFlavorText)
      Property("englishGenus", \.englishGenus)
      Property("evolutionChain.id", \.evolutionChain.id)
    }
  }
  Reads("evolution-chain", as: EvolutionChainDTO.self, using: .pokeAPI) {
    Mapping(
      "EvolutionFamily", to: { EvolutionFamily(dto: $0) }, identity: \.id,
      expecting: Rule("each species stands once") { Set($0.steps.map(\.id)).count == $0.steps.count }
    ) {
      Property("depth", \.depth)
    }
  }
}
