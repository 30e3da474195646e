import Foundation

enum PURLMapper {
  /// On the main actor, where the store's context lives.
  @MainActor
  static func storable(from dto: PURLDTO, address: String) -> StorablePURL {
    StorablePURL(address: address, name: dto.name, url: dto.url, counter: dto.counter.flatMap { Int($0) })
  }

  static func body(from purl: StorablePURL) -> NewPURLDTO {
    NewPURLDTO(name: purl.name, url: purl.url)
  }
}
