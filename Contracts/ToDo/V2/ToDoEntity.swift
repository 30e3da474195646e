import Foundation

/// Root of the database's entities: decodable where the decoder's `userInfo` names their context.
class CodableManagedObject {
  let context: ManagedContext

  init(context: ManagedContext) {
    self.context = context
  }
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

  init(_ item: ToDoItem, context: ManagedContext) {
    id = item.id
    title = item.title
    categoryID = item.categoryID
    createdAt = item.createdAt
    completedAt = item.completedAt
    super.init(context: context)
    context.insert(self)
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
