import Foundation

struct PokemonSpeciesDTO: Decodable {
  let id: Int
  let name: String
  let flavorTextEntries: [FlavorTextDTO]
  let genera: [GenusDTO]
  let evolutionChain: ResourceDTO
  let evolvesFromSpecies: NamedResourceDTO?
  let isLegendary: Bool?

  /// The first English text on one line: the texts still have the line and page breaks of the Game Boy's screen.
  var englishFlavorText: String? {
    guard let text = flavorTextEntries.first(where: { $0.language.name == "en" })?.flavorText else { return nil }
    return
      text
      .replacingOccurrences(of: "\u{00AD}\n", with: "")  // a word cut by a soft hyphen
      .replacingOccurrences(of: "\u{00AD}\u{000C}", with: "")
      .components(separatedBy: .whitespacesAndNewlines)  // form feeds are among the newlines
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  var englishGenus: String? {
    genera.first { $0.language.name == "en" }?.genus
  }
}

struct FlavorTextDTO: Decodable {
  let flavorText: String
  let language: NamedResourceDTO
  let version: NamedResourceDTO
}

struct GenusDTO: Decodable {
  let genus: String
  let language: NamedResourceDTO
}
