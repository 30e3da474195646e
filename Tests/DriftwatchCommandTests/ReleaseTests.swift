import Foundation
import TestSupport
import Testing

@Suite("Releases that have not shipped yet, or have retired")
struct ReleaseTests {
  private struct Versions: Decodable {
    struct Endpoint: Decodable {
      struct Version: Decodable {
        let version: String
        let status: String
        let verdict: String
      }
      let versions: [Version]
    }
    let endpoints: [Endpoint]
  }

  private static let withoutEmail = list(#""name":"Ada""#)
  private static let withEmail = list(#""name":"Ada","email":"ada@example.org""#)

  private static func list(_ members: String) -> String {
    "[" + (1...6).map { "{\"id\":\($0),\(members)}" }.joined(separator: ",") + "]"
  }

  /// `dated` on a day, in a ledger that lasts.
  private func check(_ driftwatch: Driftwatch, _ response: String, on day: String) async throws -> Program.Ending {
    try driftwatch.place.write(response, to: "\(day)/dated/people/index.json")
    return try await driftwatch.call(
      "check", "dated", "--from", driftwatch.place.path(day), "--db", driftwatch.ledger, "--format", "json")
  }

  private func words(_ ending: Program.Ending) throws -> [String] {
    try JSONDecoder().decode(Versions.self, from: ending.output).endpoints.flatMap(\.versions).map {
      "\($0.version) \($0.status) \($0.verdict)"
    }
  }

  @Test("No version is judged on responses older than itself, and the baseline is one before and after")
  func shipping() async throws {
    let driftwatch = try Driftwatch(.releases)
    let before = try await check(driftwatch, Self.withEmail, on: "2024-02-29")
    #expect(try before.code == 0 && words(before).isEmpty)
    let first = try await check(driftwatch, Self.withEmail, on: "2024-03-01")
    #expect(try first.code == 0 && words(first) == ["v1 supported decodes"])
    // The address was learned before anybody read it, so that its loss is known; the release that needs it has not shipped.
    let without = try await check(driftwatch, Self.withoutEmail, on: "2025-01-31")
    #expect(try without.code == 0 && words(without) == ["v1 supported decodes"])
    #expect(
      try ReportJSON(without.output).findings.map { "\($0.level) \($0.rule) \($0.path)" } == [
        "info field-removed $[*].email"
      ])
    let second = try await check(driftwatch, Self.withoutEmail, on: "2025-02-01")
    #expect(try second.code == 1 && words(second) == ["v1 supported decodes", "v2 supported fails"])
  }

  @Test("From the day on which it retired, what a version loses is information, though the response is the same")
  func retiring() async throws {
    let driftwatch = try Driftwatch(.releases)
    let broken = Self.list(#""name":7,"email":"ada@example.org""#)
    let last = try await check(driftwatch, broken, on: "2026-01-14")
    #expect(try last.code == 1 && words(last) == ["v1 supported fails", "v2 supported decodes"])
    let retired = try await check(driftwatch, broken, on: "2026-01-15")
    #expect(try retired.code == 0 && words(retired) == ["v1 retired fails", "v2 supported decodes"])
    let levels = try ReportJSON(retired.output).findings.filter { $0.rule == "decode-type-mismatch" }.map(\.level)
    #expect(levels == ["info"])
    let list = try await driftwatch.call("contracts", "dated")
    #expect(list.text.contains("v1, shipped in 1.0, on 2024-03-01, retired on 2026-01-15"), "\(list.text)")
  }

  @Test("A backtest goes by the dates of its files")
  func backtest() async throws {
    let driftwatch = try Driftwatch(.releases)
    let files = try ["2025-01-31", "2025-02-01"].map {
      try driftwatch.place.write(Self.withoutEmail, to: "\($0)/people.json")
    }
    let before = try await driftwatch.call(["backtest", "--contract", "dated/people", "--exit-state", files[0]])
    #expect(before.code == 0, "\(before.text)")
    let both = try await driftwatch.call(["backtest", "--contract", "dated/people", "--exit-state"] + files)
    #expect(both.code == 1 && both.text.contains("v2"), "\(both.text)")
  }

  @Test(
    "Shares of installs from the configuration stand in place of the contract's, with their day, without a new check")
  func installs() async throws {
    let driftwatch = try Driftwatch(.releases)
    func configured(_ share: String) throws -> [String] {
      let text = #"{"installs": {"dated": {"date": "2026-11-01", "v2": \#(share)}}}"#
      return ["--config", try driftwatch.place.write(text, to: "driftwatch.json"), "--db", driftwatch.ledger]
    }
    try driftwatch.place.write(Self.withoutEmail, to: "2025-02-01/dated/people/index.json")
    let check = ["check", "dated", "--from", driftwatch.place.path("2025-02-01")]
    let checked = try await driftwatch.call(check + configured("12.5"))
    #expect(checked.code == 1 && checked.text.contains("12.5 % of installs on 2026-11-01"), "\(checked.text)")
    let report = try await driftwatch.call(["report", "--all"] + configured("40"))
    #expect(report.text.contains("40 % of installs on 2026-11-01"), "\(report.text)")
    let shown = try await driftwatch.call(["config", "show"] + configured("40"))
    #expect(shown.text.contains("installs.dated") && shown.text.contains("40 %"), "\(shown.text)")
  }

  private struct Source: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What stands at `installs.dated`.
    let entry: String
    /// What the file or the command holds.
    var held = #"{"date": "2026-11-01", "v2": 12.5}"#
    var code: Int32 = 1
    /// What the report says of installs; `nil`: there is none.
    var told: String? = "12.5 % of installs on 2026-11-01"
    /// What the one line on standard error holds; `nil`: there is none.
    var errors: String?
  }

  private static let sources: [Source] = [
    Source(testDescription: "a file", entry: #"{"file": "held.json"}"#),
    Source(testDescription: "a command", entry: #"{"command": ["cat", "held.json"]}"#),
    Source(testDescription: "a file beside shares", entry: #"{"v2": 3, "file": "held.json"}"#),
    Source(
      testDescription: "a file with another version", entry: #"{"file": "held.json"}"#, held: #"{"v3": 1}"#, code: 2,
      told: nil, errors: #"held.json: installs.dated names no version of dated: "v3"; did you mean v1? (line 1, column"#
    ),
    Source(
      testDescription: "half a file", entry: #"{"file": "held.json"}"#, held: #"{"v2": "#, code: 2, told: nil,
      errors: "held.json: "),
    Source(
      testDescription: "a command that fails", entry: #"{"v2": 3, "date": "2026-10-01", "command": ["false"]}"#,
      told: "3 % of installs on 2026-10-01",
      errors: "installs.dated: false ended with exit code 1; run it by hand (the shares beside it are used)"),
    Source(
      testDescription: "a command that is not there", entry: #"{"command": ["no-such-program"]}"#, told: nil,
      errors: "installs.dated: no-such-program cannot be started"),
    Source(
      testDescription: "a command that prints something else", entry: #"{"command": ["echo", "-n", "31"]}"#, told: nil,
      errors: "installs.dated: what echo prints: installs.dated is a number, not an object"),
  ]

  @Test(
    "Shares may stand in a file or be printed by a command, and no check fails because such a command does",
    arguments: sources)
  private func elsewhere(_ source: Source) async throws {
    let driftwatch = try Driftwatch(.releases)
    try driftwatch.place.write(source.held, to: "held.json")
    let config = try driftwatch.place.write(#"{"installs": {"dated": \#(source.entry)}}"#, to: "driftwatch.json")
    try driftwatch.place.write(Self.withoutEmail, to: "2025-02-01/dated/people/index.json")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let ending = try await driftwatch.call(
      "check", "dated", "--from", driftwatch.place.path("2025-02-01"), "--config", config, environment: ["PATH": path])
    #expect(ending.code == source.code, "\(ending.text)\(ending.errors)")
    #expect(ending.text.contains("of installs") == (source.told != nil), "\(ending.text)")
    if let told = source.told { #expect(ending.text.contains(told), "\(ending.text)") }
    let lines = ending.errors.split(separator: "\n")
    #expect(lines.count == (source.errors == nil ? 0 : 1), "\(ending.errors)")
    if let errors = source.errors { #expect(ending.errors.contains(errors), "\(ending.errors)") }
  }
}
