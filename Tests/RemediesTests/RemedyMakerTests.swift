import DriftModel
import Foundation
import Testing

@testable import Remedies

@Suite("Edits of enumerations, and what is not edited")
struct RemedyMakerTests {
  private func maker(_ text: String, wrapper: String? = nil, decodesItself: Bool = false) throws -> RemedyMaker {
    let source = SourceText(path: "A.swift", bytes: Array(text.utf8))
    var type = SourceTree.Declaration(
      name: "Status", usr: "", kind: .enumeration, file: "A.swift", range: 0..<source.bytes.count)
    let name = try #require(text.range(of: "paid"))
    let start = text[..<name.lowerBound].utf8.count
    type.cases = [("paid", start..<(start + 4))]
    type.hasTextValues = !decodesItself
    if decodesItself { type.decoding = SourceTree.Decoding(file: "A.swift", decoder: "decoder", calls: []) }
    type.properties = [
      SourceTree.Property(
        name: "status", usr: "", type: "Status", typeRange: 0..<0, offset: 0, isConstant: false, hasInitialValue: false,
        wrapper: wrapper)
    ]
    var tree = SourceTree()
    tree.types["Status"] = type
    var failure = FieldFailure(
      rule: .decodeEnumUnknownValue, pattern: "$.status",
      example: Finding.Example(pointer: "/status", excerpt: "\"refunded\""),
      property: "status", expected: "Status", found: "string", count: 1, total: 1)
    failure.owner = "Status"
    var breaking = try #require(Break(failure))
    breaking.values = [.string("refunded")]
    return RemedyMaker(tree: tree, sources: ["A.swift": source], breaking: breaking, reachable: [], converts: false)
  }

  @Test(
    "A new case stands where the last one does: beside it in one line with the braces, else in a line of its own",
    arguments: [
      ("enum Status: String { case paid }", "enum Status: String { case paid, refunded }"),
      ("enum Status: String {case paid}", "enum Status: String {case paid, refunded}"),
      ("enum Status: String {\n  case paid\n}", "enum Status: String {\n  case paid\n  case refunded\n}"),
    ])
  func newCase(_ text: String, _ result: String) throws {
    let maker = try maker(text)
    let remedy = try #require(maker.enumerations().first)
    let edited = SourceEdit.apply(remedy.edits, to: maker.sources)["A.swift"]
    #expect(edited.map { String(decoding: $0.bytes, as: UTF8.self) } == result)
  }

  @Test("What decodes what is not known gets lines of its own between the braces of one line")
  func catchAll() throws {
    let maker = try maker("enum Status: String { case paid }")
    let remedy = try #require(maker.enumerations().last)
    let edited = SourceEdit.apply(remedy.edits, to: maker.sources)["A.swift"]
    #expect(
      edited.map { String(decoding: $0.bytes, as: UTF8.self) } == """
        enum Status: String { case paid, unknown

          init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer().decode(String.self)
            self = Self(rawValue: value) ?? .unknown
          }
        }
        """)
  }

  @Test("What is not edited says why: a wrapper, or a type that decodes itself")
  func obstacles() throws {
    let text = "enum Status: String { case paid }"
    #expect(try maker(text).obstacle == nil)
    #expect(try maker(text, wrapper: "Default").obstacle == "behind the wrapper @Default, which is not edited")
    #expect(try maker(text, decodesItself: true).obstacle?.hasPrefix("Status decodes itself") == true)
  }
}
