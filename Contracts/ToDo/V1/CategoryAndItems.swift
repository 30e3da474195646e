import Foundation

/// A section of the list: a category with its items, the open ones first.
struct CategoryAndItems: Identifiable {
  let category: Category
  let items: [ToDoItem]

  var id: UUID { category.id }

  var openCount: Int {
    items.filter { !$0.isCompleted }.count
  }

  /// One section for each category, in the categories' order. Items of no known category stand in none.
  static func sections(categories: [Category], items: [ToDoItem]) -> [CategoryAndItems] {
    let itemsByCategory = Dictionary(grouping: items, by: \.categoryID)
    return categories.map { category in
      let items = itemsByCategory[category.id] ?? []
      return CategoryAndItems(
        category: category, items: items.filter { !$0.isCompleted } + items.filter(\.isCompleted))
    }
  }
}
