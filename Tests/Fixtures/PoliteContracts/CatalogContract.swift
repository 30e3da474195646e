public import ContractKit

/// Pages of items, and what the provider says where it has none; made up, no such API exists.
///
/// `counted` responses a list with the header fields that its version reads; `people` GraphQL data whose owners may be missing. `items` responses `{"items": [{"id": 1, "name": "Lamp"}]}`, with further pages by `Link`; `no-item` and refused requests
/// `{"error": {"code": "not_found", "message": "There is no such item."}}`.
public let catalog = Contract(
  "catalog", baseURL: "https://catalog.invalid", acceptWhen: AcceptWhen("$.success", equals: true),
  versions: [catalogV1]
) {
  Endpoint("items", get: "/items").paged(by: .link, limit: 4)
  Endpoint("no-item", get: "/items/0").failing(with: 404)
  Endpoint("counted", get: "/counted")
  Endpoint("people", graphQL: "query People { people { id owner { name } } }", operation: "People").partialData()
  Endpoint("refused", get: "/refused").failing(with: 400..<500)
}

private struct CatalogItemDTO: Decodable {
  let id: Int
  let name: String
}

private struct CatalogPageDTO: Decodable {
  let items: [CatalogItemDTO]
}

private struct PeopleDTO: Decodable {
  struct Content: Decodable {
    let people: [Person]
  }

  struct Person: Decodable {
    struct Owner: Decodable {
      let name: String
    }

    let id: Int
    let owner: Owner?
  }

  let data: Content
}

private struct ProblemDTO: Decodable {
  struct Detail: Decodable {
    let code: String
    let message: String
  }

  let error: Detail
}

/// What people are shown of an error.
private struct Problem {
  let title: String

  init(_ dto: ProblemDTO) { title = dto.error.message }
}

private let catalogV1 = Version("v1", shippedIn: "1.0") {
  Reads("items", as: CatalogPageDTO.self) { Mapping("Item", records: "$.items[*]", each: \.items, identity: \.id) }
  Reads(
    "counted", as: [CatalogItemDTO].self,
    headers: [
      ResponseHeader("X-Total-Count", .number, isEssential: true), ResponseHeader("ETag"),
      ResponseHeader("Link", .link("next"), isOptional: true), ResponseHeader("Last-Modified", .date, isOptional: true),
    ])
  Reads("people", as: PeopleDTO.self) { Mapping("Person", records: "$.data.people[*]", each: \.data.people) }
  Fails("no-item", as: ProblemDTO.self, on: 404) { Mapping("Problem", to: { Problem($0) }) }
  Fails("items", as: ProblemDTO.self, on: 400..<500) { Mapping("Problem", to: { Problem($0) }) }
}
