import Foundation
import TestSupport
import Testing

@testable import DriftModel
@testable import DriftRules
@testable import DriftwatchCommand

@Suite("The alert report, the explanation and the sign of life")
struct ReportCommandTests {
  @Test("report tells each change once and is silent otherwise; --all and --exit-state look at the state")
  func report() async throws {
    let driftwatch = try Driftwatch(.quick)
    let report = ["report", "--db", driftwatch.ledger]
    func expect(_ code: Int32, _ prefix: String, _ options: String..., line: SourceLocation = #_sourceLocation)
      async throws
    {
      let ending = try await driftwatch.call(report + options)
      #expect(ending.code == code && ending.errors.isEmpty, sourceLocation: line)
      #expect(prefix.isEmpty ? ending.output.isEmpty : ending.text.hasPrefix(prefix), sourceLocation: line)
    }
    try await driftwatch.round(People.first, "--quiet")
    try await expect(0, "")
    try await driftwatch.round(People.withAge, "--quiet")
    try await expect(0, "")
    try await driftwatch.round(People.withoutName, "--quiet")
    try await expect(0, "", "--quiet")  // what nobody could read was not told
    try await expect(0, "BREAKING: app 1.0 cannot load people (quick)")
    try await expect(0, "")
    try await driftwatch.round(People.withoutName, "--quiet")
    try await expect(0, "")
    try await expect(0, "BREAKING", "--all")
    try await expect(1, "", "--exit-state")
    try await driftwatch.round(People.first, "--quiet")
    try await expect(0, "RESOLVED", "--exit-state")
    try await expect(0, "")
    try await driftwatch.round(People.withoutName, "--quiet")
    try await expect(0, "BREAKING")
    try await driftwatch.round(People.withAge, "--quiet")
    try await expect(0, "RESOLVED")
    try await expect(0, "OK", "--all")
  }

  @Test("Each environment's news are told by its own report, whatever the other's has told")
  func environments() async throws {
    let driftwatch = try Driftwatch(.quick)
    for environment in ["production", "staging"] {
      for response in [People.first, People.withoutName] {
        try await driftwatch.round(response, "--quiet", "--environment", environment)
      }
    }
    let report = ["report", "--db", driftwatch.ledger]
    for options in [["--environment", "staging"], []] {
      let told = try await driftwatch.call(report + options)
      #expect(told.text.hasPrefix("BREAKING"), "\(told.text)")
      #expect(told.text.contains(" 1 new"))
      #expect(try await driftwatch.call(report + options).output.isEmpty)
    }
  }

  @Test("Every rule is explained with its level and what to do")
  func rules() async throws {
    for rule in RuleID.allCases {
      let text = ExplainCommand.text(of: rule)
      #expect(text.hasPrefix("\(rule.rawValue)\n") && text.contains("What to do\n"), "\(rule)")
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(rule): \(line)") }
    }
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call("explain", "mapping-record-dropped")
    #expect(ending.code == 0 && ending.text == ExplainCommand.text(of: .mappingRecordDropped))
  }

  @Test("An incident is explained by any unique beginning of its id")
  func incidents() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    let report = try ReportJSON(try await driftwatch.round(People.withoutName, "--format", "json").output)
    let id = try #require(report.incidents.first?.incident.id)
    for prefix in [id, String(id.prefix(4)), id.prefix(6).uppercased()] {
      let ending = try await driftwatch.call("explain", prefix, "--db", driftwatch.ledger)
      #expect(ending.code == 0)
      #expect(ending.text.hasPrefix("\(id.uppercased())  open, breaking  quick/people\n"), "\(ending.text)")
      #expect(ending.text.contains("v1 (1.0)"))
    }
    let other = id.hasPrefix("0") ? "1111" : "0000"
    let unknown = try await driftwatch.call("explain", other, "--db", driftwatch.ledger)
    #expect(unknown.code == 2 && unknown.errors.contains("no incident \(other)"))
  }

  @Test("status is 0 after a fresh round, 3 when that is too old, was never completed, or there is no ledger")
  func status() async throws {
    let server = try HostileServer()
    let driftwatch = try Driftwatch(.quick)
    let status = ["status", "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(status).code == 3)
    let killed = try driftwatch.start(
      [
        "check", "quick/people", "--timeout", "600", "--db", driftwatch.ledger, "--base-url",
        "quick=\(server.url("/silent"))",
      ])
    #expect(try await Program.wait { try !server.requests(under: "/silent").isEmpty })
    killed.send(SIGKILL)
    _ = await killed.end()
    let never = try await driftwatch.call(status)
    #expect(never.code == 3 && never.errors.contains("no round was ever completed"))
    let check = ["check", "quick/people", "--quiet", "--db", driftwatch.ledger, "--base-url"]
    #expect(try await driftwatch.call(check + ["quick=\(server.url("/status/503"))"]).code == 3)
    let fresh = try await driftwatch.call(status)
    #expect(fresh.code == 0 && fresh.text.contains("last complete round 2 ended"))
    #expect(try await driftwatch.call(status + ["--quiet"]).output.isEmpty)
    let old = try await driftwatch.call(status + ["--max-age", "0.001"])
    #expect(old.code == 3 && old.errors.contains("is the monitor running?"))
    let again = try driftwatch.start(check + ["quick=\(server.url("/silent"))"])
    #expect(try await Program.wait { try server.requests(under: "/silent").count == 2 })
    again.send(SIGKILL)
    _ = await again.end()
    let interrupted = try await driftwatch.call(status)
    #expect(interrupted.code == 0 && interrupted.text.contains("round 3 began"))
  }

  @Test("contracts lists what is watched, by whom and how often, and finds nothing wrong")
  func contracts() async throws {
    let driftwatch = try Driftwatch()
    let all = try await driftwatch.call("contracts")
    #expect(all.code == 0 && all.errors.isEmpty)
    for id in ["platzi-store", "pokeapi", "omg-lol", "landmarks", "todo"] { #expect(all.text.contains("\(id)  ")) }
    let one = try await driftwatch.call("contracts", "todo")
    #expect(one.text.hasPrefix("todo  no base URL: recordings only\n"))
    #expect(!one.text.contains("pokeapi"))
  }

  @Test(
    "Help and version are exit 0 in all their forms",
    arguments: [
      [], ["--help"], ["-h"], ["help"], ["help", "check"], ["check", "-h"], ["run", "--help"], ["--version"],
    ])
  func help(_ arguments: [String]) async throws {
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call(arguments)
    #expect(ending.code == 0 && ending.errors.isEmpty && !ending.output.isEmpty)
  }
}
