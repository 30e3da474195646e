import Foundation

/// Domain model and DTO in one. It never changes: a change makes another one.
struct ToDoItem: Codable, Identifiable, Hashable {
  let id: UUID
  let title: String
  let categoryID: UUID
  let createdAt: Date
  let completedAt: Date?
}

struct Category: Codable, Identifiable, Hashable {
  let id: UUID
  let title: String

  private enum CodingKeys: String, CodingKey {
    case id
    // the service calls it so
    case title = "name"
  }
}

/// A category with its items, related by id.
struct CategoryAndItems: Identifiable, Hashable {
  let id: UUID
  let title: String
  let items: [ToDoItem]
}
