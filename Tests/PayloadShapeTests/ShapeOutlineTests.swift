import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("What a learned shape says of its payloads")
struct ShapeOutlineTests {
  private func outline(_ texts: [String]) throws -> ShapeOutline {
    var shape = PayloadShape()
    for text in texts { shape.merge(PayloadShape(of: try JSONDocument(Array(text.utf8)))) }
    return ShapeOutline(of: shape)
  }

  private let products = [
    #"[{"id":1,"title":"Berth","price":9.5,"tags":["a"],"sizes":[[1,2],[3]],"seller":{"name":"Ada"},"at":"2026-05-01T10:00:00Z"}]"#,
    #"[{"id":2,"title":"Mast","price":10,"tags":[],"sizes":[],"seller":null,"note":"x","at":"2026-05-02T10:00:00Z"}]"#,
  ]

  @Test("Each path has its kinds, its format and how often it is there")
  func lines() throws {
    let lines = try outline(products).lines.map {
      "\($0.path): \($0.words)\($0.presence.isEmpty ? "" : ", \($0.presence)")"
    }
    #expect(
      lines == [
        "$: array of 1", "$[*]: object", "$[*].at: string (date and time)", "$[*].id: whole number",
        "$[*].note: string, in 1 of 2", "$[*].price: number", "$[*].seller: object or null",
        "$[*].seller.name: string", "$[*].sizes: array of 0 to 2", "$[*].sizes[*]: array of 1 to 2",
        "$[*].sizes[*][*]: whole number", "$[*].tags: array of 0 to 1", "$[*].tags[*]: string", "$[*].title: string",
      ])
  }

  @Test("The tree reads like a type: optional members, alternatives, lists and maps")
  func tree() throws {
    #expect(
      try outline(products).tree == [
        "{", "  at: string", "  id: integer", "  note?: string", "  price: number", "  seller: {", "    name: string",
        "  } | null", "  sizes: integer[][]", "  tags: string[]", "  title: string", "}[]",
      ])
    let names = (1...9).map { #""2026-01-0\#($0)":{"rate":\#($0).5}"# }.joined(separator: ",")
    #expect(try outline(["{\(names)}"]).tree == ["{", "  [name: string]: {", "    rate: number", "  }", "}"])
    #expect(try outline(["[1,\"a\",null]"]).tree == ["(string | integer | null)[]"])
    #expect(try outline(["[]"]).tree == ["unknown[]"])
    #expect(try outline([]).tree == [])
    #expect(try outline([#"{"odd name":1}"#]).tree == ["{", #"  "odd name": integer"#, "}"])
  }

  @Test(
    "The digest is the same as long as a reader is told the same",
    arguments: [
      ([#"{"a":1}"#], [#"{"a":7}"#, #"{"a":2}"#], true), ([#"{"a":1}"#], [#"{"a":1.5}"#], false),
      ([#"{"a":1}"#], [#"{"a":1}"#, #"{}"#], false), ([#"{"a":1}"#], [#"{"a":1}"#, #"{"a":null}"#], false),
      ([#"{"a":[1]}"#], [#"{"a":[1,2,3]}"#], true), ([#"{"a":"x"}"#], [#"{"a":"2026-01-01"}"#], false),
      ([#"{"a":1,"b":1}"#], [#"{"a":1}"#, #"{"a":1,"b":1}"#], false), ([#"{"a":{}}"#], [#"{"a":{"b":1}}"#], false),
    ])
  func digest(_ one: [String], _ other: [String], _ isSame: Bool) throws {
    #expect(try (outline(one).digest == outline(other).digest) == isSame)
  }

  @Test("A closed set has its words, and any text has none")
  func words() throws {
    let states = (0..<40).map { #"{"state":"\#(["open", "closed", "draft"][$0 % 3])","name":"n\#($0)"}"# }
    let nodes = try outline(["[\(states.joined(separator: ","))]"]).nodes
    #expect(nodes.first { $0.path == "$[*].state" }?.words == ["closed", "draft", "open"])
    #expect(nodes.first { $0.path == "$[*].name" }?.words == nil)
  }

  @Test("The JSON Schema has what each payload has, and nothing that one of them lacks")
  func schema() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(JSONSchema(outline(products), title: "products")), as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"$schema":"https://json-schema.org/draft/2020-12/schema","items":{"properties":{"at":{"format":"date-time","type":"string"}"#
      ))
    #expect(
      text.contains(
        #""required":["at","id","price","seller","sizes","tags","title"],"type":"object"},"title":"products","type":"array"}"#
      ))
    #expect(
      text.contains(#""seller":{"properties":{"name":{"type":"string"}},"required":["name"],"type":["object","null"]}"#)
    )
  }

  @Test("Of a name that is too long to be kept the schema says nothing")
  func longNames() throws {
    let name = String(repeating: "k", count: 300)
    let outline = try outline([#"{"\#(name)":1,"a":2}"#])
    #expect(JSONPath.isBounded(JSONPath.boundedName(name)) && !JSONPath.isBounded("a… (3 bytes)"))
    let text = String(decoding: try JSONEncoder().encode(JSONSchema(outline, title: "x")), as: UTF8.self)
    #expect(!text.contains("kkk") && text.contains(#""required":["a"]"#))
  }

  @Test(
    "Whatever changes the digest is a difference",
    arguments: [
      ([#"{"a":null}"#], [#"{"a":"x"}"#], ["type-widened $.a null -> string or null"]),
      ([#"{"a":1}"#], [#"{"a":"x"}"#], ["type-widened $.a whole number -> string or whole number"]),
      ([#"{"a":1}"#], [#"{"a":1.5}"#], ["became-fractional $.a whole numbers -> fractions"]),
      ([#"{"a":1}"#], [#"{}"#], ["became-optional $.a always there -> in 1 of 2"]),
      ([#"{"a":1}"#], [#"{"a":null}"#], ["became-nullable $.a whole number -> whole number or null"]),
      ([#"{"a":1}"#], [#"{"a":1,"b":[{"c":1}]}"#], ["member-added $.b  -> array of 1"]),
      ([#"{"a":"2026-01-01"}"#], [#"{"a":"soon"}"#], ["format-changed $.a date -> date or text"]),
      ([#"{"a":[1]}"#], [#"{"a":[1,2]}"#], []),
    ])
  func changes(_ one: [String], _ more: [String], _ expected: [String]) throws {
    let (former, latter) = (try outline(one), try outline(one + more))
    let found = latter.changes(since: former).map { "\($0.kind.rawValue) \($0.path) \($0.before) -> \($0.after)" }
    #expect(found == expected)
    #expect((former.digest == latter.digest) == expected.isEmpty)
  }

  @Test("A closed set that gets a word, or other texts, is a difference")
  func sets() throws {
    func list(_ states: [String]) -> String {
      "[\((0..<40).map { #"{"state":"\#(states[$0 % states.count])"}"# }.joined(separator: ","))]"
    }
    let former = try outline([list(["open", "closed"])])
    #expect(
      try outline([list(["open", "closed"]), list(["open", "closed", "draft"])]).changes(since: former).map(\.kind)
        == [.valueAdded])
    let free = try outline([list(["open", "closed"]), list((0..<40).map { "text \($0)" })])
    #expect(free.changes(since: former).map(\.after) == ["other texts as well"])
  }
}
