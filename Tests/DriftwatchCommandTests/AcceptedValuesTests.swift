import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("What was accepted stays accepted, whatever values the next responses hold")
struct AcceptedValuesTests {
  /// What a finding of `rule` says is there, at the time of accepting and later.
  struct FormCase: Sendable, CustomTestStringConvertible {
    let rule: RuleID
    let accepted: String
    let form: String?
    let later: String
    let isCovered: Bool
    var testDescription: String { "\(rule.rawValue): \(accepted), then \(later)" }

    init(_ rule: RuleID, _ accepted: String, as form: String?, then later: String, _ isCovered: Bool = true) {
      (self.rule, self.accepted, self.form, self.later, self.isCovered) = (rule, accepted, form, later, isCovered)
    }
  }

  private static let place = RequestKey(
    contract: "shop", endpoint: "products", request: "r", environment: "production", perspective: "default")

  private static func finding(_ rule: RuleID, _ actual: String) -> Finding {
    Finding(rule: rule, level: .warning, place: place, path: "$.a", actual: actual, message: "x")
  }

  @Test(
    "The form is the kind, never a value; another kind is another form",
    arguments: [
      FormCase(.decodeTypeMismatch, #"string "1283""#, as: "string", then: #"string "1290""#),
      FormCase(.decodeTypeMismatch, #"string "1283""#, as: "string", then: "number 7", false),
      FormCase(.decodeTypeMismatch, "object", as: "object", then: "object {amount}"),
      FormCase(.decodeKeyNotFound, "nothing", as: "absent", then: "object {x}"),
      FormCase(.decodeValueNotFound, "null", as: "null", then: "null"),
      FormCase(.decodeNumberOutOfRange, "number 872", as: nil, then: "number 900"),
      FormCase(.decodeDateUnparsable, #"string "1 May""#, as: nil, then: #"string "2 May""#),
      FormCase(.decodeDataCorrupted, #"string "x""#, as: nil, then: "object"),
      FormCase(.decodePlatformDependent, #"string "a b""#, as: nil, then: #"string "c d""#),
      FormCase(.decodeCrash, "fatal error: 17", as: nil, then: "fatal error: 18"),
      FormCase(
        .decodeEnumUnknownValue, #"string "Deserts""#, as: #"string "Deserts""#, then: #"string "Tundra""#, false),
      FormCase(.fieldScaleChanged, "1700002100000 to 1700004283000", as: nil, then: "1700005000000"),
      FormCase(.fieldTypeChanged, "object {amount, currency}", as: "object", then: "object {amount, currency, vat}"),
      FormCase(
        .fieldTypeChanged, "object {'} or x'} or array of string", as: "object or array of string", then: "array"),
      FormCase(.fieldTypeWidened, "number or string", as: "number or string", then: "number or object {a}", false),
      FormCase(.fieldRemoved, "absent", as: "absent", then: "absent"),
      FormCase(
        .fieldBecameOptional, #"absent where type is "promo""#, as: "absent", then: #"absent where type is "sale""#),
      FormCase(.fieldBecameNullable, "null", as: "null", then: "null"),
      FormCase(.fieldFormatChanged, "text", as: "text", then: "digits", false),
      FormCase(
        .fieldEnumValueAdded, #"new values "a", "b""#, as: #"new values "a", "b""#, then: #"new value "b""#),
      FormCase(.fieldEnumValueAdded, #"new value "a""#, as: #"new value "a""#, then: #"new values "a", "b""#, false),
      FormCase(.fieldRenamed, "image_url", as: "image_url", then: "picture", false),
    ])
  func forms(_ c: FormCase) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    var acceptance = Acceptance(of: Self.finding(c.rule, c.accepted), by: "Ann", reason: "x", at: now)
    #expect(acceptance.form == c.form)
    #expect(acceptance.covers(Self.finding(c.rule, c.accepted), at: now))
    #expect(acceptance.covers(Self.finding(c.rule, c.later), at: now) == c.isCovered)
    // As files and ledgers have it that were written before.
    acceptance.form = c.accepted
    #expect(acceptance.covers(Self.finding(c.rule, c.later), at: now) == c.isCovered)
    #expect(acceptance.effectiveForm == c.form)
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
        #expect(!file.contains("7283") && file.contains(#""form" : "string""#), "\(file)")
      }
      for first in [7283, 7290, 8100, 9000] {
        let ending = try await driftwatch.round(Self.people(first), "--fail-on", "warning")
        #expect(ending.code == 0, "\(ending.text)")
      }
      let worse = Self.people(1).replacing("\"name\":\"Ada\"", with: "\"name\":1")
      #expect(try await driftwatch.round(worse, "--quiet").code == 1, "another member is another matter")
    }
  }

  @Test("A file that holds a value of the vendor's is still read, and counts for the kind")
  func formerFile() async throws {
    let driftwatch = try Driftwatch(.quick)
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    func entry(_ rule: String, _ form: String) -> String {
      #"{"endpoint":"people","rule":"\#(rule)","path":"$[*].id","by":"Ann","reason":"x","form":"\#(form)"}"#
    }
    let entries = [entry("decode-type-mismatch", #"string \"1283\""#), entry("field-type-changed", "string")]
    try driftwatch.place.write(
      #"{"schemaVersion":1,"accepted":[\#(entries.joined(separator: ","))]}"#, to: "Contracts/Quick/accepted.json")
    let ending = try await driftwatch.round(Self.people(7), "--fail-on", "warning")
    #expect(ending.code == 0, "\(ending.text)")
  }
}
