public import ContractKit

/// A list, the details that it links to, and what those link to; a GraphQL search; made up, no such API exists.
///
/// `list` responses `[{"id": 1, "name": "Ada", "url": "/told/detail/1"}]`, `detail` `{"id": 1, "next": "/told/species/1"}`, `species`
/// `{"id": 1}`, `search` `{"data": {"people": []}}`.
public func walk(perspective: String = "default", authorization: Authorization? = nil) -> Contract {
  Contract("walk", authorization: authorization, perspective: perspective, versions: [walkVersion]) {
    Endpoint("list", get: "/list", every: .minutes(15))
    Endpoint("detail", following: "$[*].url", of: "list")
    Endpoint("species", following: "$.next", of: "detail")
    Endpoint("search", graphQL: "query Search { people { id } }", operation: "Search")
  }
}

/// Reads the same list as ``walk(perspective:authorization:)`` under another name.
public func stroll(authorization: Authorization? = nil) -> Contract {
  Contract("stroll", authorization: authorization, versions: [strollVersion]) {
    Endpoint("list", get: "/list", every: .minutes(30))
  }
}

private struct ItemDTO: Decodable {
  let id: Int
  let name: String
  let url: String?
}

private struct DetailDTO: Decodable {
  let id: Int
}

private let walkVersion = Version("v1", shippedIn: "1.0") {
  Reads("list", as: [ItemDTO].self) { Mapping("Item", records: "$[*]", each: \.self, identity: \.id) }
  Reads("detail", as: DetailDTO.self)
  Reads("species", as: DetailDTO.self)
}

private let strollVersion = Version("v1", shippedIn: "1.0") {
  Reads("list", as: [ItemDTO].self) { Mapping("Item", records: "$[*]", each: \.self, identity: \.id) }
}

/// Items that refer to categories, so that each needs the other's whole response.
public let shelf = Contract("shelf", versions: [shelfVersion]) {
  Endpoint("items", get: "/items")
  Endpoint("categories", get: "/categories")
  Endpoint("tags", get: "/tags")
}

private struct ShelfItemDTO: Decodable {
  let id: Int
  let categoryID: Int
}

private struct CategoryDTO: Decodable {
  let id: Int
}

private let shelfVersion = Version("v1", shippedIn: "1.0") {
  Reads("items", as: [ShelfItemDTO].self) {
    Mapping(
      "ShelfItem", records: "$[*]", each: \.self, identity: \.id,
      referring: Reference("category", to: "categories", mapping: "Category") { $0.categoryID })
  }
  Reads("categories", as: [CategoryDTO].self) { Mapping("Category", records: "$[*]", each: \.self, identity: \.id) }
}
