import Foundation

enum PURLMapper {
  static func storable(from dto: PURLDTO, address: String) -> StorablePURL {
    StorablePURL(address: address, name: dto.name, url: dto.url, counter: dto.counter)
  }

  static func body(from purl: StorablePURL) -> NewPURLDTO {
    NewPURLDTO(name: purl.name, url: purl.url)
  }
}
