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
    #expect(moved.code == 0 && moved.text.contains("\(address) holds all of it"), "\(moved)")
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

  @Test(
    "Any number of monitors share a ledger: each endpoint is asked on its schedule by one of them, also when one is killed"
  )
  func fleet() async throws {
    let driftwatch = try Driftwatch(.quick)
    let address = try PostgreSQLServer.shared.get().address(schema: "command_fleet")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let run = ["run", "--db", address, "--log-format", "json", "--base-url", "quick=\(server.url(""))"]
    let monitors = try (0..<3).map { _ in try driftwatch.start(run) }
    for monitor in monitors { #expect(try await Program.wait { monitor.errorsSoFar.contains("\"started\"") }) }
    // Before the first round has ended there is nothing to tell of.
    #expect(try await Program.wait { try server.requests(under: "/people").count >= 3 })
    let status = try await driftwatch.call("status", "--db", address)
    for monitor in monitors { #expect(status.text.contains("process \(monitor.id)"), "\(status)") }
    let before = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 6 })
    let times = try server.requests(under: "/people").map(\.at).dropFirst(before)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 0.45 }, "\(times)")
    // Whoever asks by hand waits for the one that asks at the moment; what is forgotten is learned anew.
    let asked = try await driftwatch.call(
      "check", "quick/people", "--db", address, "--base-url", "quick=\(server.url(""))")
    #expect(asked.code == 0, "\(asked)")
    #expect(try await driftwatch.call("store", "forget", "quick/people", "--db", address).code == 0)
    let moved = try await driftwatch.call("store", "move", driftwatch.place.path("copy"), "--db", address)
    #expect(moved.code == 75 && moved.errors.contains("another round is running here"), "\(moved)")
    for monitor in monitors.dropFirst() { monitor.send(SIGKILL) }
    for monitor in monitors.dropFirst() { _ = await monitor.end(within: 30) }
    let then = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/people").count >= then + 3 })
    monitors[0].send(SIGTERM)
    let ending = await monitors[0].end(within: 30)
    #expect(ending.code == 0 && !ending.errors.contains("store_failed"), "\(ending.errors)")
    #expect(try await driftwatch.call("store", "verify", "--db", address).code == 0)
  }

  @Test("A monitor says again that it runs here once the server was started anew")
  func signAfterRestart() async throws {
    let driftwatch = try Driftwatch(.quick)
    let ledger = try PostgreSQLServer()
    let address = ledger.address(schema: "command_sign")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let monitor = try driftwatch.start(
      ["run", "--db", address, "--log-format", "json", "--base-url", "quick=\(server.url(""))"])
    #expect(try await Program.wait { try server.requests(under: "/people").count >= 2 })
    try ledger.kill()
    try ledger.start()
    let before = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 3 })
    let status = try await driftwatch.call("status", "--db", address)
    #expect(status.text.contains("process \(monitor.id)"), "\(status) \(status.text)")
    let moved = try await driftwatch.call("store", "move", driftwatch.place.path("copy"), "--db", address)
    #expect(moved.code == 75 && moved.errors.contains("another round is running here"), "\(moved)")
    monitor.send(SIGTERM)
    #expect(await monitor.end(within: 60).code == 0)
  }

  @Test("One that stands by waits for a server that is not there yet, and without that word it is exit 4")
  func standby() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try PostgreSQLServer()
    try server.kill()
    let provider = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(People.first, to: "files/people.json")
    let run = ["run", "--db", server.address(schema: "late"), "--base-url", "quick=\(provider.url(""))"]
    let refused = try await driftwatch.call(run)
    #expect(refused.code == 4 && refused.errors.contains("the ledger's server cannot be reached"), "\(refused)")
    let waiting = try driftwatch.start(run + ["--standby"])
    #expect(try await Program.wait { waiting.errorsSoFar.contains("It takes over by itself then.") })
    try server.start()
    #expect(try await Program.wait { waiting.errorsSoFar.contains("1 checked") }, "\(waiting.errorsSoFar)")
    waiting.send(SIGTERM)
    #expect(await waiting.end(within: 30).code == 0)
  }

  @Test("Regions watch an endpoint side by side: what breaks in one is told of that one, and the other's state stands")
  func perspectives() async throws {
    let driftwatch = try Driftwatch(.quick)
    let (eu, us) = (
      try HostileServer(files: driftwatch.place.path("eu")), try HostileServer(files: driftwatch.place.path("us"))
    )
    for region in ["eu", "us"] { try driftwatch.place.write(People.first, to: "\(region)/people.json") }
    func check(_ region: String, _ server: HostileServer) async throws -> Program.Ending {
      try await driftwatch.call(
        "check", "quick/people", "--db", driftwatch.ledger, "--environment", "production", "--perspective", region,
        "--base-url", "quick=\(server.url(""))")
    }
    for (region, server) in [("eu", eu), ("us", us)] {
      let ending = try await check(region, server)
      #expect(ending.code == 0, "\(ending)")
    }
    try driftwatch.place.write(People.withoutName, to: "us/people.json")
    #expect(try await check("us", us).code == 1)
    #expect(try await check("eu", eu).code == 0)
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger)
    #expect(report.text.contains("quick/people (us)") && !report.text.contains("(eu)"), "\(report)")
    let wrong = try await check("recorded", eu)
    #expect(wrong.code == 2 && wrong.errors.contains("--perspective needs a name"), "\(wrong)")
  }

  @Test("An endpoint that another process took over costs a round that endpoint's result and no other")
  func takenOver() async throws {
    let driftwatch = try Driftwatch(.quick)
    let postgres = try PostgreSQLServer.shared.get()
    let address = postgres.address(schema: "command_taken")
    try driftwatch.place.write(People.first, to: "round/quick/people/index.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "round/quick/tags/index.json")
    let check = ["check", "quick", "--from", driftwatch.place.path("round"), "--db", address]
    #expect(try await driftwatch.call(check).code == 0)
    // As if this process stood still between its claim and its first result.
    try postgres.run(
      """
      CREATE FUNCTION command_taken.take() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
        UPDATE command_taken.endpoint_claims SET token = token + 1, holder = ''x 1@elsewhere''
          WHERE endpoint = ''people'';
        RETURN NEW; END';
      CREATE TRIGGER take AFTER INSERT ON command_taken.rounds FOR EACH ROW EXECUTE FUNCTION command_taken.take()
      """)
    let taken = try await driftwatch.call(check)
    #expect(taken.code == 3 && taken.text.contains("another process is checking it"), "\(taken)")
    #expect(taken.text.contains("1 of 2"), "\(taken)")
  }

  @Test("In a file the second monitor says who runs; one that stands by takes over when the first was killed")
  func takeOver() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(People.first, to: "files/people.json")
    let run = ["run", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))"]
    let first = try driftwatch.start(run)
    #expect(try await Program.wait { first.errorsSoFar.contains("round 1") })
    let second = try await driftwatch.call(run)
    #expect(second.code == 75, "\(second)")
    #expect(second.errors.contains("another round is running here (process \(first.id))"), "\(second)")
    let third = try driftwatch.start(run + ["--standby"])
    #expect(try await Program.wait { third.errorsSoFar.contains("It takes over by itself then.") })
    first.send(SIGKILL)
    _ = await first.end(within: 30)
    #expect(try await Program.wait { third.errorsSoFar.contains("checked") })
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
      #expect(down.errors.split(separator: "\n").count == 1 && !down.errors.contains("lost"), "\(down)")
      let secret = try await driftwatch.call(command + ["--db", "postgres://drift:sesame@127.0.0.1:1/x"])
      #expect(
        secret.code == 2 && secret.errors.contains("PGPASSFILE") && !secret.errors.contains("sesame"), "\(secret)")
    }
    let move = try await driftwatch.call("store", "move", "postgres://drift:sesame@127.0.0.1:1/x")
    #expect(move.code == 2 && move.errors.contains("PGPASSFILE") && !move.errors.contains("sesame"), "\(move)")
    let backup = try await driftwatch.call(
      "store", "backup", driftwatch.place.path("b"), "--db", "postgres://127.0.0.1:1/x")
    #expect(backup.code == 2 && backup.errors.contains("pg_dump"), "\(backup)")
  }
}
