import Foundation

struct EvolutionChainDTO: Decodable {
  let id: Int
  let chain: ChainLinkDTO
}

/// A species with what it may become, to any depth.
struct ChainLinkDTO: Decodable {
  let isBaby: Bool
  let species: NamedResourceDTO
  let evolutionDetails: [EvolutionDetailDTO]
  let evolvesTo: [ChainLinkDTO]
}

struct EvolutionDetailDTO: Decodable {
  let trigger: NamedResourceDTO
  let item: NamedResourceDTO?
  let minLevel: Int?
  let minHappiness: Int?
  let timeOfDay: String?
}
