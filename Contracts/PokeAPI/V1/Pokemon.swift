import Foundation

struct Pokemon: Identifiable {
  let id: Int
  let name: String
  let heightInMetres: Double
  let weightInKilograms: Double
  /// In the API's order of slots; never empty.
  let types: [String]
  let stats: [String: Int]
  let abilities: [String]
  let moves: [String]
  let artworkURL: URL?

  /// "#025".
  var number: String {
    String(format: "#%03d", id)
  }

  var displayName: String {
    name.split(separator: "-").map(\.capitalized).joined(separator: " ")
  }
}

enum PokemonError: Error {
  case noTypes(pokemon: String)
}
