import Foundation

/// DTO and model in one: the app keeps items exactly as the server sends them.
struct ToDoItem: Codable, Identifiable, Hashable {
  let id: UUID
  var title: String
  var isCompleted: Bool
  let createdAt: Date
  var dueDate: Date?
  var categoryID: UUID

  enum CodingKeys: String, CodingKey {
    case id
    case title
    case isCompleted
    case createdAt
    case dueDate
    case categoryID = "categoryId"
  }

  var hasDueDate: Bool {
    dueDate != nil
  }
}
