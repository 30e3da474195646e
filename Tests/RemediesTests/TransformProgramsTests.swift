import DriftModel
import Foundation
import TestSupport
import Testing

@testable import Remedies

private let tools = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }

/// One change, what it is made of, and what it makes: the value stands as the member `m` of each element of `list`.
struct ChangeCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let action: TransformStep.Action
  let element: String
  let expected: String

  init(_ action: TransformStep.Action, _ element: String, _ expected: String) {
    testDescription = "\(action)"
    (self.action, self.element, self.expected) = (action, element, expected)
  }

  static let all = [
    ChangeCase(.move(from: ["n"]), #"{"n":1}"#, #"{"m":1}"#),
    ChangeCase(.move(from: ["n", "o"]), #"{"m":null,"n":{"o":1}}"#, #"{"m":1,"n":{"o":1}}"#),
    ChangeCase(.move(from: ["n"]), #"{"m":2,"n":1}"#, #"{"m":2,"n":1}"#),
    ChangeCase(.fill(.array([])), #"{"m":null}"#, #"{"m":[]}"#),
    ChangeCase(.fill(.string("a \"b\" \\(c)")), #"{}"#, #"{"m":"a \"b\" \\(c)"}"#),
    // What JSON and Swift escape in different ways.
    ChangeCase(.fill(.string("\u{7}\u{2028}\u{0}\r\n🙂")), #"{}"#, #"{"m":"\u0007\u2028\u0000\r\n🙂"}"#),
    ChangeCase(.move(from: ["\u{1b}\\(c)"]), #"{"\u001b\\(c)":1}"#, #"{"m":1}"#),
    ChangeCase(.unwrap("v"), #"{"m":{"v":1.5,"w":2}}"#, #"{"m":1.5}"#),
    ChangeCase(.unwrap("v"), #"{"m":{"w":2}}"#, #"{"m":{"w":2}}"#),
    ChangeCase(.wrap("v"), #"{"m":1}"#, #"{"m":{"v":1}}"#),
    ChangeCase(.first, #"{"m":[3,4]}"#, #"{"m":3}"#),
    ChangeCase(.first, #"{"m":[]}"#, #"{"m":null}"#),
    ChangeCase(.list, #"{"m":3}"#, #"{"m":[3]}"#),
    ChangeCase(.list, #"{"m":null}"#, #"{"m":null}"#),
    ChangeCase(.values, #"{"m":{"b":2,"a":1}}"#, #"{"m":[1,2]}"#),
    ChangeCase(.number, #"{"m":"-12.50"}"#, #"{"m":-12.50}"#),
    ChangeCase(.number, #"{"m":"12 EUR"}"#, #"{"m":"12 EUR"}"#),
    ChangeCase(.text, #"{"m":12}"#, #"{"m":"12"}"#),
    ChangeCase(.text, #"{"m":true}"#, #"{"m":"true"}"#),
    ChangeCase(.flag(yes: "yes", no: "no"), #"{"m":"yes"}"#, #"{"m":true}"#),
    ChangeCase(.flag(yes: "1", no: "0"), #"{"m":0}"#, #"{"m":false}"#),
    ChangeCase(.flag(yes: "1", no: "0"), #"{"m":true}"#, #"{"m":true}"#),
    ChangeCase(.flagAsNumber, #"{"m":false}"#, #"{"m":0}"#),
    ChangeCase(.flagAsNumber, #"{"m":7}"#, #"{"m":7}"#),
    ChangeCase(.round, #"{"m":2.5}"#, #"{"m":3}"#),
    ChangeCase(.clamp(0, 255), #"{"m":-1}"#, #"{"m":0}"#),
    ChangeCase(.clamp(0, 255), #"{"m":7}"#, #"{"m":7}"#),
    ChangeCase(.replace(["x"], .string("y")), #"{"m":"x"}"#, #"{"m":"y"}"#),
    ChangeCase(.replace(["x"], .string("y")), #"{"m":"z"}"#, #"{"m":"z"}"#),
    ChangeCase(.replaceOther(kind: "string", .string("")), #"{"m":{"a":1}}"#, #"{"m":""}"#),
    ChangeCase(.cutFraction, #"{"m":"2026-01-31T10:00:00.123+02:00"}"#, #"{"m":"2026-01-31T10:00:00+02:00"}"#),
    ChangeCase(.completeDate, #"{"m":"2026-01-31"}"#, #"{"m":"2026-01-31T00:00:00Z"}"#),
    ChangeCase(.completeDate, #"{"m":"2026-01-31 10:00:00"}"#, #"{"m":"2026-01-31T10:00:00Z"}"#),
    ChangeCase(.completeDate, #"{"m":"2026-01-31T10:00:00Z"}"#, #"{"m":"2026-01-31T10:00:00Z"}"#),
    ChangeCase(.dateText(milliseconds: false), #"{"m":1767225600}"#, #"{"m":"2026-01-01T00:00:00Z"}"#),
    ChangeCase(.dateText(milliseconds: true), #"{"m":1767225600500}"#, #"{"m":"2026-01-01T00:00:00Z"}"#),
    ChangeCase(.mailDate, #"{"m":"Sun, 01 Feb 2026 08:30:00 GMT"}"#, #"{"m":"2026-02-01T08:30:00Z"}"#),
    ChangeCase(
      .hyphens, #"{"m":"6f9619ff8b86d011b42d00cf4fc964ff"}"#, #"{"m":"6f9619ff-8b86-d011-b42d-00cf4fc964ff"}"#),
  ]
}

@Suite("Programs of a transform")
struct TransformProgramsTests {
  /// Each change at a list of its own, so that one program holds all of them.
  private static let steps = ChangeCase.all.enumerated().map { index, entry in
    TransformStep(
      steps: [.member("list \(index)"), .elements, .member("m")], action: entry.action, title: "change \(index)")
  }
  private static let drops = [
    TransformStep(steps: [.member("a"), .elements], action: .drop(kind: "number"), title: "a"),
    TransformStep(steps: [.member("b"), .elements], action: .dropValues(["x"]), title: "b"),
    TransformStep(steps: [.member("c"), .elements], action: .dropHolding(["d", "e"], .absent), title: "c"),
    TransformStep(steps: [.member("f"), .elements], action: .dropHolding(["g"], .oneOf(["x"])), title: "f"),
    TransformStep(steps: [.member("h"), .elements], action: .dropHolding(["g"], .otherKind("string")), title: "h"),
    TransformStep(steps: [.member("i"), .values], action: .number, title: "i"),
  ]
  private static let others =
    #""a":[1,"2",null],"b":["x","y",1],"c":[{"d":{"e":1}},{"d":{}},{}],"f":[{"g":"x"},{"g":"y"},{}],"h":[{"g":"x"},{"g":1},{}],"i":{"k":"1"}"#
  private static let othersExpected =
    #""a":[1],"b":["y",1],"c":[{"d":{"e":1}}],"f":[{"g":"y"},{}],"h":[{"g":"x"},{}],"i":{"k":1}"#

  private static func document(_ part: KeyPath<ChangeCase, String>, _ others: String) -> String {
    "{" + ChangeCase.all.enumerated().map { "\"list \($0)\":[\($1[keyPath: part])]" }.joined(separator: ",")
      + ",\(others)}"
  }

  @Test("Each change makes what it should, and leaves alone what is no case of it")
  func changes() throws {
    var tree = try #require(JSONTree(Array(Self.document(\.element, Self.others).utf8)))
    for step in Self.steps + Self.drops { step.apply(to: &tree) }
    let expected = try #require(JSONTree(Array(Self.document(\.expected, Self.othersExpected).utf8)))
    for (index, entry) in ChangeCase.all.enumerated() {
      let (made, wanted) = (tree["list \(index)"]?.text, expected["list \(index)"]?.text)
      #expect(
        tree["list \(index)"].map { $0.means(expected["list \(index)"] ?? .null) } == true,
        "\(entry): \(made ?? ""), \(wanted ?? "")")
    }
    #expect(tree.means(expected), "\(tree.text)")
  }

  @Test("The program for jq and the function in Swift make the same")
  func programs() throws {
    try ExternalTool.jq.require()
    let steps = Self.steps + Self.drops
    let body = Array(Self.document(\.element, Self.others).utf8)
    var expected = try #require(JSONTree(body))
    for step in steps { step.apply(to: &expected) }
    let trial = ProgramTrial(environment: tools)
    for body in [body] {
      #expect(try trial.jq(TransformPrograms.jq(steps), on: [(body, expected)]) == .same)
      #expect(try trial.swift(TransformPrograms.swift(steps, subject: "a/b"), on: [(body, expected)]) == .same)
    }
    // A check that cannot fail would say the same of another response.
    #expect(
      try trial.jq(TransformPrograms.jq(Self.drops), on: [(body, expected)])
        == .differs("response 1 becomes another one"))
  }

  @Test("Changes of the whole response hold for a root of any kind")
  func roots() throws {
    try ExternalTool.jq.require()
    let unwrap = TransformStep(steps: [], action: .unwrap("data"), title: "")
    let body = Array(#"{"data":[1]}"#.utf8)
    let trial = ProgramTrial(environment: tools)
    #expect(try trial.jq(TransformPrograms.jq([unwrap]), on: [(body, .array([.number("1")]))]) == .same)
    #expect(try trial.jq(TransformPrograms.jq([unwrap]), on: [(Array("[1]".utf8), .array([.number("1")]))]) == .same)
  }
}
