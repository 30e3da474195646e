import ContractKit
import Foundation
import Testing
import ToDo

@Suite("todo")
struct ToDoTests {
  private static let home = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
  private static let work = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  private static func item(_ number: Int, in category: String, done: Bool = false, due: String = "null") -> String {
    """
    {"id": "0000000\(number)-0000-4000-8000-000000000000", "title": "Item \(number)", "isCompleted": \(done),
     "createdAt": "2025-09-20T07:30:00Z", "dueDate": \(due), "categoryId": "\(category)"}
    """
  }

  private static let categories = """
    [{"id": "\(home)", "name": "Home", "color": "#34C759"}, {"id": "\(work.lowercased())", "name": "Work", "color": "#0A84FF"}]
    """

  @Test("An item is DTO and model in one")
  func item() async throws {
    let app = try AppCode(todo, "v1", "items")
    let items = try await app.domain(
      #"{"data": {"items": [\#(Self.item(1, in: Self.home)), \#(Self.item(2, in: Self.home, due: #""2025-10-01T17:00:00Z""#))]}}"#
    )
    #expect(items.map { $0?["title"] } == ["Item 1", "Item 2"])
    #expect(items.map { $0?["hasDueDate"] } == ["false", "true"])
    #expect(items[1]?["dueDate"] == "2025-10-01 17:00:00 +0000")
    #expect(items[0]?["categoryID"] == Self.home)
  }

  @Test("A date with fractions or as a number loses the list, one left out does not")
  func dates() throws {
    let app = try AppCode(todo, "v1", "items")
    let item = Self.item(1, in: Self.home)
    let absent = item.replacingOccurrences(of: #""dueDate": null, "#, with: "")
    #expect(throws: Never.self) { try app.decode(Data(#"{"data": {"items": [\#(absent)]}}"#.utf8)) }
    let epoch = item.replacingOccurrences(of: #""2025-09-20T07:30:00Z""#, with: "1758353400")
    #expect(throws: DecodingError.self) { try app.decode(Data(#"{"data": {"items": [\#(epoch)]}}"#.utf8)) }
  }

  @Test("The widget's item gets its category from another response")
  func simpleItem() async throws {
    let body = """
      {"data": {"items": [{"id": "00000001-0000-4000-8000-000000000000", "title": "Water the plants",
                           "isCompleted": true, "createdAt": "2025-09-20T07:30:00Z"}]}}
      """
    let app = try AppCode(todo, "v1", "items-simple")
    let item = try #require(try await app.domain(body, context: ["categoryID": Self.home])[0])
    #expect(item["categoryID"] == Self.home)
    #expect(item["title"] == "Water the plants")
    #expect(item["isCompleted"] == "true")
    #expect(item["dueDate"] == nil)
    await #expect(throws: MappingError.missingContext(name: "categoryID")) { try await app.domain(body) }
    await #expect(throws: MappingError.missingContext(name: "categoryID")) {
      try await app.domain(body, context: ["categoryID": "Home"])
    }
    #expect(app.reads.mappings[0].context == ["categoryID": .response(of: "categories", path: "$[0].id")])
  }

  @Test("An open item goes through an entity of the database; the category was asked for, and it is not completed")
  func openItems() async throws {
    func body(_ more: String) -> String {
      #"{"data": {"items": [{"id": "00000001-0000-4000-8000-000000000000", "title": "Water the plants", "createdAt": "2025-09-20T07:30:00Z"}], "openCount": null}\#(more)}"#
    }
    let app = try AppCode(todo, "v2", "open-items")
    for more in ["", #", "errors": [{"message": "too long", "path": ["openCount"]}]"#] {
      let item = try #require(try await app.domain(body(more), context: ["categoryID": Self.home])[0])
      #expect(item["title"] == "Water the plants" && item["categoryID"] == Self.home && item["completedAt"] == nil)
    }
    #expect(try await app.domain(#"{"data": null, "errors": [{"message": "no"}]}"#).isEmpty)
    let endpoint = try #require(todo.endpoint("open-items"))
    #expect(endpoint.showsPartialData)
    #expect(
      endpoint.request.graphQL?.variables.map(\.value) == [.string("{categoryId}"), .bool(false), .integer(50)])
  }

  @Test("The two lists have a GraphQL document each; the widget's asks for less, of one category")
  func documents() throws {
    let full = try #require(todo.endpoint("items")?.request.graphQL)
    let simple = try #require(todo.endpoint("items-simple")?.request.graphQL)
    func fields(_ document: String) -> Set<String> { Set(document.split { !$0.isLetter }.map(String.init)) }
    #expect(fields(full.document).isSuperset(of: ["dueDate", "categoryId", "title"]))
    #expect(fields(simple.document).isDisjoint(with: ["dueDate"]))
    #expect(full.operation == "ToDoItems")
    #expect(simple.operation == "ToDoItemsSimple")
    #expect(simple.variables.map { "\($0.name)=\($0.value.canonicalText)" } == ["categoryId={categoryId}"])
    #expect(todo.endpoint("items-simple")?.parents == ["categories"])
  }

  @Test("A GraphQL response with errors only does not decode")
  func errorsOnly() throws {
    let app = try AppCode(todo, "v1", "items")
    let body = #"{"errors": [{"message": "The access token expired."}], "data": null}"#
    #expect(throws: DecodingError.self) { try app.decode(Data(body.utf8)) }
  }

  @Test("A section holds the items of its category, the open ones first; letter case of a UUID does not matter")
  func sections() async throws {
    let joins = try #require(todo.version("v1")?.joins.first)
    let items = """
      {"data": {"items": [\(Self.item(1, in: Self.home, done: true)), \(Self.item(2, in: Self.work)),
                          \(Self.item(3, in: Self.home)), \(Self.item(4, in: UUID().uuidString))]}}
      """
    let sections = try await joins.combine([Data(Self.categories.utf8), Data(items.utf8)])
    #expect(joins.endpoints == ["categories", "items"])
    #expect(sections.count == 2)
    let openCount = try #require(joins.properties.first { $0.name == "openCount" })
    #expect(sections.map { $0.flatMap { openCount.read($0) as? Int } } == [1, 1])
    let titles = sections.map { section -> [String] in
      guard let section else { return [] }
      let items = Mirror(reflecting: section).children.first { $0.label == "items" }
      return items.map { Mirror(reflecting: $0.value).children.map { Self.title(of: $0.value) } } ?? []
    }
    #expect(titles == [["Item 3", "Item 1"], ["Item 2"]])
    await #expect(throws: MappingError.missingContext(name: "items")) {
      try await joins.combine([Data(Self.categories.utf8)])
    }
  }

  private static func title(of item: Any) -> String {
    Mirror(reflecting: item).children.first { $0.label == "title" }.map { String(describing: $0.value) } ?? ""
  }

  /// A response of the synchronisation with one object.
  private func sync(_ members: String, changed: String = #""changed_at": 1758880000,"#) -> String {
    """
    {"revision": 7, "list": [{"id": "6f9619ff-8b86-d011-b42d-00cf4fc964ff", \(members)
      "created_at": 1758353400, \(changed) "last_updated_by": "phone-1"}]}
    """
  }

  @Test("A stored object decodes its own members and those it inherits, and is a class")
  func storedObject() async throws {
    let app = try AppCode(todo, "v1", "sync")
    let body = sync(#""text": "Call", "importance": "basic", "deadline": 1758888000, "done": false,"#)
    let object = try #require(try await app.domain(body)[0])
    #expect(type(of: object.raw) is AnyClass)
    #expect(object["text"] == "Call")
    #expect(object["deadline"] == "2025-09-26 12:00:00 +0000")
    #expect(object["createdAt"] == "2025-09-20 07:30:00 +0000")
    #expect(object["changedAt"] == "2025-09-26 09:46:40 +0000")
    #expect(object["isLate"] == "true")
    #expect(object.identity == [Self.home])
  }

  @Test("An object that was never changed carries its creation as last change")
  func neverChanged() async throws {
    let app = try AppCode(todo, "v1", "sync")
    let body = sync(#""text": "Call", "importance": "low", "done": true,"#, changed: "")
    let object = try #require(try await app.domain(body)[0])
    #expect(object["changedAt"] == object["createdAt"])
    #expect(object["deadline"] == nil)
    #expect(object["isLate"] == "false")
  }

  @Test(
    "A missing member is noticed in either class of the hierarchy",
    arguments: [#""importance": "low", "done": true,"#, #""text": "Call", "importance": "urgent", "done": true,"#])
  func missingMember(members: String) throws {
    let app = try AppCode(todo, "v1", "sync")
    #expect(throws: DecodingError.self) { try app.decode(Data(sync(members).utf8)) }
    let whole = sync(#""text": "Call", "importance": "low", "done": true,"#)
    #expect(throws: Never.self) { try app.decode(Data(whole.utf8)) }
    let noDate = whole.replacingOccurrences(of: "created_at", with: "createdAt")
    #expect(throws: DecodingError.self) { try app.decode(Data(noDate.utf8)) }
  }

  @Test("Without the store in its decoder's context the object does not decode")
  func missingStore() throws {
    let app = try AppCode(todo, "v1", "sync")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let body = Data(sync(#""text": "Call", "importance": "low", "done": true,"#).utf8)
    #expect { try decoder.decode(app.reads.responseType, from: body) } throws: { !($0 is DecodingError) }
  }
}
