import Foundation

struct PokemonListDTO: Decodable {
  let count: Int
  let next: URL?
  let previous: URL?
  let results: [PokemonListItemDTO]
}

/// One line of the list. The list holds no ids, so ours is the last path component of `url`.
struct PokemonListItemDTO: Decodable {
  let name: String
  let url: URL

  var id: Int? {
    Int(url.lastPathComponent)
  }

  /// Sprites are stored by id, which saves us a request for each line.
  var spriteURL: URL? {
    guard let id else { return nil }
    return URL(string: "https://raw.githubusercontent.com/PokeAPI/sprites/master/sprites/pokemon/\(id).png")
  }
}
