import Foundation
import Testing

@testable import ToDoV2

@Suite("Entities of the to-do app's database")
struct ToDoEntityTests {
  private let item = ToDoItem(
    id: UUID(), title: "Water the plants", categoryID: UUID(), createdAt: Date(timeIntervalSince1970: 1_758_353_400),
    completedAt: Date(timeIntervalSince1970: 1_758_353_460))

  @Test(
    "An entity is read into the context that the decoder's userInfo names, with all that was kept, and not without one")
  func context() throws {
    let entity = ToDoEntity(item, context: ManagedContext())
    #expect(try entity.reloaded().domainObject == item)
    let text = Data(
      #"{"id": "\#(item.id)", "title": "Water the plants", "categoryID": "\#(item.categoryID)", "createdAt": "2025-09-20T07:30:00Z"}"#
        .utf8)
    let database = ManagedContext()
    let read = try JSONDecoder.entities(into: database).decode(ToDoEntity.self, from: text)
    #expect(database.items[item.id] === read && read.context === database && read.domainObject.completedAt == nil)
    #expect(throws: ManagedContextError.noContextInDecoder) { try JSONDecoder.todo.decode(ToDoEntity.self, from: text) }
  }
}
