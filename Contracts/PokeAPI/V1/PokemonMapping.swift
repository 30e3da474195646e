import Foundation

extension Pokemon {
  /// The list's colours come from the first type, so one without types is an error and not a grey card.
  init(dto: PokemonDTO) throws {
    guard !dto.types.isEmpty else { throw PokemonError.noTypes(pokemon: dto.name) }
    id = dto.id
    name = dto.name
    heightInMetres = Double(dto.height) / 10
    weightInKilograms = Double(dto.weight) / 10
    types = dto.types.sorted { $0.slot < $1.slot }.map(\.type.name)
    stats = Dictionary(dto.stats.map { ($0.stat.name, $0.baseStat) }, uniquingKeysWith: { first, _ in first })
    abilities = dto.abilities.filter { !$0.isHidden }.map(\.ability.name)
    moves = dto.moves.map(\.move.name)
    artworkURL = dto.sprites.other?.officialArtwork?.frontDefault ?? dto.sprites.frontDefault
  }
}

extension EvolutionFamily {
  init(dto: EvolutionChainDTO) {
    id = dto.id
    steps = Evolution.steps(from: dto.chain, depth: 0)
  }
}

extension Evolution {
  static func steps(from link: ChainLinkDTO, depth: Int) -> [Evolution] {
    let step = Evolution(
      species: link.species.name, speciesID: Int(link.species.url.lastPathComponent), depth: depth,
      condition: link.evolutionDetails.first.map(condition))
    return [step] + link.evolvesTo.flatMap { steps(from: $0, depth: depth + 1) }
  }

  private static func condition(_ detail: EvolutionDetailDTO) -> String {
    if let level = detail.minLevel { return "at level \(level)" }
    if let item = detail.item { return "with \(item.name)" }
    if detail.minHappiness != nil {
      guard let time = detail.timeOfDay, !time.isEmpty else { return "when happy" }
      return "when happy, by \(time)"
    }
    return "by \(detail.trigger.name)"
  }
}
