import Foundation

/// GraphQL documents as the app sends them.
enum Queries {
  static let openItems = """
    query OpenItems($categoryId: ID!, $completed: Boolean!, $first: Int!) {
      items(categoryId: $categoryId, completed: $completed, first: $first) {
        id
        title
        createdAt
      }
      openCount
    }
    """
}
