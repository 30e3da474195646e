import ContractKit
import Foundation

/// An app that does what apps do: drops, throws, invents identifiers, hops to the main actor; made up, no such API exists.
let peculiar = Contract("peculiar", versions: [v1, lossy, newer, contextual, envious, enveloped, exacting]) {
  for id in ["items", "shelves", "wrapped", "create-item"] { Endpoint(id, get: "/\(id)") }
}

struct ItemDTO: Decodable {
  struct Location: Decodable {
    let latitude: Double?
    let name: String?
  }

  let id: String
  let title: String?
  let tags: [String]?
  let link: URL?
  let changed: Date?
  let place: Location?
  let size: Int?
}

/// What is stored has a superclass, nested values and an identifier that may be made up.
class Entity {
  let id: UUID

  init(id: UUID) { self.id = id }
}

final class Item: Entity {
  struct Location {
    let latitude: Double?
    let name: String?
  }

  let key: String
  let title: String?
  let tags: [String]
  let place: Location?
  let size: Int
  var summary: String? { title.map { "\($0) (\(size))" } }

  init(_ dto: ItemDTO) {
    key = dto.id
    title = dto.title
    tags = dto.tags ?? []
    place = dto.place.map { Location(latitude: $0.latitude, name: $0.name) }
    size = dto.size ?? 0
    super.init(id: UUID(uuidString: dto.id) ?? UUID())
  }
}

struct TooLarge: Error {}

/// The main actor's state of an app.
@MainActor private var mapped = 0

@MainActor private func makeItem(_ dto: ItemDTO) async throws -> sending Item? {
  mapped += 1
  await Task.yield()
  if let size = dto.size, size > 1000 { throw TooLarge() }
  return dto.title == "drop" ? nil : Item(dto)
}

struct CreateItem: Encodable {
  let title: String
  let size: Int

  init(_ item: Item) throws {
    guard let title = item.title else { throw TooLarge() }
    (self.title, size) = (title, item.size)
  }
}

private func decoder() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}

private let v1 = Version("v1", runsOn: .iOS(15)) {
  Reads("items", as: [ItemDTO].self, using: decoder()) {
    Mapping(
      "Item", records: "$[*]", each: \.self,
      to: { try await makeItem($0) },
      identity: \Item.id, expecting: Rule("size is not negative") { $0.size >= 0 },
      observing: { Property("summary", isEssential: true, \.summary) })
    Mapping("Key", records: "$[*]", each: \.self, to: { $0.id }, identity: \.self)
  }
  Sends("create-item", CreateItem.self, from: { try CreateItem($0) })
  Joins("Shelved", "items", as: [ItemDTO].self, "shelves", as: [String].self, using: decoder()) { items, shelves in
    if shelves.contains("broken") { throw TooLarge() }
    return items.map { item in shelves.contains(item.id) ? Shelved(id: item.id, token: UUID()) : nil }
  }
}

struct Shelved {
  let id: String
  let token: UUID
}

/// The same app on a newer system.
private let newer = Version("newer", runsOn: .iOS(17)) { Reads("items", as: [ItemDTO].self, using: decoder()) }

/// Elements that do not decode are left out, unknown kinds become `other`.
private struct Lossy: Decodable {
  enum Kind: String, Decodable {
    case book, game, other

    init(from decoder: any Decoder) throws {
      self = Kind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
    }
  }

  struct Element: Decodable {
    let id: String
    let kind: Kind?
  }

  private struct Skipped: Decodable {}

  let elements: [Element]

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        elements.append(element)
      } else {
        _ = try container.decode(Skipped.self)
      }
    }
    self.elements = elements
  }
}

private let lossy = Version("lossy") {
  Reads("items", as: Lossy.self) { Mapping("Element", records: "$[*]", each: \.elements, identity: \.id) }
}

/// Its mapping needs values from elsewhere.
private let contextual = Version("contextual") {
  Reads("items", as: [ItemDTO].self, using: decoder()) {
    Mapping(
      "Filed", records: "$[*]", each: \.self,
      context: ["shelf": .response(of: "shelves", path: "$[0]"), "owner": .value("nobody")],
      to: { dto, context in
        guard let shelf = context["shelf"], let owner = context["owner"] else { return nil as String? }
        return "\(owner)/\(shelf)/\(dto.id)"
      })
  }
}

/// Drops what has no title, but only if another record has one: a record alone behaves otherwise than among others.
private struct Neighbour {
  let item: ItemDTO
  let isCrowded: Bool
}

private let envious = Version("envious") {
  Reads("items", as: [ItemDTO].self, using: decoder()) {
    Mapping(
      "Titled", records: "$[*]",
      each: { items in items.map { Neighbour(item: $0, isCrowded: items.count > 1) } },
      to: { neighbour -> String? in neighbour.item.title == nil && neighbour.isCrowded ? nil : neighbour.item.id })
  }
}

private struct Wrapped: Decodable {
  struct Payload: Decodable { let items: [ItemDTO] }
  let response: Payload
}

private let enveloped = Version("enveloped") {
  Reads("wrapped", as: Wrapped.self, using: decoder()) {
    Mapping("Item", records: "$.response.items[*]", each: \.response.items, to: { Item($0) })
  }
}

/// Takes the kinds that it knows for all that there are.
private enum ExactingKind: Decodable {
  case fine, other

  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "fine": self = .fine
    case "other": self = .other
    default: preconditionFailure("a kind that nobody knows")
    }
  }
}

private struct ExactingRecord: Decodable {
  let id: Int
  let kind: ExactingKind
}

private let exacting = Version("exacting") {
  Reads("shelves", as: [ExactingRecord].self) { Mapping("Exacting", records: "$[*]", each: \.self) }
}
