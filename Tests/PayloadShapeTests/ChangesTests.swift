import PayloadShape
import Testing

struct ChangeCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let baseline: [String]
  let observed: [String]
  let expected: [String]

  init(_ title: String, _ baseline: [String], _ observed: [String], _ expected: [String] = []) {
    testDescription = title
    self.baseline = baseline
    self.observed = observed
    self.expected = expected
  }
}

private let uuids = (10..<30).map { #"{"v":"6f9619ff-8b86-d011-b42d-00cf4fc964\#($0)"}"# }
private let urls = copies(20, of: #"{"v":"https://example.com/#"}"#)
private let categories = (0..<60).map { $0 % 2 == 0 ? #"{"v":"Rivers"}"# : #"{"v":"Lakes"}"# }

@Test(
  "What changed is reported once, with its rule, path, words and counts",
  arguments: [
    ChangeCase(
      "member added", [#"{"a":1}"#], [#"{"a":1,"b":{"c":1}}"#], ["member-added $.b: absent -> object {c} (1 of 1)"]),
    ChangeCase(
      "member added to some", [#"[{"a":1}]"#], [#"[{"a":1,"b":null},{"a":2}]"#],
      ["member-added $[*].b: absent -> null (1 of 2)"]),
    ChangeCase(
      "member removed, topmost path only", [#"{"a":1,"b":{"c":[1]}}"#], [#"{"a":1}"#],
      ["member-removed $.b: object {c} -> absent (1 of 1)"]),
    ChangeCase(
      "member missing here and there", [#"[{"a":1},{"a":2}]"#], [#"[{"a":1},{},{"a":3}]"#],
      ["became-optional $[*].a: always present -> absent (1 of 3)"]),
    ChangeCase(
      "null where none was", [#"[{"a":"x"}]"#], [#"[{"a":"x"},{"a":null}]"#],
      ["became-nullable $[*].a: string -> null (1 of 2)"]),
    ChangeCase(
      "another type", [#"[{"price":44},{"price":1.5}]"#],
      [#"[{"price":{"amount":44,"currency":"USD"}},{"price":null}]"#],
      [
        "became-nullable $[*].price: number -> null (1 of 2)",
        "type-changed $[*].price: number -> object {amount, currency} (1 of 1)",
      ]),
    ChangeCase(
      "another type at the root", ["[1]"], [#"{"error":"x"}"#],
      ["type-changed $: array of number -> object {error} (1 of 1)"]),
    ChangeCase(
      "another type beside the known one", [#"[{"n":1}]"#], [#"[{"n":1},{"n":"1"},{"n":true}]"#],
      ["type-widened $[*].n: number -> string or number or boolean (2 of 3)"]),
    ChangeCase(
      "elements of another type", [#"{"a":[1,2]}"#], [#"{"a":["x"]}"#],
      ["type-changed $.a[*]: number -> string (1 of 1)"]),
    ChangeCase(
      "new value of a closed set", categories, [#"{"v":"Deserts"}"#, #"{"v":"Lakes"}"#],
      [#"value-added $.v: one of "Lakes", "Rivers" -> new value "Deserts" (1 of 2)"#]),
    ChangeCase(
      "several new values of a closed set", categories, [#"{"v":"B"}"#, #"{"v":"A"}"#],
      [#"value-added $.v: one of "Lakes", "Rivers" -> new values "A", "B" (2 of 2)"#]),
    ChangeCase(
      "a value that is not kept enters a closed set", categories, [#"{"v":"872"}"#],
      [#"value-added $.v: one of "Lakes", "Rivers" -> new value a value of another kind (1 of 1)"#]),
    ChangeCase(
      "URL becomes a cut piece of JSON", [#"{"images":["https://i.imgur.com/yVeIeDa.jpeg"]}"#],
      [#"{"images":["[\"https://i.imgur.com/1twoaDy.jpeg\"","\"https://a.b/c\"]","https://a.b/c"]}"#],
      ["format-changed $.images[*]: URL -> JSON text in a string (2 of 3)"]),
    ChangeCase(
      "URL becomes empty", urls, [#"{"v":""}"#], ["format-changed $.v: URL -> empty string (1 of 1)"]),
    ChangeCase("UUID becomes text", uuids, [#"{"v":"x"}"#], ["format-changed $.v: UUID -> text (1 of 1)"]),
    ChangeCase(
      "dates get fractions", [#"{"at":"2024-05-01T09:00:00Z"}"#], [#"{"at":"2024-05-01T09:00:00.000Z"}"#],
      ["format-changed $.at: date and time -> date and time with a fraction (1 of 1)"]),
    ChangeCase(
      "digits end", copies(9, of: #"{"counter":"87#"}"#), [#"{"counter":"many"}"#],
      ["format-changed $.counter: digits -> text (1 of 1)"]),
    ChangeCase(
      "seconds become milliseconds", copies(6, of: #"{"at":170000000#}"#), copies(6, of: #"{"at":170000010#000}"#),
      ["scale-changed $.at: 1700000000 to 1700000005 -> 1700000100000 to 1700000105000 (6 of 6)"]),
    ChangeCase(
      "units become cents", copies(6, of: #"{"price":1#.5}"#), copies(6, of: #"{"price":1#50}"#),
      ["scale-changed $.price: 10.5 to 15.5 -> 1050 to 1550 (6 of 6)"]),
    ChangeCase(
      "both sides of a rename with the same values", copies(3, of: #"[{"id":#,"image_url":"https://a.b/#"}]"#),
      copies(3, of: #"[{"id":#,"imageURL":"https://a.b/#"}]"#),
      ["member-renamed $[*].image_url: image_url -> imageURL (3 of 3)"]),
    ChangeCase(
      "objects renamed with the same values",
      copies(4, of: ##"{"location":{"lat":1.#,"name":"Town #"}}"##),
      copies(4, of: ##"{"coordinates":{"lat":1.#,"name":"Town #"}}"##),
      ["member-renamed $.location: location -> coordinates (4 of 4)"]),
    ChangeCase(
      "a likely name with other values is no fact", copies(3, of: #"[{"imageName":"turtle#"}]"#),
      copies(3, of: #"[{"image_url":"https://a.b/#"}]"#),
      [
        "member-removed $[*].imageName: string -> absent (3 of 3)",
        "member-added $[*].image_url: absent -> string (3 of 3)",
      ]),
    ChangeCase(
      "the order of many changes is that of their paths", [#"{"b":1,"a":1,"c":1}"#], [#"{"c":"","é":1,"b":null}"#],
      [
        "member-removed $.a: number -> absent (1 of 1)", "became-nullable $.b: number -> null (1 of 1)",
        "type-changed $.c: number -> string (1 of 1)", "member-added $.é: absent -> number (1 of 1)",
      ]),
  ])
func reported(_ c: ChangeCase) throws {
  let found = changes(from: try learned(c.baseline), to: try shape(c.observed))
  #expect(found.map(summary) == c.expected)
  for change in found {
    #expect(!change.samples.isEmpty && change.samples.allSatisfy { $0.total > 0 && $0.count <= $0.total })
  }
}

@Test(
  "What is no change is not reported",
  arguments: [
    ChangeCase("order of members", [#"{"a":1,"b":2}"#], [#"{"b":3,"a":4}"#]),
    ChangeCase("spelling of numbers", [#"{"a":10}"#], [#"{"a":10.0}"#, #"{"a":1e1}"#]),
    ChangeCase("fractions, then whole numbers", [#"{"a":1.5}"#], [#"{"a":2}"#]),
    ChangeCase("whole numbers, then fractions", [#"{"a":1}"#], [#"{"a":2.5}"#]),
    ChangeCase("null becomes a value", [#"{"a":null}"#], [#"{"a":{"b":1}}"#]),
    ChangeCase("a value becomes what it also was: null", [#"{"a":null}"#, #"{"a":1}"#], [#"{"a":null}"#]),
    ChangeCase("first element after empty arrays", [#"{"a":[]}"#], [#"{"a":[{"b":1}]}"#]),
    ChangeCase("an optional member is absent", [#"{"a":1}"#, #"{}"#], [#"{}"#]),
    ChangeCase("an optional member is there", [#"{"a":1}"#, #"{}"#], [#"{"a":2}"#]),
    ChangeCase("fewer records", [#"[{"a":1},{"a":2}]"#], [#"[{"a":1}]"#]),
    ChangeCase("the parent is null", [#"{"p":{"a":1}}"#, #"{"p":null}"#], [#"{"p":null}"#]),
    ChangeCase("letter case of UUIDs", uuids, [#"{"v":"6F9619FF-8B86-D011-B42D-00CF4FC964FF"}"#]),
    ChangeCase("text that is digits by chance", [#"{"v":"Dune"}"#], [#"{"v":"1984"}"#]),
    ChangeCase("digits that were so by chance", [#"{"v":"1984"}"#], [#"{"v":"Dune"}"#]),
    ChangeCase("identifiers in another style", copies(9, of: #"{"user_id":"87#"}"#), [#"{"user_id":"u-1"}"#]),
    ChangeCase("relative URLs become absolute", copies(9, of: #"{"v":"/a/#"}"#), urls),
    ChangeCase("empty URLs, as before", urls + [#"{"v":""}"#], [#"{"v":""}"#]),
    ChangeCase(
      "several date forms from the start", [#"{"v":"2026-01-30"}"#, #"{"v":"2024-05-01T09:00:00Z"}"#],
      [#"{"v":"2024-05-01T09:00:00.000Z"}"#]),
    ChangeCase("new values of an open set", copies(40, of: #"{"v":"Title #"}"#), [#"{"v":"Another"}"#]),
    ChangeCase(
      "a new text in the place of two that came one after the other",
      copies(30, of: #"{"v":"Rivers"}"#) + copies(30, of: #"{"v":"Lakes"}"#), [#"{"v":"Deserts"}"#]),
    ChangeCase("new values of a set seen too rarely", copies(19, of: #"{"v":"A"}"#), [#"{"v":"B"}"#]),
    ChangeCase(
      "new titles in a list that was polled often", Array(repeating: #"["A","B","C","D"]"#, count: 50), [#"["E","F"]"#]),
    ChangeCase("a value of a closed set is gone", categories, [#"{"v":"Lakes"}"#]),
    ChangeCase(
      "other names in a map of dates", [#"{"rates":{"2026-01-30":1}}"#], [#"{"rates":{"2026-01-31":1}}"#]),
    ChangeCase(
      "a map of numbers, recognized only by both together", [#"{"m":{"1":1,"2":1,"3":1,"4":1}}"#],
      [#"{"m":{"11":1,"12":1,"13":1,"14":1}}"#]),
    ChangeCase("numbers go elsewhere", copies(9, of: #"{"n":#}"#), copies(9, of: #"{"n":500#}"#)),
    ChangeCase("identifiers after a reset", copies(9, of: #"{"id":1#}"#), copies(9, of: #"{"id":1#00}"#)),
    ChangeCase("a scale seen too rarely", [#"{"n":17}"#], [#"{"n":17000}"#]),
    ChangeCase("ranges that touch", copies(9, of: #"{"n":#}"#) + [#"{"n":9000}"#], copies(9, of: #"{"n":#000}"#)),
    ChangeCase("an empty baseline knows nothing", [], [#"{"a":1}"#]),
    ChangeCase("an empty observation says nothing", [#"{"a":1}"#], []),
    ChangeCase("mixed types from the start", [#"{"a":1}"#, #"{"a":"x"}"#], [#"{"a":"y"}"#]),
  ])
func notReported(_ c: ChangeCase) throws {
  // Of what was so at times already, one sight is none; that it lasts is for whoever looks at many responses.
  let found = changes(from: try learned(c.baseline), to: try shape(c.observed)).filter { !$0.isOfOptional }
  #expect(found.map(summary) == c.expected)
}

@Suite("Hints of a change")
struct ChangeHintTests {
  @Test("Renames carry a name, a hint and a confidence")
  func renames() throws {
    let fact = changes(
      from: try shape(copies(3, of: #"{"image_url":"https://a.b/#"}"#)),
      to: try shape(copies(3, of: #"{"imageURL":"https://a.b/#"}"#)))
    #expect(fact.map(\.renamedTo) == ["imageURL"] && (fact[0].confidence ?? 0) > 0.9)
    let guess = changes(
      from: try shape(copies(3, of: #"{"imageName":"t#"}"#)),
      to: try shape(copies(3, of: #"{"image_url":"https://#"}"#)))
    let removal = try #require(guess.first { $0.kind == .memberRemoved })
    #expect(removal.hint == "perhaps renamed to `image_url`" && removal.renamedTo == "image_url")
    #expect((removal.confidence ?? 1) < 0.5)
    let nulls = changes(from: try shape(#"{"due_date":null}"#), to: try shape(#"{"dueDate":null}"#))
    #expect(nulls.first { $0.kind == .memberRemoved }?.hint?.contains("only null was seen") == true)
    let types = changes(from: try shape(#"{"due_date":"2026-01-30"}"#), to: try shape(#"{"dueDate":{"day":1}}"#))
    #expect(types.allSatisfy { $0.hint == nil } && types.count == 2)
    let strangers = changes(
      from: try shape(copies(3, of: #"{"rank":#}"#)), to: try shape(copies(3, of: #"{"weight":#}"#)))
    #expect(strangers.allSatisfy { $0.kind.rawValue != "member-renamed" }, "small numbers agree by chance")
  }

  @Test("Scale changes say what they probably are")
  func scale() throws {
    let seconds = copies(6, of: #"{"at":170000000#}"#)
    let milliseconds = copies(6, of: #"{"at":170000000#000}"#)
    let up = changes(from: try shape(seconds), to: try shape(milliseconds))
    #expect(up.map(\.hint) == ["1000 times larger: seconds to milliseconds?"])
    let down = changes(from: try shape(milliseconds), to: try shape(seconds))
    #expect(down.map(\.hint) == ["1000 times smaller: milliseconds to seconds?"])
  }
}

@Suite("One change at many paths")
struct ChangeGroupingTests {
  private func chain(_ extra: String, depth: Int) -> String {
    let next = depth == 0 ? "" : chain(extra, depth: depth - 1)
    return #"{"name":"x","details":[{"level":1\#(extra)}],"evolves_to":[\#(next)]}"#
  }

  @Test("A recursive structure changes once, its root included")
  func recursion() throws {
    let old = try shape(#"{"chain":\#(chain("", depth: 3))}"#)
    let new = try shape(#"{"chain":\#(chain(#","region":null"#, depth: 3))}"#)
    #expect(
      changes(from: old, to: new).map(summary) == [
        "member-added $.chain.details[*].region $.chain.evolves_to[*].details[*].region "
          + "$.chain.evolves_to[*].evolves_to[*].details[*].region "
          + "$.chain.evolves_to[*].evolves_to[*].evolves_to[*].details[*].region: absent -> null (4 of 4)"
      ])
  }

  @Test("Siblings of equal shape change once, others each for themselves")
  func siblings() throws {
    let old = try shape(#"{"home":{"id":1,"logo":"x"},"away":{"id":2,"logo":"y"},"referee":{"name":"z","logo":"v"}}"#)
    let new = try shape(#"{"home":{"id":1},"away":{"id":2},"referee":{"name":"z"}}"#)
    #expect(
      changes(from: old, to: new).map(summary) == [
        "member-removed $.away.logo $.home.logo: string -> absent (2 of 2)",
        "member-removed $.referee.logo: string -> absent (1 of 1)",
      ])
  }

  @Test("The same member changing differently is two changes")
  func differentChanges() throws {
    let old = try shape(#"{"home":{"id":1,"n":1},"away":{"id":2,"n":1}}"#)
    let new = try shape(#"{"home":{"id":1,"n":"1"},"away":{"id":2,"n":true}}"#)
    #expect(changes(from: old, to: new).map(\.path) == ["$.away.n", "$.home.n"])
  }
}
