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
      words: "Header field X-Total-Count is missing, in which the app reads a whole number."),
    Case(
      testDescription: "an essential one is no number", change: ["X-Total-Count": "many"], level: .breaking,
      words: "Header field X-Total-Count is a text of 4 bytes, and the app reads a whole number in it."),
    Case(testDescription: "beyond a number", change: ["X-Total-Count": "99999999999999999999"], level: .breaking),
    Case(
      testDescription: "a fraction is no whole number", change: ["X-Total-Count": "48.5"], level: .breaking,
      words: #"Header field X-Total-Count is "48.5", and the app reads a whole number in it."#),
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

  @Test("Where versions read header fields, nothing is asked for on condition: a 304 does not repeat them")
  func notModified() async throws {
    for count in ["48", "many", "49"] {
      try scenario.tell("counted", "[]", etag: "\"a\"", headers: ["X-Total-Count": count])
      let round = try await scenario.round(["catalog": ["counted"]])
      #expect(round.exitCode == (count == "many" ? 1 : 0))
    }
    #expect(try scenario.requests("counted").allSatisfy { !$0.isConditional })
  }

  private struct StandIn: CustomTestStringConvertible, Sendable {
    let headers: [ResponseHeader]
    let value: String
    let expected: String?
    var testDescription: String { "\(headers.map(\.kind)) of \(value)" }

    init(_ kinds: ResponseHeader.Kind..., of value: String, is expected: String?, isOptional: Bool = false) {
      headers = kinds.map { ResponseHeader("X-Field", $0, isOptional: isOptional) }
      (self.value, self.expected) = (value, expected)
    }
  }

  @Test(
    "What stands in a recording is read in the same way by every version, and tells nothing",
    arguments: [
      StandIn(.number, of: "48213", is: "1"), StandIn(.number, of: "0", is: "0"), StandIn(.number, of: "-3", is: "-1"),
      StandIn(.number, of: "many of Ada", is: "recorded"), StandIn(.text, of: "W/\"secret\"", is: "recorded"),
      StandIn(.text, of: "", is: ""), StandIn(.number, .text, of: "48213", is: "1"),
      StandIn(.text, .number, of: "48213", is: "1"),
      StandIn(.date, of: "Sun, 06 Nov 1994 08:49:37 GMT", is: "Sun, 06 Nov 1994 08:49:37 GMT"),
      StandIn(.date, of: "Ada", is: "recorded"),
      StandIn(.link("next"), of: "</people?token=1>; rel=next", is: #"<https://recorded.invalid/>; rel="next""#),
      StandIn(
        .link("next"), .link("last"), of: "</a>; rel=next, </b>; rel=last",
        is: #"<https://recorded.invalid/>; rel="next last""#),
      StandIn(.link("next"), of: "</ada>; rel=prev", is: #"<https://recorded.invalid/>; rel="other""#),
      StandIn(
        .link("next"), of: "</ada>; rel=prev", is: #"<https://recorded.invalid/>; rel="other""#, isOptional: true),
      StandIn(.link("next"), of: "ada", is: "recorded"),
    ])
  private func standIn(_ one: StandIn) { #expect(one.headers.standIn(for: one.value) == one.expected) }

  @Test("Several fields are several incidents: one heals while another breaks, and one that is accepted is no other")
  func apart() async throws {
    _ = try await round(Self.good)
    let broken = try await round(["X-Total-Count": "many", "Last-Modified": "Ada"], body: #"[{"id": 2, "name": "B"}]"#)
    #expect(broken.report.incidents.count == 3, "\(broken.report.incidents)")
    let changed = try await round(
      ["X-Total-Count": "4", "Last-Modified": "Ada", "Link": "x"], body: #"[{"id": 3, "name": "C"}]"#)
    let kinds = changed.result.transitions.map(\.kind)
    #expect(kinds.count { $0 == .resolved } == 1 && kinds.count { $0 == .opened } == 1, "\(kinds)")
  }

  @Test("One response without an essential field among others that have it is looked at twice")
  func confirmed() async throws {
    _ = try await round(Self.good)
    let before = try scenario.requests("counted").count
    let lost = try await round(["ETag": "\"a\""], body: #"[{"id": 2, "name": "Desk"}]"#)
    #expect(lost.exitCode == 1)
    #expect(try scenario.requests("counted").count == before + 2)
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
    #expect(problems(ResponseHeader("Link", .link("next")), ResponseHeader("link", .link("last"))) == 0)
  }
}
