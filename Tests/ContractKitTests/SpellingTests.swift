import Foundation
import Testing

@testable import ContractKit

// Every natural way to write a part of a contract: that this file compiles is the first half of what it proves.

private struct ItemDTO: Codable, Sendable {
  let id: Int
  var tags: [String]?
  var model: Item { Item(self) }
  var modelIfPositive: Item? { id > 0 ? Item(self) : nil }
  func toModel() throws -> Item { Item(self) }
}

/// Not Sendable, as most domain types are.
private struct Item {
  let id: Int
  let box = Box()

  init(_ dto: ItemDTO) { id = dto.id }
  init(id: Int) { self.id = id }

  var name: String { "item \(id)" }
  var parent: Int? { id > 1 ? id - 1 : nil }
  var isFine: Bool { id > 0 }
  static func made(_ dto: ItemDTO) throws -> Item? { Item(dto) }
  static func madeLater(_ dto: ItemDTO) async throws -> Item? { Item(dto) }
  static func made(_ dto: ItemDTO, _ context: MappingContext) -> Item { Item(id: context["id"].flatMap(Int.init) ?? 0) }
}

private final class Box {}

private struct PositiveItem {
  let id: Int
  init?(_ dto: ItemDTO) {
    guard dto.id > 0 else { return nil }
    id = dto.id
  }
}

private struct ThrowingItem {
  let id: Int
  init(_ dto: ItemDTO) throws { id = dto.id }
}

private struct AsyncItem {
  let id: Int
  init(_ dto: ItemDTO) async { id = dto.id }
}

private final class ItemObject {
  let id: Int
  init(_ dto: ItemDTO) { id = dto.id }
}

@MainActor private final class ItemModel {
  let id: Int
  var title: String { "item \(id)" }
  init(_ dto: ItemDTO) { id = dto.id }
}

private func makeItem(_ dto: ItemDTO) -> Item { Item(dto) }
private func makeItemOrThrow(_ dto: ItemDTO) throws -> Item { Item(dto) }
private func makeItemOrNil(_ dto: ItemDTO) -> Item? { dto.id > 0 ? Item(dto) : nil }
private func makeItemLater(_ dto: ItemDTO) async throws -> Item? { Item(dto) }
@MainActor private func makeItemOnMain(_ dto: ItemDTO) -> Item { Item(dto) }
@MainActor private func makeItemOnMainLater(_ dto: ItemDTO) async throws -> Item { Item(dto) }
private func makeItemInContext(_ dto: ItemDTO, _ context: MappingContext) throws -> Item? { Item(dto) }
private func name(of item: Item) -> String { item.name }

private struct Mapper {
  func map(_ dto: ItemDTO) -> Item { Item(dto) }
  func mapOrThrow(_ dto: ItemDTO) throws -> Item? { Item(dto) }
  static let closure: @Sendable (ItemDTO) -> Item = { Item($0) }
}

private final class MapperObject: Sendable {
  func map(_ dto: ItemDTO) -> Item { Item(dto) }
  class func make(_ dto: ItemDTO) -> Item { Item(dto) }
}

private actor MapperActor {
  func id(of dto: ItemDTO) -> Int { dto.id }
}

private let mapperActor = MapperActor()

private struct Spelling: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let mapping: AnyMapping

  init<Domain>(_ spelling: String, _ mapping: Mapping<[ItemDTO], ItemDTO, Domain>) {
    testDescription = spelling
    self.mapping = mapping.erased
  }
}

private typealias List<Domain> = Mapping<[ItemDTO], ItemDTO, Domain>

private let spellingTable = [
  Spelling("an initialiser", List("Item", records: "$[*]", each: \.self, to: Item.init)),
  Spelling("an initialiser by its label", List("Item", records: "$[*]", each: \.self, to: Item.init(_:))),
  Spelling("an initialiser that may fail", List("Item", records: "$[*]", each: \.self, to: PositiveItem.init)),
  Spelling("an initialiser that throws", List("Item", records: "$[*]", each: \.self, to: ThrowingItem.init)),
  Spelling("an initialiser that is async", List("Item", records: "$[*]", each: \.self, to: AsyncItem.init)),
  Spelling("an initialiser of a class", List("Item", records: "$[*]", each: \.self, to: ItemObject.init)),
  Spelling("an initialiser on the main actor", List("Item", records: "$[*]", each: \.self, to: ItemModel.init)),
  Spelling("a function", List("Item", records: "$[*]", each: \.self, to: makeItem)),
  Spelling("a function that throws", List("Item", records: "$[*]", each: \.self, to: makeItemOrThrow)),
  Spelling("a function that returns nil", List("Item", records: "$[*]", each: \.self, to: makeItemOrNil)),
  Spelling("an async function", List("Item", records: "$[*]", each: \.self, to: makeItemLater)),
  Spelling("a function on the main actor", List("Item", records: "$[*]", each: \.self, to: makeItemOnMain)),
  Spelling("an async one on the main actor", List("Item", records: "$[*]", each: \.self, to: makeItemOnMainLater)),
  Spelling("a static function", List("Item", records: "$[*]", each: \.self, to: Item.made(_:))),
  Spelling("an async static function", List("Item", records: "$[*]", each: \.self, to: Item.madeLater)),
  Spelling("a class function", List("Item", records: "$[*]", each: \.self, to: MapperObject.make)),
  Spelling("a method", List("Item", records: "$[*]", each: \.self, to: Mapper().map)),
  Spelling("a method that throws", List("Item", records: "$[*]", each: \.self, to: Mapper().mapOrThrow)),
  Spelling("a method of an object", List("Item", records: "$[*]", each: \.self, to: MapperObject().map)),
  Spelling("a stored closure", List("Item", records: "$[*]", each: \.self, to: Mapper.closure)),
  Spelling("a key path", List("Item", records: "$[*]", each: \.self, to: \.model)),
  Spelling("a key path to an optional", List("Item", records: "$[*]", each: \.self, to: \.modelIfPositive)),
  Spelling("a closure", List("Item", records: "$[*]", each: \.self, to: { Item($0) })),
  Spelling("a closure that throws", List("Item", records: "$[*]", each: \.self, to: { try $0.toModel() })),
  Spelling("a closure that awaits", List("Item", records: "$[*]", each: \.self, to: { try await makeItemLater($0) })),
  Spelling("a closure and the main actor", List("Item", records: "$[*]", each: \.self, to: { makeItemOnMain($0) })),
  Spelling(
    "a closure and an actor",
    List("Item", records: "$[*]", each: \.self, to: { Item(id: await mapperActor.id(of: $0)) })),
  Spelling(
    "a closure with an early exit",
    List(
      "Item", records: "$[*]", each: \.self,
      to: { dto -> Item? in
        guard dto.id > 0 else { return nil }
        return Item(dto)
      })),
  Spelling(
    "a function with context",
    List("Item", records: "$[*]", each: \.self, context: ["id": .value("7")], to: makeItemInContext)),
  Spelling(
    "a static function with context",
    List("Item", records: "$[*]", each: \.self, context: ["id": .value("7")], to: Item.made(_:_:))),
  Spelling(
    "a closure with context",
    List(
      "Item", records: "$[*]", each: \.self, context: ["id": .value("7")],
      to: { dto, context in
        guard let id = context["id"].flatMap(Int.init) else { throw MappingError.missingContext(name: "id") }
        return Item(id: id)
      })),
  Spelling("no mapping at all", List("Item", records: "$[*]", each: \.self)),
]

@Suite("Every natural spelling compiles and runs")
struct SpellingTests {
  @Test("`to:` takes what an app has, and makes the domain value of a record", arguments: spellingTable)
  fileprivate func to(_ spelling: Spelling) async throws {
    let records = try #require(spelling.mapping.records([ItemDTO(id: 7)]))
    #expect(records.count == 1)
    let made = try #require(try await spelling.mapping.map(records[0], MappingContext(["id": "7"])))
    #expect(Mirror(reflecting: made).children.contains { $0.label == "id" && $0.value as? Int == 7 })
  }

  @Test("A mapping that returns nil drops its record, and a record of another type is the adapter's mistake")
  func dropped() async throws {
    let mapping = List("Item", records: "$[*]", each: \.self, to: PositiveItem.init).erased
    #expect(try await mapping.map(ItemDTO(id: 0), MappingContext([:])) == nil)
    await #expect(throws: MappingError.otherType(expected: "ItemDTO")) {
      try await mapping.map("text", MappingContext([:]))
    }
    #expect(mapping.records("text") == nil)
  }

  @Test("`each:` takes a key path, an optional one, a closure and a function")
  func each() throws {
    struct Page: Codable {
      let items: [ItemDTO]
      var more: [ItemDTO]?
      var byName: [String: ItemDTO] = [:]
      static func all(_ page: Page) -> [ItemDTO] { page.items }
    }
    @Sendable func items(of page: Page) -> [ItemDTO] { page.items }
    let page = Page(items: [ItemDTO(id: 7)])
    typealias InPage = Mapping<Page, ItemDTO, Item>
    let mappings = [
      InPage("Item", records: "$.items[*]", each: \.items, to: Item.init),
      InPage("Item", records: "$.items[*]", each: { $0.items }, to: Item.init),
      InPage("Item", records: "$.items[*]", each: items, to: Item.init),
      InPage("Item", records: "$.items[*]", each: Page.all, to: Item.init),
    ]
    for mapping in mappings { #expect(mapping.erased.records(page)?.count == 1) }
    let optional = InPage("Item", records: "$.more[*]", each: \.more, to: Item.init).erased
    #expect(optional.records(page)?.isEmpty == true)
    #expect(optional.records(Page(items: [], more: page.items))?.count == 1)
    let values = InPage("Item", records: "$.byName.*", each: { $0.byName.map(\.value) }, to: Item.init).erased
    #expect(values.records(Page(items: [], byName: ["a": ItemDTO(id: 7)]))?.count == 1)
  }

  @Test("A whole response needs neither `records:` nor `each:`")
  func wholeResponse() async throws {
    let version = Version("v1") {
      Reads("item", as: ItemDTO.self) {
        Mapping("Item", to: Item.init, identity: \.id) { Property("name", \.name) }
        Mapping("Seven", context: ["id": .value("7")], to: Item.made(_:_:))
        Mapping("ItemDTO", identity: \.id)
      }
    }
    for mapping in try #require(version.reads("item")).mappings {
      #expect(mapping.recordsPath == "$")
      let record = try #require(mapping.records(ItemDTO(id: 7))?.first)
      #expect(try await mapping.map(record, MappingContext(["id": "7"])) != nil)
    }
  }

  @Test("`identity:`, `Property`, `Rule` and `Reference` take key paths, closures and functions")
  func aroundAMapping() throws {
    let mapping = List(
      "Item", records: "$[*]", each: \.self, to: Item.init, identity: \.id, \.name.count,
      referring: Reference("parent", to: "items", mapping: "Item", \.parent),
      Reference("self", to: "items", mapping: "Item", \.id),
      Reference("none", to: "items", mapping: "Item") { $0.parent },
      expecting: Rule("it is fine", \.isFine), Rule("its id is positive") { $0.id > 0 }
    ) {
      Property("name", \.name)
      Property("length", isEssential: true, \.name.count)
      Property("again", name(of:))
      Property("third") { $0.name }
    }.erased
    let item = Item(id: 7)
    #expect(mapping.identity?(item) == [AnyHashable(7), AnyHashable(6)])
    #expect(mapping.references.map { $0.identity(item) } == ["6", "7", "6"])
    #expect(mapping.rules.map { $0.holds(item) } == [true, true])
    #expect(mapping.properties.map { $0.read(item).map { "\($0)" } } == ["item 7", "6", "item 7", "item 7"])
  }

  @MainActor @Test("A property of a type on the main actor is read where it belongs")
  func mainActorProperty() throws {
    let mapping = List("Item", records: "$[*]", each: \.self, to: ItemModel.init) {
      Property("title") { model in MainActor.assumeIsolated { model.title } }
    }.erased
    #expect(mapping.properties[0].read(ItemModel(ItemDTO(id: 7))) as? String == "item 7")
  }

  @Test("`Sends`, `WritesBack` and `Joins` take initialisers, functions, key paths and closures")
  func otherParts() async throws {
    struct Body: Codable, Equatable {
      let id: Int
      init(_ item: Item) { id = item.id }
    }
    struct Page: Codable {
      var items: [Body]
      func bodies() throws -> [Body] { items }
    }
    @Sendable func makeBody(_ item: Item) throws -> Body { Body(item) }
    @Sendable func pair(_ first: [ItemDTO], _ second: [ItemDTO]) -> [Item?] { first.map(makeItem) }
    let version = Version("v1") {
      Sends("create", Body.self, from: Body.init(_:))
      Sends("create", Body.self, from: makeBody)
      Sends("create", Body.self, from: { (item: Item) in Body(item) })
      WritesBack("page", as: Page.self, to: "update")
      WritesBack("page", as: Page.self, to: "update", records: "$.items[*]", each: \.items)
      WritesBack("page", as: Page.self, to: "update", records: "$.items[*]", each: { try $0.bodies() })
      Joins("Pairs", "a", as: [ItemDTO].self, "b", as: [ItemDTO].self, to: pair)
      Joins("Pairs", "a", as: [ItemDTO].self, "b", as: [ItemDTO].self, to: { a, b in (a + b).map { Item($0) } }) {
        Property("name", \.name)
      }
    }
    for send in version.sends { #expect(try send.encode(Item(id: 7)) == Data(#"{"id":7}"#.utf8)) }
    for part in version.writesBack { #expect(try part.bodies(Data(#"{"items":[{"id":7}]}"#.utf8)).count == 1) }
    let list = Data(#"[{"id":7}]"#.utf8)
    #expect(version.joins.map(\.endpoints) == [["a", "b"], ["a", "b"]])
    #expect(try await version.joins[0].combine([list, list]).count == 1)
    #expect(try await version.joins[1].combine([list, list]).count == 2)
  }

  @Test("Each builder takes loops and conditions", arguments: [true, false])
  func builders(_ flag: Bool) {
    enum Kind: CaseIterable { case list, page, none }
    @VersionBuilder func shared() -> [VersionPart] { Reads("shared", as: [ItemDTO].self) }
    let extra: String? = flag ? "extra" : nil
    let version = Version("v1") {
      shared()
      for kind in Kind.allCases {
        switch kind {
        case .list: Reads("list", as: [ItemDTO].self)
        case .page: Reads("page", as: ItemDTO.self)
        case .none: Sends("none", ItemDTO.self, from: { (dto: ItemDTO) in dto })
        }
      }
      if let extra { Reads(extra, as: [ItemDTO].self) }
      if #available(macOS 10.15, *) { Reads("recent", as: [ItemDTO].self) }
      Reads("mapped", as: [ItemDTO].self) {
        for name in ["First", "Second"] {
          Mapping(name, records: "$[*]", each: \.self, to: Item.init) {
            if flag { Property("name", \.name) } else { Property("parent", \.parent) }
            for path in ["a", "b"] { Property(path, \.name) }
          }
        }
        if flag { Mapping("Third", records: "$[*]", each: \.self, to: \.model) }
      }
    }
    let names = ["shared", "list", "page"] + (flag ? ["extra"] : []) + ["recent", "mapped"]
    #expect(version.reads.map(\.endpoint) == names && version.sends.map(\.endpoint) == ["none"])
    let mappings = version.reads("mapped")?.mappings ?? []
    #expect(mappings.map(\.name) == ["First", "Second"] + (flag ? ["Third"] : []))
    #expect(mappings.first?.properties.map(\.name) == [flag ? "name" : "parent", "a", "b"])
    let contract = Contract("shop") {
      for name in ["a", "b"] { Endpoint(name, get: "/\(name)") }
      if flag { Endpoint("c", get: "/c") } else { Endpoint("d", get: "/d") }
    }
    #expect(contract.endpoints.map(\.id) == ["a", "b", flag ? "c" : "d"])
  }
}

extension AnyMapping {
  /// Maps one record alone.
  fileprivate func map(_ record: Any, _ context: MappingContext) async throws -> Any? {
    try await begin()(record, context)
  }
}
