import Foundation

/// What is asked for of the items of one category that are not completed.
struct ToDoItemSimpleDTO: Decodable {
  let id: UUID
  let title: String
  let createdAt: Date
}

extension ToDoItemSimpleDTO {
  /// Neither category nor completion stands in the answer, because the query asked for them.
  func toDomainObject(categoryID: UUID) -> ToDoItem {
    ToDoItem(id: id, title: title, categoryID: categoryID, createdAt: createdAt, completedAt: nil)
  }
}

/// An answer whose fields may be missing one by one, with the errors that say why.
struct GraphQLAnswer<Root: Decodable>: Decodable {
  struct Failure: Decodable {
    let message: String
  }

  let data: Root?
  let errors: [Failure]?
}

struct OpenItemsRoot: Decodable {
  let items: [ToDoItemSimpleDTO]
  /// How many there are in all lists; the badge goes without it.
  let openCount: Int?
}
