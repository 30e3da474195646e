import Foundation
import TestSupport
import Testing

@Suite("As cron calls it: no terminal, no environment, no word unless there is news")
struct CronTests {
  /// Calls the line that help and README show, in an environment without a single variable.
  private func cron(_ driftwatch: Driftwatch, _ options: String) async throws -> Program.Ending {
    let program = driftwatch.shellWords
    let db = "--db '\(driftwatch.ledger)'"
    let line = "\(program) check quick --only-due --quiet \(db) \(options); \(program) report \(db)"
    return try await Program("/usr/bin/env", ["-i", "/bin/sh", "-c", line]).end()
  }

  @Test("Silent while nothing is wrong, asks only for what is due, and reports a break once", .timeLimit(.minutes(5)))
  func line() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let options = "--base-url quick=\(server.url(""))"
    let first = try await cron(driftwatch, options)
    #expect(first.code == 0 && first.output.isEmpty && first.errors.isEmpty, "\(first.text)\(first.errors)")
    let asked = try server.requests(under: "/").count
    #expect(asked == 2)
    try driftwatch.place.write(People.withoutName, to: "files/people.json")
    // Silent until the endpoint is due again, a second after its check.
    var broken = first
    while broken.output.isEmpty, broken.errors.isEmpty { broken = try await cron(driftwatch, options) }
    #expect(broken.code == 0 && broken.text.hasPrefix("BREAKING") && broken.errors.isEmpty, "\(broken.errors)")
    let again = try await cron(driftwatch, options)
    #expect(again.output.isEmpty && again.errors.isEmpty)
  }

  @Test("--deadline bounds the whole, keeps what was done, and says what was not")
  func deadline() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let ending = try await driftwatch.call(
      "check", "quick", "slow", "--deadline", "6", "--db", driftwatch.ledger, "--format", "json", "--base-url",
      "quick=\(server.url(""))", "--base-url", "slow=\(server.url("/silent"))")
    #expect(ending.code == 3)
    let outcomes = Dictionary(
      try ReportJSON(ending.output).endpoints.map { ("\($0.contract)/\($0.endpoint)", $0.outcome) },
      uniquingKeysWith: { first, _ in first })
    #expect(outcomes == ["quick/people": "ok", "quick/tags": "ok", "slow/late": "not_checked"])
    // The partial result is there for the next call.
    let due = try await driftwatch.call("status", "--db", driftwatch.ledger, "--format", "json")
    #expect(due.text.contains(#""endpoint" : "people""#) && due.text.contains(#""outcome" : "ok""#))
  }
}
