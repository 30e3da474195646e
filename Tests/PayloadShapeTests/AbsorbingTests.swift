import Foundation
import PayloadShape
import Testing

@Test(
  "An unresolved change is reported again, however often it was seen, and the rest is absorbed",
  arguments: [
    ChangeCase("removed", copies(9, of: #"{"a":#,"b":1}"#), [#"{"b":1}"#], ["member-removed $.a"]),
    ChangeCase("optional", copies(9, of: #"[{"a":#}]"#), [#"[{"a":1},{}]"#], ["became-optional $[*].a"]),
    ChangeCase("nullable", copies(9, of: #"[{"a":#}]"#), [#"[{"a":1},{"a":null}]"#], ["became-nullable $[*].a"]),
    ChangeCase("changed type", copies(9, of: #"{"a":{"x":#}}"#), [#"{"a":"x"}"#], ["type-changed $.a"]),
    ChangeCase("widened type", copies(9, of: #"{"a":#}"#), [#"{"a":"x"}"#, #"{"a":1}"#], ["type-widened $.a"]),
    ChangeCase("changed root", copies(9, of: "[#]"), [#"{"a":"x"}"#], ["type-changed $"]),
    ChangeCase("added", copies(9, of: #"{"a":#}"#), [#"{"a":1,"b":{"c":1}}"#], ["member-added $.b"]),
    ChangeCase("new value", categoryTexts, [#"{"v":"Deserts"}"#, #"{"v":"Lakes"}"#], ["value-added $.v"]),
    ChangeCase(
      "format", copies(9, of: #"["https://a.b/#"]"#), [#"["x","https://c.d"]"#], ["format-changed $[*]"]),
    ChangeCase(
      "scale", copies(6, of: #"{"at":170000000#}"#), copies(6, of: #"{"at":170000000#000}"#),
      ["scale-changed $.at"]),
    ChangeCase(
      "renamed", copies(9, of: #"{"image_url":"https://a.b/#"}"#), copies(9, of: #"{"imageURL":"https://a.b/#"}"#),
      ["member-renamed $.image_url"]),
    ChangeCase(
      "several", copies(9, of: #"{"a":#,"b":"https://a.b/#","c":1}"#), [#"{"b":"","c":null}"#],
      ["member-removed $.a", "format-changed $.b", "became-nullable $.c"]),
    ChangeCase(
      "in a map", [#"{"m":{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1}}"#], [#"{"m":{"9":"x"}}"#],
      ["type-changed $.m.*"]),
    ChangeCase(
      "in a map that only both together show", [#"{"m":{"1":{"a":1},"2":{"a":1},"3":{"a":1},"4":{"a":1}}}"#],
      [#"{"m":{"11":{"a":1},"12":{},"13":{"a":1},"14":{}}}"#], ["became-optional $.m.*.a"]),
    ChangeCase(
      "siblings", copies(9, of: #"{"home":{"n":#},"away":{"n":#}}"#), [#"{"home":{"n":"x"},"away":{"n":"x"}}"#],
      ["type-changed $.away.n"]),
  ])
func persistence(_ c: ChangeCase) throws {
  let first = try learned(c.baseline)
  let observed = try shape(c.observed)
  let found = changes(from: first, to: observed)
  #expect(found.map { "\($0.kind.rawValue) \($0.path)" } == c.expected)
  var baseline = first
  for _ in 0..<30 {
    baseline = baseline.absorbing(observed, except: found)
    let again = changes(from: baseline, to: observed)
    #expect(again.map(\.kind.rawValue) == found.map(\.kind.rawValue) && again.map(\.path) == found.map(\.path))
    #expect(again.map(\.paths) == found.map(\.paths) && again.map(\.before) == found.map(\.before))
    // Resolved: the former responses come back and nothing is left of the change.
    #expect(changes(from: baseline, to: first) == [])
  }
  #expect(baseline.documents == first.documents + 30 * observed.documents)
  #expect(changes(from: baseline.absorbing(observed, except: []), to: observed) == [])
}

private let categoryTexts = (0..<60).map { $0 % 2 == 0 ? #"{"v":"Rivers"}"# : #"{"v":"Lakes"}"# }

@Suite("Absorbing an observation")
struct AbsorbingTests {
  @Test("Without exceptions and without a member that comes later it is a merge")
  func merge() throws {
    let baseline = try shape(#"[{"a":1}]"#)
    let observed = try shape(#"[{"a":1,"b":2},{"a":null}]"#)
    #expect(baseline.absorbing(observed, except: []) == baseline.merged(with: observed))
  }

  @Test("A member that comes later and stays is missed like one that was always there; one that comes and goes is not")
  func late() throws {
    let (with, without) = (try shape(#"{"a":1,"b":2}"#), try shape(#"{"a":1}"#))
    func changesAfter(_ history: [PayloadShape]) -> [String] {
      var baseline = without
      for response in history { baseline = baseline.absorbing(response, except: []) }
      // What is remembered survives the ledger.
      let stored = try? JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(baseline))
      #expect(stored == baseline)
      return changes(from: baseline, to: without).map { "\($0.kind.rawValue) \($0.path)" }
    }
    #expect(changesAfter([without, without] + Array(repeating: with, count: 4)) == ["member-removed $.b"])
    #expect(changesAfter([without, with, with, with]) == [], "three responses tell nothing yet")
    #expect(changesAfter([with, without] + Array(repeating: with, count: 10)) == [])
  }

  @Test("Growth beside an open change is kept")
  func growth() throws {
    let baseline = try shape(#"{"a":1,"tag":"x"}"#)
    let observed = try shape(#"{"a":"1","tag":"y","new":true}"#)
    let open = changes(from: baseline, to: observed).filter { $0.kind.rawValue != "member-added" }
    let grown = baseline.absorbing(observed, except: open)
    #expect(grown.statistics(at: "$.tag")?.closedValues == ["x": 1, "y": 1])
    #expect(grown.statistics(at: "$.new")?.count == 1)
    #expect(grown.statistics(at: "$.a")?.numbers == 1 && grown.statistics(at: "$.a")?.strings == 0)
    #expect(grown.statistics(at: "$.a")?.isAlwaysPresent == true)
  }

  @Test("A spreading change keeps its history: 1, 5 and 10 of 10")
  func spreading() throws {
    func round(_ missing: Int) throws -> PayloadShape {
      try shape("[" + (0..<10).map { $0 < missing ? "{}" : #"{"a":1}"# }.joined(separator: ",") + "]")
    }
    var baseline = try round(0)
    var reports: [String] = []
    for missing in [0, 1, 5, 10, 10, 0] {
      let observed = try round(missing)
      let found = changes(from: baseline, to: observed)
      reports.append(found.map { "\($0.kind.rawValue) \($0.count)/\($0.total)" }.joined())
      baseline = baseline.absorbing(observed, except: found)
    }
    #expect(
      reports == [
        "", "became-optional 1/10", "became-optional 5/10", "member-removed 10/10", "member-removed 10/10",
        "",
      ])
  }

  @Test("The hint of a rename survives the absorption of the new member")
  func lastingHint() throws {
    let first = try shape(copies(9, of: #"{"imageName":"t#"}"#))
    let observed = try shape(copies(3, of: #"{"image_url":"https://a.b/#"}"#))
    let open = changes(from: first, to: observed).filter { $0.kind == .memberRemoved }
    let again = changes(from: first.absorbing(observed, except: open), to: observed)
    #expect(again.map(\.kind.rawValue) == ["member-removed"] && again.map(\.hint) == ["perhaps renamed to `image_url`"])
  }

  @Test("During a response that is another object each member is excused once, also one whose absence is open already")
  func replacedResponse() throws {
    var baseline = try shape(copies(12, of: #"{"a":#,"b":#,"page":#}"#))
    let removal = changes(from: baseline, to: try shape(#"{"b":1,"page":1}"#))
    let error = try shape(#"{"error":"busy"}"#)
    let replaced = changes(from: baseline, to: error, asWhole: true)
    #expect(removal.map(\.path) == ["$.a"] && replaced.map(\.path) == ["$"])
    baseline = baseline.absorbing(error, except: replaced + removal)
    #expect(baseline.statistics(at: "$.a")?.parentCount == 12 && baseline.statistics(at: "$.b")?.parentCount == 12)
  }

  @Test("Changes that fit to neither shape are ignored")
  func foreignChanges() throws {
    let baseline = try shape(#"{"a":1}"#)
    for path in ["", "$", "$.x.y", "nonsense", "$[*]", "$.a.", "$..a"] {
      for kind in ChangeKind.allCases {
        var change = ShapeChange(kind, path: path, before: "", after: "", count: 1, total: 1)
        (change.paths, change.renamedTo) = ([path], "z")
        #expect(baseline.absorbing(baseline, except: [change]).documents == 2)
      }
    }
  }
}
