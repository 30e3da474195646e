import JSONDocument
import Testing

@testable import PayloadShape

struct VariantCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let baseline: [String]
  let observed: [String]
  /// Of the member `url` of the elements: `explained`, `2 of 3 after 9: absent where …`, nil for nothing.
  let expected: String?

  init(_ title: String, _ baseline: [String], _ observed: [String], _ expected: String?) {
    (testDescription, self.baseline, self.observed, self.expected) = (title, baseline, observed, expected)
  }
}

private let image = ##"{"type":"image","id":1,"url":"https://a.b/1"}"##
private let bareImage = ##"{"type":"image","id":1}"##
private let text = ##"{"type":"text","id":1,"body":"x"}"##
private func list(_ items: String...) -> String { "[\(items.joined(separator: ","))]" }

private func elements(_ texts: [String]) throws -> ShapeNode {
  try #require(try shape(texts).root.child(.element))
}

@Test(
  "Whether a member is missing is reported for each variant separately",
  arguments: [
    VariantCase(
      "all images lost it, texts never had it", [list(image, image, text)], [list(bareImage, bareImage, text)],
      #"2 of 2 after 2: absent where type is "image""#),
    VariantCase(
      "some images lost it", [list(image, image, text)], [list(image, bareImage, image)],
      #"1 of 3 after 2: absent where type is "image""#),
    VariantCase("a list of images now holds texts too", [list(image, image)], [list(image, text)], "explained"),
    VariantCase("a list of images now holds texts alone", [list(image, image)], [list(text)], nil),
    VariantCase(
      "texts came, and images lost it", [list(image, image)], [list(bareImage, text)],
      #"1 of 1 after 2: absent where type is "image""#),
    VariantCase("texts never had it", [list(image, text)], [list(image, text, text)], nil),
    VariantCase("only texts this time", [list(image, text)], [list(text)], nil),
    VariantCase(
      "images had it here and there", [list(image, bareImage, text)], [list(bareImage, text)], nil),
    VariantCase("nothing tells sorts apart", [#"[{"id":1,"url":"x"}]"#], [#"[{"id":1}]"#], nil),
    VariantCase("the sort is told no more", [list(image, image)], [#"[{"id":1}]"#], nil),
    VariantCase(
      "some objects tell no sort any more, and lack it", [list(image, image)], [list(text, #"{"id":2}"#)], nil),
    VariantCase(
      "sorts that all held it are all called otherwise", [list(image, #"{"type":"video","url":"x"}"#)],
      [#"[{"type":"Image"},{"type":"Video"}]"#], nil),
    VariantCase(
      "several discriminators, one of which explains it",
      [#"[{"kind":"a","role":"x","url":1},{"kind":"b","role":"x","url":1}]"#],
      [#"[{"kind":"a","role":"y"},{"kind":"b","role":"x","url":1}]"#], "explained"),
    VariantCase(
      "sorts that are identifiers are none", [#"[{"type":"sk_live_51H8xYzAbCdEf","url":1}]"#],
      [#"[{"type":"sk_live_9ZabcdefGH123"}]"#], nil),
    VariantCase(
      "a name and a value that are escaped", [#"[{"t\u0079pe":"im\u0061ge","url":1}]"#], [#"[{"type":"image"}]"#],
      #"1 of 1 after 1: absent where type is "image""#),
  ])
func variantPresence(_ c: VariantCase) throws {
  let old = try elements(c.baseline)
  let new = try elements(c.observed)
  let found = old.variantPresence(of: .member("url"), in: new)
  let words = found.map {
    $0.isExplained ? "explained" : "\($0.lacking) of \($0.total) after \($0.history): \($0.words)"
  }
  #expect(words == c.expected)
  if let member = old.child(.member("url")), let found {
    let absence = old.absence(of: member, in: new)
    #expect(absence.map(\.count) == (found.isExplained ? nil : found.lacking))
  }
  #expect(old.variantPresence(of: .member("url"), in: old) == nil, "nothing is missing from itself")
}

@Suite("Variants of objects")
struct VariantTableTests {
  private func event(_ type: String, _ payload: String) -> String { #"{"type":"\#(type)","payload":\#(payload)}"# }

  @Test("What an event carries depends on the type beside it")
  func carried() throws {
    let old = try elements([list(event("Push", #"{"commits":[1]}"#), event("Push", #"{"commits":[]}"#))])
    let grown = try elements([list(event("Push", #"{"commits":[1]}"#), event("Watch", #"{"action":"x"}"#))])
    let broken = try elements([list(event("Push", "{}"), event("Watch", #"{"action":"x"}"#))])
    let payload = try #require(old.child(.member("payload")))
    let now = try #require(grown.child(.member("payload")))
    #expect(payload.variantPresence(of: .member("commits"), in: now)?.isExplained == true)
    let empty = try #require(broken.child(.member("payload")))
    let lost = try #require(now.variantPresence(of: .member("commits"), in: empty))
    #expect(lost.lacking == 1 && lost.total == 1 && lost.words == #"absent where type beside it is "Push""#)
  }

  @Test("For each variant, objects and members are counted in any spelling, without names that are data")
  func counts() throws {
    let node = try elements([
      list(image, #"{"url":1,"\u0074ype":"im\u0061ge","type":"text","2026-01-30":1}"#, text, #"{"type":7,"x":1}"#)
    ])
    let table = try #require(node.variants.table(of: Discriminator(name: "type", isOfParent: false)))
    #expect(
      table.variants == [
        "image": .init(objects: 2, members: ["type": 2, "id": 1, "url": 2]),
        "text": .init(objects: 1, members: ["type": 1, "id": 1, "body": 1]),
      ])
    #expect(node.variants.count == 1)
  }

  @Test("Too many variants or members are not counted")
  func bounds() throws {
    let sorts = try elements(["[\((0..<17).map { #"{"type":"sort\#($0)x"}"# }.joined(separator: ","))]"])
    #expect(sorts.variants.map(\.isOpen) == [true] && sorts.variants[0].variants.isEmpty)
    let members = (0..<64).map { #""m\#($0)x":1"# }.joined(separator: ",")
    let wide = try elements([#"[{"type":"a",\#(members)}]"#])
    #expect(wide.variants.map(\.isOpen) == [true])
    let parts = try (0..<3).map { part in
      try elements(["[\((0..<7).map { #"{"type":"sort\#(part)_\#($0)x"}"# }.joined(separator: ","))]"])
    }
    #expect(parts[0].merged(with: parts[1]).variants.map(\.isOpen) == [false])
    #expect(parts[0].merged(with: parts[1]).merged(with: parts[2]).variants.map(\.isOpen) == [true])
    #expect(parts[2].merged(with: parts[0].merged(with: parts[1])).variants.map(\.isOpen) == [true])
  }

  @Test("A change that is not absorbed is seen again for its variant; growth is absorbed")
  func absorbing() throws {
    let first = try shape(copies(9, of: list(image, text)))
    let observed = try shape(list(bareImage, text, #"{"type":"audio","length":1}"#))
    let old = try #require(first.root.child(.element))
    let new = try #require(observed.root.child(.element))
    let before = try #require(old.variantPresence(of: .member("url"), in: new))
    #expect(before.lacking == 1 && before.history == 9)
    let change = ShapeChange(.becameOptional, path: "$[*].url", before: "", after: "", count: 1, total: 1)
    var baseline = first
    for round in 1...5 {
      baseline = baseline.absorbing(observed, except: [change])
      let grown = try #require(baseline.root.child(.element))
      let again = try #require(grown.variantPresence(of: .member("url"), in: new))
      #expect(again.lacking == 1 && again.history == 9 + round)
      #expect(grown.variants[0].variants.keys.sorted() == ["audio", "image", "text"])
    }
    let settled = try #require(first.absorbing(observed, except: []).root.child(.element))
    #expect(settled.variantPresence(of: .member("url"), in: new) == nil)
  }
}
