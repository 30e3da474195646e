import PayloadShape
import Testing

@Suite("Lists that hold far less than before")
struct ListVolumeTests {
  private static func list(_ count: Int) -> String {
    "[" + (0..<count).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
  }
  private static let lists = (0..<20).map { list(20 + $0 % 5) }

  @Test(
    "A list shorter than half of the shortest one, or empty, is a change; one that is merely shorter is none",
    arguments: [
      ("one element", lists, list(1), ["list-shortened $: 20 to 24 elements -> 1 element (1 of 1)"]),
      ("less than half", lists, list(9), ["list-shortened $: 20 to 24 elements -> 9 elements (1 of 1)"]),
      ("half", lists, list(10), []),
      ("longer", lists, list(400), []),
      ("empty", lists, "[]", ["list-emptied $: 20 to 24 elements -> empty (1 of 1)"]),
      ("a list that was empty at times", lists + ["[]"], "[]", ["list-emptied $: 0 to 24 elements -> empty (1 of 1)"]),
      ("a list that was empty as often as not", lists + Array(repeating: "[]", count: 21), "[]", []),
      (
        "some of the lists in elements", (0..<20).map { _ in #"{"a":[{"tags":[1]},{"tags":[2]}]}"# },
        #"{"a":[{"tags":[1]},{"tags":[]}]}"#, []
      ),
      (
        "all of the lists in elements", (0..<20).map { _ in #"{"a":[{"tags":[1]},{"tags":[2]}]}"# },
        #"{"a":[{"tags":[]},{"tags":[]}]}"#, ["list-emptied $.a[*].tags: 1 element -> empty (2 of 2)"]
      ),
      (
        "null is no empty list", (0..<20).map { _ in #"{"a":[1]}"# }, #"{"a":null}"#,
        ["became-nullable $.a: array of number -> null (1 of 1)"]
      ),
    ] as [(String, [String], String, [String])])
  func comparison(_ name: String, _ baseline: [String], _ observed: String, _ expected: [String]) throws {
    #expect(changes(from: try shape(baseline), to: try shape([observed])).map(summary) == expected, "\(name)")
  }

  @Test("Responses that held null tell nothing of how long lists were")
  func nulls() throws {
    let baseline = try shape((0..<20).map { $0 % 5 == 0 ? #"{"a":[1,2]}"# : #"{"a":null}"# })
    let found = changes(from: baseline, to: try shape([#"{"a":[]}"#]))
    #expect(found.map(summary) == ["list-emptied $.a: 2 elements -> empty (1 of 1)"])
    #expect(found.flatMap(\.samples).map(\.formerResponses) == [4])
  }

  @Test("An open change is left out of the baseline, and the same response shows it again; a learned one is no news")
  func absorbing() throws {
    let baseline = try shape(Self.lists)
    let observed = try shape([Self.list(3)])
    let found = changes(from: baseline, to: observed)
    #expect(changes(from: baseline.absorbing(observed, except: found), to: observed).map(\.kind) == [.listShortened])
    #expect(changes(from: baseline.absorbing(observed, except: []), to: observed) == [])
  }
}
