import Foundation
import TestSupport
import Testing

/// Headers of a response that is fine, with the finding that tells of them.
struct AnnouncedCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let headers: [String: String]
  /// Its rule; nil: nothing is told.
  let rule: String?
  /// What the report says.
  let words: String

  init(_ headers: [String: String], _ rule: String? = nil, _ words: String = "") {
    testDescription = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    (self.headers, self.rule, self.words) = (headers, rule, words)
  }

  static let all = [
    Self(
      ["Warning": "299 - \"v1, the old one, ends soon\" \"Fri, 01 May 2026 00:00:00 GMT\""], "notice-warning",
      "\"v1, the old one, ends soon\""),
    Self(["Warning": "110 - \"Response is Stale\""], "notice-stale", "time was over"),
    Self(["Age": "4000", "Cache-Control": "public, max-age=3600"], "notice-stale", "time was over"),
    Self(["Age": "4000", "Cache-Control": "max-age=3600, stale-while-revalidate=600"]),
    Self(["Age": "90000"], "notice-stale", "time was over"), Self(["Age": "80000"]),
    Self(["Age": "old", "Warning": "soon"]),
    Self(["Sunset": "next year"], "notice-unreadable", "its Sunset header cannot be read: \"next year\""),
    Self(["Deprecation": "v1"], "notice-unreadable", "its Deprecation header cannot be read: \"v1\""),
    Self(["Deprecation": "false"]),
    Self(["Deprecation": "@1735689600"], "notice-deprecation", "deprecated since 2025-01-01"),
  ]
}

@Suite("What the wire says beside a response is told, and is no drift")
struct NoticeCommandTests {
  private struct Report: Decodable {
    struct Finding: Decodable {
      let rule: String
      let level: String
      let message: String
    }
    let findings: [Finding]
    var notices: [Finding] { findings.filter { $0.rule.hasPrefix("notice-") } }
  }

  /// What the server says is kept apart from the command's own files, which are searched for secrets.
  private let told: TemporaryPlace
  private let server: HostileServer

  init() throws {
    told = try TemporaryPlace()
    server = try HostileServer(files: told.url.path)
  }

  private func tell(_ path: String, status: Int = 200, headers: [String: String]) throws {
    let text: [String: Any] = ["status": status, "headers": headers, "body": status == 200 ? "[]" : ""]
    try told.write(
      String(decoding: try JSONSerialization.data(withJSONObject: text), as: UTF8.self), to: "\(path).http.json")
  }

  private func check(_ driftwatch: Driftwatch) async throws -> (notices: [Report.Finding], outcomes: [String]) {
    let ending = try await driftwatch.call(
      "check", "todo/categories", "--base-url", "todo=\(server.url("/told"))", "--db", driftwatch.ledger, "--format",
      "json")
    #expect(ending.code == 0)
    return (
      try JSONDecoder().decode(Report.self, from: ending.output).notices,
      try ReportJSON(ending.output).endpoints.map(\.outcome)
    )
  }

  @Test("A header is told as information, at each check", arguments: AnnouncedCase.all)
  func headers(_ c: AnnouncedCase) async throws {
    try tell("categories", headers: c.headers)
    let driftwatch = try Driftwatch()
    for _ in 1...2 {
      let (notices, outcomes) = try await check(driftwatch)
      #expect(notices.map(\.rule) == (c.rule.map { [$0] } ?? []) && outcomes == ["ok"])
      #expect(notices.allSatisfy { $0.level == "info" && $0.message.contains(c.words) }, "\(notices)")
    }
    if let rule = c.rule {
      let page = try await driftwatch.call("explain", rule)
      #expect(page.code == 0 && page.text.contains(rule))
    }
  }

  @Test(
    "A permanent redirect is followed and told with the new address, without its query and secrets",
    arguments: [301, 308, 302, 307])
  func moved(_ status: Int) async throws {
    let target = "/told/\(Driftwatch.canary)/new?key=\(Driftwatch.canary)"
    try tell("categories", status: status, headers: ["Location": target])
    try tell("\(Driftwatch.canary)/new", headers: [:])
    let driftwatch = try Driftwatch()
    let (notices, outcomes) = try await check(driftwatch)
    #expect(outcomes == ["ok"])
    guard [301, 308].contains(status) else {
      #expect(notices.isEmpty)
      return
    }
    #expect(notices.map(\.rule) == ["notice-moved"] && notices.map(\.level) == ["info"])
    let message = notices.first?.message ?? ""
    #expect(
      message.contains("\(server.url("/told/"))REDACTED/new with a query.") && !message.contains("key="), "\(message)")
  }

  @Test("Of several redirects, the first that is not for good ends the new address")
  func chain() async throws {
    try tell("categories", status: 301, headers: ["Location": "/told/second"])
    try tell("second", status: 308, headers: ["Location": "/told/third"])
    try tell("third", status: 302, headers: ["Location": "/told/fourth"])
    try tell("fourth", headers: [:])
    let (notices, _) = try await check(try Driftwatch())
    #expect(notices.map(\.rule) == ["notice-moved"])
    #expect(notices.first?.message.hasSuffix("/told/third.") == true, "\(notices)")
  }
}
