import Foundation

struct SpritesDTO: Decodable {
  let frontDefault: URL?
  /// Older answers, which may still be in the cache, lack it.
  let other: OtherSpritesDTO?
}

struct OtherSpritesDTO: Decodable {
  let officialArtwork: ArtworkDTO?

  // .convertFromSnakeCase leaves hyphens alone, and it runs before keys are compared.
  private enum CodingKeys: String, CodingKey {
    case officialArtwork = "official-artwork"
  }
}

struct ArtworkDTO: Decodable {
  let frontDefault: URL?
}
