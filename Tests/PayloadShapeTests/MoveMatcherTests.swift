import Testing

@testable import PayloadShape

struct MoveCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let old: [String]
  let new: [String]
  /// `from -> to` of each match.
  let expected: [String]

  init(_ title: String, _ old: [String], _ new: [String], _ expected: [String]) {
    (testDescription, self.old, self.new, self.expected) = (title, old, new, expected)
  }
}

/// What went and what came, topmost paths, as a comparison finds them.
private func places(_ old: ShapeNode, _ new: ShapeNode, _ steps: [ShapeStep] = []) -> (
  removed: [MoveMatcher.Location], arrived: [MoveMatcher.Location]
) {
  var removed: [MoveMatcher.Location] = []
  var arrived: [MoveMatcher.Location] = []
  for child in old.children {
    guard let twin = new.child(child.step) else {
      removed.append(.init(steps + [child.step], child))
      continue
    }
    let below = places(child, twin, steps + [child.step])
    removed += below.removed
    arrived += below.arrived
  }
  for child in new.children where old.child(child.step) == nil { arrived.append(.init(steps + [child.step], child)) }
  return (removed, arrived)
}

private let urls = copies(9, of: ##"{"a":{"id":#,"url":"https://a.b/#"}}"##)

@Test(
  "A member that moved to another object is found by its values, then by its name",
  arguments: [
    MoveCase(
      "into an object that came along", urls, copies(9, of: ##"{"a":{"id":#,"media":{"url":"https://a.b/#"}}}"##),
      ["$.a.url -> $.a.media.url"]),
    MoveCase(
      "into an object that was there", copies(9, of: ##"{"price":1#.5,"pricing":{"tax":1}}"##),
      copies(9, of: ##"{"pricing":{"tax":1,"price":1#.5}}"##), ["$.price -> $.pricing.price"]),
    MoveCase(
      "out of an envelope", copies(9, of: ##"{"data":{"price":1#.5,"sku":"s-#"}}"##),
      copies(9, of: ##"{"price":1#.5}"##),
      ["$.data.price -> $.price"]),
    MoveCase(
      "into an envelope, a whole list", copies(9, of: ##"{"items":[{"sku":"s-#","n":1}]}"##),
      copies(9, of: ##"{"data":{"items":[{"sku":"s-#","n":1}]}}"##), ["$.items -> $.data.items"]),
    MoveCase(
      "under another name, with many values", copies(9, of: ##"{"a":{"id":#,"link":"https://a.b/#"}}"##),
      copies(9, of: ##"{"a":{"id":#,"media":{"source":"https://a.b/#"}}}"##), ["$.a.link -> $.a.media.source"]),
    MoveCase(
      "within records", copies(9, of: ##"[{"id":1#,"city":"Town #","geo":{"lat":1}}]"##),
      copies(9, of: ##"[{"id":1#,"geo":{"lat":1,"city":"Town #"}}]"##), ["$[*].city -> $[*].geo.city"]),
    MoveCase(
      "other records were answered: the name alone", copies(9, of: ##"[{"id":1,"biography":"x#"}]"##),
      copies(9, of: ##"[{"id":1,"profile":{"biography":"y#"}}]"##), ["$[*].biography -> $[*].profile.biography"]),
    MoveCase(
      "a name that any object may have, and other values", copies(9, of: ##"{"b":1,"url":"x#"}"##),
      copies(9, of: ##"{"b":1,"c":{"url":"y#"}}"##), []),
    MoveCase(
      "truth values", copies(9, of: #"{"a":{"n":1,"active":true}}"#),
      copies(9, of: #"{"a":{"n":1},"b":{"flag":true}}"#), []),
    MoveCase("another type", copies(9, of: ##"{"price":#}"##), copies(9, of: ##"{"pricing":{"price":"#"}}"##), []),
    MoveCase("null alone", [#"{"note":null}"#], [#"{"more":{"note":null}}"#], []),
    MoveCase(
      "small numbers of unrelated lists", copies(9, of: ##"{"a":[{"k":1,"rank":#}],"b":[{"k":1}]}"##),
      copies(9, of: ##"{"a":[{"k":1}],"b":[{"k":1,"rank":#}]}"##), []),
    MoveCase(
      "many long values of unrelated lists, under the same name",
      copies(9, of: ##"{"a":[{"k":1,"token":"https://a.b/#"}],"b":[{"k":1}]}"##),
      copies(9, of: ##"{"a":[{"k":1}],"b":[{"k":1,"token":"https://a.b/#"}]}"##), ["$.a[*].token -> $.b[*].token"]),
    MoveCase("nothing went", [#"{"a":1}"#], [#"{"a":1,"b":{"a":1}}"#], []),
  ])
func moves(_ c: MoveCase) throws {
  let old = try shape(c.old).root
  let new = try shape(c.new).root
  let found = places(old, new)
  let matches = MoveMatcher.matches(removed: found.removed, arrived: found.arrived)
  #expect(matches.map { "\(ShapeStep.pattern($0.from)) -> \(ShapeStep.pattern($0.to))" } == c.expected)
  for match in matches {
    #expect(match.confidence > 0 && match.confidence < 1)
    #expect(match.hint.hasPrefix("perhaps moved to \(ShapeStep.pattern(match.to))"))
  }
  let reversed = MoveMatcher.matches(removed: found.removed.reversed(), arrived: found.arrived.reversed())
  #expect(Set(reversed.map(\.hint)) == Set(matches.map(\.hint)), "the order of what went and came decides nothing")
}

@Suite("Hints of moves and renames")
struct MoveHintTests {
  @Test("A hint says where to, and how many values agree")
  func words() throws {
    let old = try shape(urls).root
    let new = try shape(copies(9, of: ##"{"a":{"id":#,"media":{"url":"https://a.b/#"}}}"##)).root
    let found = places(old, new)
    let match = try #require(MoveMatcher.matches(removed: found.removed, arrived: found.arrived).first)
    #expect(match.hint == "perhaps moved to $.a.media.url: 9 of 9 compared values are the same")
    #expect(match.confidence > 0.9)
  }

  @Test(
    "Spelling that was put right, and another style, are likely the same name; other words and numbers are not",
    arguments: [
      ("adress", "address", true), ("recieve", "receive", true), ("imageUrl", "image_url", true),
      ("colour", "color", true),
      ("langauge_code", "language_code", true), ("min", "max", false), ("lat", "lng", false),
      ("width", "height", false), ("created", "updated", false), ("", "a", false),
    ])
  func likeness(_ old: String, _ new: String, _ isLikely: Bool) {
    #expect((NameLikeness.compare(old, new) >= 0.7) == isLikely)
    #expect(NameLikeness.compare(old, new) == NameLikeness.compare(new, old))
  }

  private func match(_ old: String, _ new: String) throws -> RenameMatcher.Match? {
    let (old, new) = (try shape(old).root, try shape(new).root)
    let removed = old.children.filter { new.child($0.step) == nil }
    let arrived = new.children.filter { old.child($0.step) == nil }
    return RenameMatcher.matches(removed: removed, arrived: arrived) { _ in true }.first
  }

  @Test("Neighbours speak for a rename: the only pair of a kind, and objects that hold the same members")
  func neighbours() throws {
    let alone = try #require(try match(#"{"a":1,"avatar_url":"x"}"#, #"{"a":1,"avatarImageLink":"y"}"#))
    #expect(!alone.isCertain && alone.confidence < 0.5)
    #expect(try match(#"{"avatar_url":"x","b":"z"}"#, #"{"avatarImageLink":"y","c":"w"}"#) == nil)
    let place = try #require(
      try match(#"{"location":{"lat":1.5,"lng":2.5}}"#, #"{"position":{"lat":9.5,"lng":8.5}}"#))
    #expect(place.newName == "position" && !place.isCertain)
  }

  @Test("Another type is no rename, and where only null was seen it is a guess that says so")
  func types() throws {
    #expect(try match(#"{"due_date":"2026-01-30"}"#, #"{"dueDate":1}"#) == nil)
    #expect(try match(#"{"due_date":"2026-01-30"}"#, #"{"dueDate":{"day":1}}"#) == nil)
    let guess = try #require(try match(#"{"due_date":null}"#, #"{"dueDate":null}"#))
    #expect(guess.hint.contains("only null was seen") && guess.confidence <= 0.4)
  }
}
