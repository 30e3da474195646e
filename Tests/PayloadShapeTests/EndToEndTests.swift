import PayloadShape
import Testing

private func blocks(_ count: Int, _ text: String, _ image: String) -> [String] {
  copies(count, of: "[" + text + "," + image + "," + image + "]")
}
private let text = ##"{"type":"text","id":1,"body":"x"}"##
private let image = ##"{"type":"image","id":1,"url":"https://a.b/#"}"##
private let bare = ##"{"type":"image","id":1}"##
private let rates = ##"{"base":"EUR","rates":{"EUR":1,"USD":1.2#,"GBP":0.8,"JPY":100}}"##

@Test(
  "Variants, coded maps and moves are distinguished from changes",
  arguments: [
    ChangeCase(
      "images lost it", blocks(20, text, image), ["[\(text),\(bare),\(bare)]"],
      [#"member-removed $[*].url: string -> absent where type is "image" (2 of 2)"#]),
    ChangeCase(
      "an image lost it", blocks(20, text, image), ["[\(text),\(bare),\(image)]"],
      [#"became-optional $[*].url: always present -> absent where type is "image" (1 of 2)"#]),
    ChangeCase(
      "texts came", copies(20, of: "[\(image)]"), ["[\(image),\(text)]"],
      ["member-added $[*].body: absent -> string (1 of 2)"]),
    ChangeCase(
      "only texts came", copies(20, of: "[\(image)]"), ["[\(text)]"],
      [
        "member-added $[*].body: absent -> string (1 of 1)", "member-removed $[*].url: string -> absent (1 of 1)",
      ]),
    ChangeCase(
      "a currency came, one went", copies(20, of: rates), [#"{"base":"EUR","rates":{"EUR":1,"USD":1.2,"CHF":0.8}}"#]),
    ChangeCase(
      "rates became texts", copies(20, of: rates), [#"{"base":"EUR","rates":{"EUR":"1","USD":"1.2","CHF":"0.8"}}"#],
      ["type-changed $.rates.*: number -> string (3 of 3)"]),
    ChangeCase(
      "languages", copies(20, of: ##"{"names":{"en":"a","de":"b","fr":"c","pt-BR":"d"}}"##),
      [#"{"names":{"en":"a","ja":"b"}}"#]),
    ChangeCase(
      "an ad with another price type is growth beside", copies(20, of: "[\(image)]"),
      [#"[{"type":"ad","price":1},\#(image)]"#],
      ["member-added $[*].price: absent -> number (1 of 2)"]),
  ])
func endToEnd(_ c: ChangeCase) throws {
  let first = try shape(c.baseline)
  let observed = try shape(c.observed)
  let found = changes(from: first, to: observed)
  #expect(found.map(summary) == c.expected)
  let open = found.filter { $0.kind.rawValue != "member-added" }
  var baseline = first
  for _ in 0..<10 {
    baseline = baseline.absorbing(observed, except: open)
    let again = changes(from: baseline, to: observed)
    #expect(again.map { "\($0.kind.rawValue) \($0.path)" } == open.map { "\($0.kind.rawValue) \($0.path)" })
    #expect(changes(from: baseline, to: first).filter { $0.kind.rawValue != "member-added" } == [])
  }
}

@Test("A move is a hint at the removal")
func moveHint() throws {
  let found = changes(
    from: try shape(copies(9, of: ##"{"a":{"id":#,"url":"https://a.b/#"}}"##)),
    to: try shape(copies(9, of: ##"{"a":{"id":#,"media":{"url":"https://a.b/#"}}}"##)))
  #expect(
    found.compactMap(\.hint) == ["perhaps moved to $.a.media.url: 9 of 9 compared values are the same"]
      && found.filter { $0.hint != nil }.map(\.kind.rawValue) == ["member-removed"])
}
