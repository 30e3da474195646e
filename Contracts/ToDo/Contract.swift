public import ContractKit
import ToDoV1
import ToDoV2

/// The to-do service inside the company: GraphQL for items, REST for categories and for the synchronisation.
///
/// It is reachable on the company's network only, so that it is examined from recordings. The two GraphQL documents ask for
/// the same items, one for less of each: either may drift while the other does not.
public let todo = Contract(
  "todo", authorization: .bearer(.environment("TODO_TOKEN")), owner: "Lists team", versions: [ToDoV1.v1, ToDoV2.v2]
) {
  Endpoint("categories", get: "/categories", every: .minutes(30))
  Endpoint("items", graphQL: itemsDocument, operation: "ToDoItems", every: .minutes(15))
  Endpoint(
    "items-simple", graphQL: simpleItemsDocument, operation: "ToDoItemsSimple",
    variables: ["categoryId": "{categoryId}"],
    values: ["categoryId": .response(of: "categories", path: "$[0].id", limit: 1)], every: .minutes(15))
  Endpoint(
    "open-items", graphQL: openItemsDocument, operation: "OpenItems",
    variables: ["categoryId": "{categoryId}", "completed": false, "first": 50],
    values: ["categoryId": .response(of: "categories", path: "$[0].id", limit: 1)], every: .minutes(15)
  ).partialData()
  Endpoint("sync", get: "/sync", every: .minutes(15))
}
