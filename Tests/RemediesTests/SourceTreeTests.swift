import Testing

@testable import Remedies

@Suite("What the compiler says of files")
struct SourceTreeTests {
  @Test(
    "Other names of a type are what they stand for, through any number of them; the nearest counts",
    arguments: [
      ("Celsius", "A", "Double"), ("Degrees?", "A", "Double?"), ("[Degrees]", "A", "[Double]"),
      ("[String: Celsius]", "A", "[String: Double]"), ("Celsius", "B", "Int"), ("B.Celsius", "A", "Int"),
      ("Celsius", "C", "Celsius"), ("Int", "A", "Int"), ("Celsiuses", "A", "Celsiuses"),
    ])
  func aliases(_ type: String, _ owner: String, _ result: String) {
    var tree = SourceTree()
    tree.aliases = ["Celsius": "Double", "Degrees": "Celsius", "B.Celsius": "Int"]
    tree.types["C.Celsius"] = SourceTree.Declaration(
      name: "C.Celsius", usr: "", kind: .structure, file: "A.swift", range: 0..<0)
    #expect(tree.resolved(type, in: owner) == result)
  }

  @Test("Other names are read from the compiler's tree, but not those with generic parameters")
  func readAliases() throws {
    let text = "typealias Celsius = Double\ntypealias List<T> = [T]\n"
    let dump = #"""
      {"_kind":"source_file","filename":"A.swift","items":[
      {"_kind":"typealias","range":{"start":0,"end":20},"name":{"base_name":{"name":"Celsius"}}},
      {"_kind":"typealias","range":{"start":27,"end":49},"name":{"base_name":{"name":"List"}},"generic_signature":{}}]}
      """#
    let tree = try SourceTree(
      dump: Array(dump.utf8), sources: ["A.swift": SourceText(path: "A.swift", bytes: Array(text.utf8))])
    #expect(tree.aliases == ["Celsius": "Double"])
  }
}
