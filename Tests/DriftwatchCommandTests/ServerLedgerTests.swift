import Foundation
import TestSupport
import Testing

@Suite(
  "A ledger on a PostgreSQL server, through the command",
  .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct ServerLedgerTests {
  @Test("What a file holds moves to a server; rounds, reports and questions go on there, and back")
  func whole() async throws {
    let driftwatch = try Driftwatch(.quick)
    let address = try PostgreSQLServer.shared.get().address(schema: "command_whole")
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    let absent = try await driftwatch.call("status", "--db", address)
    #expect(absent.code == 3 && absent.errors.contains("no round was ever run"), "\(absent)")
    let moved = try await driftwatch.call("store", "move", address, "--db", driftwatch.ledger)
    #expect(moved.code == 0 && moved.text.contains("postgres:///postgres holds all of it"), "\(moved)")
    let twice = try await driftwatch.call("store", "move", address, "--db", driftwatch.ledger)
    #expect(twice.code == 2 && twice.errors.contains("is not empty"), "\(twice)")
    try driftwatch.place.write(People.withoutName, to: "round/quick/people/index.json")
    let check = ["check", "quick/people", "--from", driftwatch.place.path("round")]
    let broken = try await driftwatch.call(check + ["--db", address])
    #expect(broken.code == 1 && broken.text.contains("BREAKING"), "\(broken)")
    let report = try await driftwatch.call("report", "--db", address)
    #expect(report.code == 0 && report.text.contains("NEW"), "\(report)")
    let incidents = try await driftwatch.call("incidents", "--db", address)
    let id = try #require(incidents.text.firstMatch(of: /\n([0-9A-F]{4}) +open/)?.1)
    #expect(try await driftwatch.call("ack", String(id), "--by", "Ann", "--db", address).code == 0)
    for question in [
      ["history"], ["status"], ["store", "verify"], ["store", "prune", "--dry-run"], ["shape", "quick/people"],
    ] {
      let ending = try await driftwatch.call(question + ["--db", address])
      #expect([0, 1].contains(ending.code) && ending.errors.isEmpty, "\(question) \(ending)")
    }
    let file = driftwatch.place.path("back.sqlite")
    #expect(try await driftwatch.call("store", "move", file, "--db", address).code == 0)
    #expect(
      try await driftwatch.call("incidents", "--db", file).text == driftwatch.call("incidents", "--db", address).text)
  }

  @Test("Two monitors: the second says who runs, and takes over when the first was killed")
  func takeOver() async throws {
    let driftwatch = try Driftwatch(.quick)
    let address = try PostgreSQLServer.shared.get().address(schema: "command_two")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(People.first, to: "files/people")
    let run = ["run", "--db", address, "--log-format", "json", "--base-url", "quick=\(server.url(""))"]
    let first = try driftwatch.start(run)
    #expect(try await Program.wait { first.errorsSoFar.contains("round_finished") })
    let second = try await driftwatch.call(run.filter { !["--log-format", "json"].contains($0) })
    #expect(second.code == 75, "\(second)")
    #expect(second.errors.contains("another round is running here (process \(first.id))"), "\(second)")
    let third = try driftwatch.start(run + ["--standby"])
    #expect(try await Program.wait { third.errorsSoFar.contains("It takes over by itself then.") })
    first.send(SIGKILL)
    _ = await first.end(within: 30)
    #expect(try await Program.wait { third.errorsSoFar.contains("round_finished") })
    third.send(SIGTERM)
    #expect(await third.end(within: 30).code == 0)
  }

  @Test("A server that does not answer is exit 4 and one line; an address with a password is exit 2, and not repeated")
  func words() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "round/quick/people/index.json")
    for command in [["status"], ["report"], ["check", "quick/people", "--from", driftwatch.place.path("round")]] {
      let down = try await driftwatch.call(command + ["--db", "postgres://127.0.0.1:1/x"])
      #expect(down.code == 4 && down.errors.contains("the ledger's server cannot be reached"), "\(down)")
      #expect(down.errors.split(separator: "\n").count == 1)
      let secret = try await driftwatch.call(command + ["--db", "postgres://drift:sesame@127.0.0.1:1/x"])
      #expect(
        secret.code == 2 && secret.errors.contains("PGPASSFILE") && !secret.errors.contains("sesame"), "\(secret)")
    }
    let backup = try await driftwatch.call(
      "store", "backup", driftwatch.place.path("b"), "--db", "postgres://127.0.0.1:1/x")
    #expect(backup.code == 2 && backup.errors.contains("pg_dump"), "\(backup)")
  }
}
