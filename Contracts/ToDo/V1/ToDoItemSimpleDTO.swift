import Foundation

/// What the widget asks for: the items of one category, so the category is not in them.
struct ToDoItemSimpleDTO: Decodable {
  let id: UUID
  let title: String
  let isCompleted: Bool
  let createdAt: Date
}

extension ToDoItemSimpleDTO {
  func toDomainObject(categoryID: UUID) -> ToDoItem {
    ToDoItem(
      id: id, title: title, isCompleted: isCompleted, createdAt: createdAt, dueDate: nil, categoryID: categoryID)
  }
}
