import Foundation

struct KeyRenamedDTO: Decodable {
  let id: Int
  let title: String
}

extension Article {
  init(renamed dto: KeyRenamedDTO) {
    id = dto.id
    title = dto.title
  }
}

struct KeyRemovedDTO: Decodable {
  let id: Int
  let title: String
}

extension Article {
  init(removed dto: KeyRemovedDTO) { self.init(id: dto.id, title: dto.title.uppercased()) }
}

struct KeyMovedDTO: Decodable {
  let id: Int
  let title: String

  enum CodingKeys: String, CodingKey {
    case id
    case title = "headline"
  }
}

extension Article {
  init(moved dto: KeyMovedDTO) { self.init(id: dto.id, title: dto.title) }
}

struct ValueTextDTO: Decodable {
  let id: Int
  let title: String
}

extension Article {
  init(text dto: ValueTextDTO) { self.init(id: dto.id, title: "\(dto.id): " + dto.title) }
}

struct ValueListDTO: Decodable {
  let id: Int
  let tags: [String]
}

extension Tagged {
  init(list dto: ValueListDTO) { self.init(id: dto.id, tags: dto.tags.sorted()) }
}

struct ValueListing: Decodable {
  struct Item: Decodable {
    struct Owner: Decodable { let name: String }
    let id: Int
    let owner: Owner
  }

  let items: [Item]
}

extension Article {
  init(object dto: ValueListing.Item) { self.init(id: dto.id, title: dto.owner.name) }
}
