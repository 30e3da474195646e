public import ContractKit
import Foundation

/// The widget of the coming release asks for the open items of a category; the contract's endpoint `open-items` sends the same document.
public let openItemsDocument = Queries.openItems

/// The coming release 1.3: items know when they were completed, and entities of a database stand between DTO and domain model.
public let v2 = Version("v2", shippedIn: "1.3 beta", runsOn: .iOS(17), status: .candidate, owner: "Lists team") {
  Reads("open-items", as: GraphQLAnswer<OpenItemsRoot>.self, using: .todo) {
    Mapping(
      "ToDoItem", records: "$.data.items[*]", each: { $0.data?.items },
      context: ["categoryID": .response(of: "categories", path: "$[0].id")], into: { ManagedContext() },
      to: { dto, database, context in
        guard let categoryID = context["categoryID"].flatMap(UUID.init(uuidString:)) else {
          throw MappingError.missingContext(name: "categoryID")
        }
        return try ToDoEntity.storing(dto.toDomainObject(categoryID: categoryID), in: database).reloaded().domainObject
      }, identity: \.id)
  }
  Reads("categories", as: [Category].self, using: .todo) {
    Mapping("Category", records: "$[*]", each: \.self, identity: \.id)
  }
  Joins(
    "CategoryAndOpenItems", "categories", as: [Category].self, "open-items", as: GraphQLAnswer<OpenItemsRoot>.self,
    using: .todo,
    to: { categories, answer in
      // The items are those of the first category, which was asked for.
      categories.prefix(1).map { category in
        CategoryAndItems(
          id: category.id, title: category.title,
          items: (answer.data?.items ?? []).map { $0.toDomainObject(categoryID: category.id) })
      }
    }
  ) {
    Property("count", \.items.count)
  }
}
