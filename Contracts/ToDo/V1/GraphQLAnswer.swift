import Foundation

/// An answer with data; one with errors only does not decode.
struct GraphQLAnswer<Root: Decodable>: Decodable {
  let data: Root
}

struct ItemsRoot: Decodable {
  let items: [ToDoItem]
}

struct SimpleItemsRoot: Decodable {
  let items: [ToDoItemSimpleDTO]
}
