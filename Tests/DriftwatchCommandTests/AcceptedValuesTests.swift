import DriftModel
import DriftRules
import Foundation
import PayloadShape
import TestSupport
import Testing

@Suite("What was accepted stays accepted, whatever values the next responses hold")
struct AcceptedValuesTests {
  /// What is there at the time of accepting, and later.
  struct FormCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let accepted: ObservedForm?
    let later: ObservedForm?
    let isCovered: Bool

    init(_ name: String, _ accepted: ObservedForm?, then later: ObservedForm?, _ isCovered: Bool = true) {
      (testDescription, self.accepted, self.later, self.isCovered) = (name, accepted, later, isCovered)
    }
  }

  private static let key = RequestKey(
    contract: "shop", endpoint: "products", request: "r", environment: "production", perspective: "default")

  private static func finding(_ form: ObservedForm?) -> Finding {
    Finding(rule: .fieldTypeChanged, level: .warning, key: key, path: "$.a", message: "x") { $0.form = form }
  }

  private static func kinds(_ kinds: ObservedForm.Kind..., of elements: [ObservedForm.Kind]? = nil) -> ObservedForm {
    ObservedForm(kinds: kinds, elements: elements)
  }

  @Test(
    "The form is the kind, never a value; another kind is another form",
    arguments: [
      FormCase("the same kind", kinds(.string), then: kinds(.string)),
      FormCase("another kind", kinds(.string), then: kinds(.number), false),
      FormCase("absent, then null", kinds(.absent), then: kinds(.null), false),
      FormCase("null at times, then always", kinds(.null), then: kinds(.alwaysNull), false),
      FormCase("whole numbers that became fractions, then texts", kinds(.fraction), then: kinds(.string), false),
      FormCase("fewer kinds", kinds(.object, .array, of: [.string]), then: kinds(.object)),
      FormCase("an array without elements", kinds(.object, .array, of: [.string]), then: kinds(.array)),
      FormCase("elements of another kind", kinds(.array, of: [.string]), then: kinds(.array, of: [.number]), false),
      FormCase("a further kind", kinds(.number, .string), then: kinds(.number, .object), false),
      FormCase("a value is at fault, whichever", nil, then: nil),
      FormCase("any form", nil, then: kinds(.object)),
      FormCase("a form where none was known", kinds(.object), then: nil, false),
      FormCase("another format", ObservedForm(formats: [.text]), then: ObservedForm(formats: [.digits]), false),
      FormCase("fewer new values", ObservedForm(values: ["a", "b"]), then: ObservedForm(values: ["b"])),
      FormCase("more new values", ObservedForm(values: ["a"]), then: ObservedForm(values: ["a", "b"]), false),
      FormCase(
        "a value that is not listed", ObservedForm(values: ["a"]),
        then: ObservedForm(values: ["a"], hasUnlistedValues: true), false),
      FormCase("another name", ObservedForm(name: "image_url"), then: ObservedForm(name: "picture"), false),
      FormCase(
        "a further loss", ObservedForm(losses: ["erased $.a"]),
        then: ObservedForm(losses: ["erased $.a", "erased $.b"]),
        false),
    ])
  func forms(_ c: FormCase) throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let acceptance = Acceptance(of: Self.finding(c.accepted), by: "Ann", reason: "x", at: now)
    #expect(acceptance.form == c.accepted)
    #expect(acceptance.covers(Self.finding(c.accepted), at: now))
    #expect(acceptance.covers(Self.finding(c.later), at: now) == c.isCovered)
    let stored = try JSONDecoder().decode(Acceptance.self, from: JSONEncoder().encode(acceptance))
    #expect(stored == acceptance)
  }

  private static func people(_ first: Int) -> String {
    "[" + (0..<6).map { #"{"id":"\#(first + $0)","name":"Ada","email":"a@example.org"}"# }.joined(separator: ",") + "]"
  }

  @Test("A member that turned into text is accepted once, in the ledger or in a file, and the next values are covered")
  func nextValues() async throws {
    for options in [[], ["--to-file"]] {
      let driftwatch = try Driftwatch(.quick)
      try driftwatch.place.write("", to: "Contracts/Quick/Contract.swift")
      for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
      let broken = try ReportJSON(try await driftwatch.round(Self.people(7283), "--format", "json").output)
      let id = try #require(broken.incidents.first?.incident.id)
      try await driftwatch.call(
        ["accept", id, "--by", "Ann", "--reason", "known", "--db", driftwatch.ledger] + options)
      if !options.isEmpty {
        let file = try String(contentsOfFile: driftwatch.place.path("Contracts/Quick/accepted.json"), encoding: .utf8)
        #expect(!file.contains("7283") && file.contains(#""kinds" : ["#) && file.contains(#""string""#), "\(file)")
      }
      for first in [7283, 7290, 8100, 9000] {
        let ending = try await driftwatch.round(Self.people(first), "--fail-on", "warning")
        #expect(ending.code == 0, "\(ending.text)")
      }
      let worse = Self.people(1).replacing("\"name\":\"Ada\"", with: "\"name\":1")
      #expect(try await driftwatch.round(worse, "--quiet").code == 1, "another member is another matter")
    }
  }

  @Test("What a file says of a form is read as it was written, and a slip in it is exit 2 with the nearest right word")
  func fileForms() async throws {
    let driftwatch = try Driftwatch(.quick)
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    func write(_ form: String) throws {
      func entry(_ rule: String) -> String {
        #"{"endpoint":"people","rule":"\#(rule)","path":"$[*].id","by":"Ann","reason":"x","form":\#(form)}"#
      }
      let entries = [entry("decode-type-mismatch"), entry("field-type-changed")]
      try driftwatch.place.write(
        #"{"schemaVersion":1,"accepted":[\#(entries.joined(separator: ","))]}"#, to: "Contracts/Quick/accepted.json")
    }
    try write(#"{"kinds":["string"]}"#)
    #expect(try await driftwatch.round(Self.people(7), "--fail-on", "warning").code == 0)
    for (form, word) in [
      (#"{"kinds":["strin"]}"#, "string"), (#"{"kind":["string"]}"#, "kinds"), (#""string""#, "form"), ("{}", "form"),
      (#"{"kinds":"string"}"#, "list"), (#"{"name":1}"#, "text"), (#"{"hasUnlistedValues":1}"#, "true or false"),
    ] {
      try write(form)
      let ending = try await driftwatch.round(Self.people(7), "--quiet")
      #expect(ending.code == 2 && ending.errors.contains(word), "\(form): \(ending.errors)")
    }
  }
}
