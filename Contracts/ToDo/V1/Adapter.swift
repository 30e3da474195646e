public import ContractKit
import Foundation

/// The app asks for everything; the contract's endpoint `items` sends the same document.
public let itemsDocument = Queries.items

/// The widget asks for less, by category; the contract's endpoint `items-simple` sends the same document.
public let simpleItemsDocument = Queries.simpleItems

/// Every release so far.
public let v1 = Version("v1", shippedIn: "1.0 to 1.2", runsOn: .iOS(17), installs: 100, owner: "Lists team") {
  Reads("items", as: GraphQLAnswer<ItemsRoot>.self, using: .todo) {
    Mapping(
      "ToDoItem", records: "$.data.items[*]", each: \.data.items, identity: \.id,
      referring: Reference("category", to: "categories", mapping: "Category") { $0.categoryID }
    ) {
      Property("hasDueDate", \.hasDueDate)
    }
  }
  Reads("items-simple", as: GraphQLAnswer<SimpleItemsRoot>.self, using: .todo) {
    Mapping(
      "ToDoItem", records: "$.data.items[*]", each: \.data.items,
      context: ["categoryID": .response(of: "categories", path: "$[0].id")],
      to: { dto, context in
        guard let categoryID = context["categoryID"].flatMap(UUID.init(uuidString:)) else {
          throw MappingError.missingContext(name: "categoryID")
        }
        return dto.toDomainObject(categoryID: categoryID)
      }, identity: \.id)
  }
  Reads("categories", as: [Category].self, using: .todo) {
    Mapping("Category", records: "$[*]", each: \.self, identity: \.id)
  }
  Reads("sync", as: SyncAnswer.self, using: .sync(into: ObjectStore())) {
    Mapping("StoredToDo", records: "$.list[*]", each: \.list, identity: \.id) {
      Property("isLate", { $0.isLate(at: Date(timeIntervalSince1970: 1_767_225_600)) })
    }
  }
  Joins(
    "CategoryAndItems", "categories", as: [Category].self, "items", as: GraphQLAnswer<ItemsRoot>.self, using: .todo,
    to: { CategoryAndItems.sections(categories: $0, items: $1.data.items) }
  ) {
    Property("openCount", \.openCount)
  }
}
