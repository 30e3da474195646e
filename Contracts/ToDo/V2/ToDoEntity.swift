import Foundation

/// Root of the database's entities: decodable where the decoder's `userInfo` names their context.
class CodableManagedObject: Codable {
  let context: ManagedContext

  init(context: ManagedContext) {
    self.context = context
  }

  required init(from decoder: any Decoder) throws {
    guard let key = CodingUserInfoKey.managedContext, let context = decoder.userInfo[key] as? ManagedContext else {
      throw ManagedContextError.noContextInDecoder
    }
    self.context = context
  }

  /// The context stays where it is.
  func encode(to encoder: any Encoder) throws {}
}

extension CodingUserInfoKey {
  static let managedContext = CodingUserInfoKey(rawValue: "managedContext")
}

enum ManagedContextError: Error {
  case noContextInDecoder
}

/// The app's database, as far as mapping sees it.
final class ManagedContext {
  private(set) var items: [UUID: ToDoEntity] = [:]

  func insert(_ entity: ToDoEntity) {
    items[entity.id] = entity
  }
}

/// An item as the database keeps it; its category is an id, not a reference.
final class ToDoEntity: CodableManagedObject {
  let id: UUID
  var title: String
  var categoryID: UUID
  var createdAt: Date
  var completedAt: Date?

  private enum CodingKeys: String, CodingKey {
    case id
    case title
    case categoryID
    case createdAt
    case completedAt
  }

  init(_ item: ToDoItem, context: ManagedContext) {
    id = item.id
    title = item.title
    categoryID = item.categoryID
    createdAt = item.createdAt
    completedAt = item.completedAt
    super.init(context: context)
    context.insert(self)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    categoryID = try container.decode(UUID.self, forKey: .categoryID)
    createdAt = try container.decode(Date.self, forKey: .createdAt)
    completedAt = try container.decodeIfPresent(Date.self, forKey: .completedAt)
    try super.init(from: decoder)
    context.insert(self)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(categoryID, forKey: .categoryID)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encodeIfPresent(completedAt, forKey: .completedAt)
  }

  /// The entity as the database gives it back when the app is started again.
  func reloaded() throws -> ToDoEntity {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try JSONDecoder.entities(into: context).decode(ToDoEntity.self, from: encoder.encode(self))
  }

  /// As screens get it.
  var domainObject: ToDoItem {
    ToDoItem(id: id, title: title, categoryID: categoryID, createdAt: createdAt, completedAt: completedAt)
  }

  /// An entity that is there is changed; else one is made.
  static func storing(_ item: ToDoItem, in context: ManagedContext) -> ToDoEntity {
    guard let known = context.items[item.id] else { return ToDoEntity(item, context: context) }
    known.title = item.title
    known.categoryID = item.categoryID
    known.completedAt = item.completedAt ?? known.completedAt
    return known
  }
}
