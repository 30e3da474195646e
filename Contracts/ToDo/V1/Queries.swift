import Foundation

/// GraphQL documents as the app sends them.
enum Queries {
  static let items = """
    query ToDoItems {
      items {
        id
        title
        isCompleted
        createdAt
        dueDate
        categoryId
      }
    }
    """

  static let simpleItems = """
    query ToDoItemsSimple($categoryId: ID!) {
      items(categoryId: $categoryId) {
        id
        title
        isCompleted
        createdAt
      }
    }
    """
}
