import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("Each way of seeing nothing, from the good response before it to the next, on every surface")
struct BlindSurfacesTests {
  /// What a place on the loopback server says.
  private struct Told: Encodable, Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var group = Driftwatch.Fixture.quick
    var target = "quick/people"
    /// What is told at which path while all is well, and while it is not; `nil`: nothing listens there.
    var good = ["people": Told(body: #"[{"id":1,"name":"Ada"}]"#)]
    let bad: [String: Told]?
    /// The file that holds the credential, which is not there while all is not well.
    var secret: String?
    let outcome: Outcome
    let rule: RuleID
    /// What the reason holds.
    let words: String
    /// The exit code once it has lasted.
    var code: Int32 = 3
    /// Versions that are hit.
    var versions: [String] = []
  }

  private static let list = Told(body: #"[{"id":1,"name":"Ada","url":"/told/detail/1"}]"#)

  private static let cases: [Case] = [
    Case(
      testDescription: "gone for good", bad: ["people": Told(status: 410)], outcome: .gone, rule: .watchGone,
      words: "410", code: 1, versions: ["v1"]),
    Case(
      testDescription: "moved to another host for good",
      bad: ["people": Told(status: 308, headers: ["Location": "http://127.0.0.2:9/people"])], outcome: .refused,
      rule: .watchRefused, words: "leads to another origin, http://127.0.0.2:9; put the new address"),
    Case(
      testDescription: "nobody listens", bad: nil, outcome: .transport, rule: .watchUnreachable, words: "no connection"),
    Case(
      testDescription: "GraphQL errors", group: .polite, target: "walk/search",
      good: ["graphql": Told(body: #"{"data":{"people":[{"id":1}]}}"#)],
      bad: ["graphql": Told(body: #"{"data":null,"errors":[{"message":"try later"}]}"#)], outcome: .requestError,
      rule: .watchUnreadable, words: "try later"),
    Case(
      testDescription: "a parent without links", group: .polite, target: "walk/detail",
      good: ["list": list, "detail/1": Told(body: #"{"id":1}"#)],
      bad: ["list": Told(body: #"[{"id":1,"name":"Ada","url":null}]"#)], outcome: .notChecked, rule: .watchUnconfigured,
      words: "list holds no link at $[*].url"),
    Case(
      testDescription: "a credential that cannot be read", group: .wild, target: "filed/reflect-200",
      good: ["reflect/200": Told(body: #"[{"id":1,"name":"Ada"}]"#)], bad: [:], secret: "secret.txt",
      outcome: .auth, rule: .watchUnconfigured, words: "secret.txt"),
  ]

  private struct Report: Decodable {
    struct Endpoint: Decodable {
      let outcome: Outcome
      let reason: String?
    }
    struct Finding: Decodable {
      struct Version: Decodable { let version: String }
      let rule: RuleID
      let level: Level
      let versions: [Version]
    }
    let endpoints: [Endpoint]
    let findings: [Finding]
  }

  @Test(
    "It is an incident once it lasts, told once, seen everywhere, and over with the next good response",
    arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(scene.group)
    let place = driftwatch.place
    let server = try HostileServer(files: place.path("told"))
    let closed = try ClosedPort()
    defer { withExtendedLifetime(closed) {} }
    func tell(_ all: [String: Told]) throws {
      for (path, told) in all {
        try place.write(String(decoding: try JSONEncoder().encode(told), as: UTF8.self), to: "told/\(path).http.json")
      }
      guard let secret = scene.secret else { return }
      let path = try place.write(Driftwatch.canary, to: secret)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    try place.write(#"{"blindAfter": 0.001, "blindChecks": 2}"#, to: "driftwatch.json")
    let contract = scene.target.prefix { $0 != "/" }
    func check(_ host: String? = nil, _ options: String...) async throws -> Program.Ending {
      let all = [
        "check", scene.target, "--base-url", "\(contract)=\(host ?? server.url("/told"))", "--environment",
        "production",
        "--db", driftwatch.ledger,
      ]
      // No file may hold a secret after a call, but for the one that the contract names.
      let ending = try await driftwatch.start(all + options).end()
      #expect(!(ending.text + ending.errors).contains(Driftwatch.canary))
      return ending
    }
    func call(_ words: String...) async throws -> Program.Ending {
      try await driftwatch.start(words + ["--db", driftwatch.ledger]).end()
    }
    try tell(scene.good)
    let first = try await check()
    #expect(first.code == 0, "\(first.text)\(first.errors)")
    let host = scene.bad == nil ? "http://127.0.0.1:\(closed.number)" : nil
    try tell(scene.bad ?? [:])
    if let secret = scene.secret { try FileManager.default.removeItem(atPath: place.path(secret)) }
    #expect(try await check(host).code == 3)
    #expect(try await call("report").text.isEmpty, "one check is no incident")

    let (json, junit) = (place.path("report.json"), place.path("report.xml"))
    let blind = try await check(host, "--output", "json=\(json)", "--output", "junit=\(junit)")
    #expect(blind.code == scene.code && blind.text.hasPrefix(scene.code == 1 ? "BREAKING: " : "COULD NOT CHECK: "))
    let report = try JSONDecoder().decode(Report.self, from: try Data(contentsOf: URL(filePath: json)))
    #expect(report.endpoints.map(\.outcome) == [scene.outcome])
    #expect(report.endpoints.first?.reason?.contains(scene.words) == true, "\(report.endpoints)")
    let finding = try #require(report.findings.first { $0.rule.family == .watch })
    #expect(finding.rule == scene.rule && finding.level == (scene.code == 1 ? .breaking : .warning))
    #expect(finding.versions.map(\.version) == scene.versions)
    let cases = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(cases.contains(#"<error type="\#(scene.outcome.rawValue)" message=""#), "\(cases)")

    let told = try await call("report").text
    #expect(told.contains("NEW  \(scene.code == 1 ? "BREAKING" : "NOT CHECKED")   \(scene.target)"), "\(told)")
    #expect(told.contains("\n  to do     ") && told.contains("2 checks in a row"), "\(told)")
    #expect(try await call("report").text.isEmpty, "it is told once")
    let incidents = try await call("incidents").text
    let id = String(try #require(incidents.firstMatch(of: #/(?m)^([0-9A-F]{4,}) +open/#)?.1, "\(incidents)"))
    #expect(incidents.contains(scene.target))
    #expect(try await call("show", id).text.hasPrefix("\(id)  OPEN  "))
    let status = try await call("status")
    #expect(status.code == 3 && status.text.contains("\(scene.target) has had no response since"), "\(status.text)")
    let name = scene.target.drop { $0 != "/" }.dropFirst()
    #expect(
      try await call("status", "--format", "prometheus").text.contains(
        "blind_since_timestamp_seconds{contract=\"\(contract)\",endpoint=\"\(name)\""))

    try tell(scene.good)
    #expect(try await check().code == 0)
    #expect(try await call("report").text.hasPrefix("RESOLVED: "))
    #expect(try await call("status").code == 0)
  }
}
