import ContractKit
import DriftModel
import DriftRules
import Foundation
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

@Suite("Header fields that versions read")
struct HeaderTests {
  private let scenario: LiveScenario
  private static let good = ["X-Total-Count": "48", "ETag": "\"a\""]

  init() throws { scenario = try LiveScenario([catalog]) }

  private func round(_ headers: [String: String], body: String = #"[{"id": 1, "name": "Lamp"}]"#) async throws
    -> RecordedScenario.Round
  {
    // No tag is twice the same, so that there is no 304.
    let headers = headers.mapValues { $0 == "\"a\"" ? "\"\(scenario.clock.timeIntervalSince1970)\"" : $0 }
    try scenario.tell("counted", body, etag: nil, headers: headers)
    return try await scenario.round(["catalog": ["counted"]])
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: [String: String?]
    var level: Level?
    var words = ""
  }

  private static let cases: [Case] = [
    Case(testDescription: "all are right", change: [:]),
    Case(
      testDescription: "an essential one is missing", change: ["X-Total-Count": String?.none], level: .breaking,
      words: "The response has no header field X-Total-Count, in which the app reads a whole number."),
    Case(
      testDescription: "an essential one is no number", change: ["X-Total-Count": "many"], level: .breaking,
      words: #"The header field X-Total-Count is "many", and the app reads a whole number in it."#),
    Case(testDescription: "beyond a number", change: ["X-Total-Count": "99999999999999999999"], level: .breaking),
    Case(testDescription: "a fraction is no whole number", change: ["X-Total-Count": "48.5"], level: .breaking),
    Case(testDescription: "another one is missing", change: ["ETag": String?.none], level: .warning),
    Case(testDescription: "an optional link is right", change: ["Link": "</counted?page=2>; rel=next"]),
    Case(testDescription: "an optional link of another relation", change: ["Link": "</counted>; rel=prev"]),
    Case(testDescription: "an optional link is none", change: ["Link": "page 2"], level: .warning),
    Case(testDescription: "an optional date is right", change: ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]),
    Case(testDescription: "an optional date is none", change: ["Last-Modified": "1994-11-06"], level: .warning),
  ]

  @Test(
    "What is missing or cannot be read is found at once, and is over with the next right response", arguments: cases)
  private func found(_ one: Case) async throws {
    var headers = Self.good
    for (name, value) in one.change { headers[name] = value }
    #expect(try await round(Self.good).report.findings.filter { $0.level > .info } == [])
    let changed = try await round(headers, body: #"[{"id": 2, "name": "Desk"}]"#)
    let findings = changed.report.findings.filter { $0.level > .info }
    #expect(findings.map(\.rule) == (one.level == nil ? [] : [.decodeHeaderUnreadable]), "\(findings)")
    #expect(findings.first?.level == one.level)
    if !one.words.isEmpty { #expect(findings.first?.message == one.words) }
    #expect(changed.exitCode == (one.level == .breaking ? 1 : 0))
    // The same response again changes nothing; a right one resolves it.
    #expect(try await round(headers, body: #"[{"id": 2, "name": "Desk"}]"#).result.transitions.isEmpty)
    // The body of the second response with other header fields is no unchanged response.
    let sameBody = try await round(Self.good, body: #"[{"id": 2, "name": "Desk"}]"#)
    #expect(sameBody.report.findings.filter { $0.level > .info } == [])
    let mended = try await round(Self.good)
    #expect(mended.report.findings.filter { $0.level > .info } == [] && mended.exitCode == 0)
  }

  @Test("A response that was not modified says nothing of header fields")
  func notModified() async throws {
    try scenario.tell("counted", "[]", etag: "\"a\"", headers: Self.good)
    try await scenario.round(["catalog": ["counted"]])
    try scenario.tell("counted", "[]", etag: "\"a\"", headers: [:], isNotModified: true)
    let second = try await scenario.round(["catalog": ["counted"]])
    #expect(second.outcome("counted") == .unchanged && second.report.findings.filter { $0.level > .info } == [])
  }

  @Test(
    "What stands in a recording is read in the same way, and tells nothing",
    arguments: [
      (ResponseHeader.Kind.number, "48213", "1"), (.number, "0", "0"), (.number, "-3", "-1"),
      (.number, "many of Ada", "unreadable"), (.text, "W/\"secret\"", "recorded"), (.text, "", ""),
      (.date, "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"), (.date, "Ada", "unreadable"),
      (.link("next"), "</people?token=1>; rel=next", #"<https://recorded.invalid/>; rel="next""#),
      (.link("next"), "</ada>; rel=prev", "unreadable"),
    ] as [(ResponseHeader.Kind, String, String)])
  func standIn(kind: ResponseHeader.Kind, value: String, expected: String) {
    #expect(kind.standIn(for: value) == expected && kind.reads(expected) == kind.reads(value))
  }

  @Test("What is wrong with them is a problem of the contract")
  func problems() {
    struct Body: Decodable {}
    func problems(_ headers: ResponseHeader...) -> Int {
      let version = Version("v1") { Reads("list", as: Body.self, headers: headers) }
      return Contract("shop", baseURL: "https://example.com", versions: [version]) { Endpoint("list", get: "/") }
        .problems().count
    }
    #expect(problems(ResponseHeader("ETag"), ResponseHeader("Link", .link("next"))) == 0)
    #expect(problems(ResponseHeader("")) == 1 && problems(ResponseHeader("a b")) == 1)
    #expect(problems(ResponseHeader("Link", .link(""))) == 1)
    #expect(problems(ResponseHeader("ETag"), ResponseHeader("etag")) == 1)
  }
}
