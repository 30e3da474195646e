import Foundation
import TestSupport
import Testing

@Suite("Reports that the scheduler hands to a command", .serialized)
struct RunDeliveryTests {
  let driftwatch: Driftwatch
  let server: HostileServer
  var options: [String] { ["--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))"] }

  init() throws {
    driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    server = try HostileServer(files: driftwatch.place.path("files"))
  }

  /// A run that hands reports to a command, once it has looked and the provider has broken the list of people.
  private func broken(_ command: String, _ more: [String] = []) async throws -> Program {
    let run = try driftwatch.start(["run", "--exec", command] + more + options)
    #expect(try await Program.wait { run.errorsSoFar.contains(" round 2: ") }, "\(run.errorsSoFar)")
    try driftwatch.place.write(People.withoutName, to: "files/people.json")
    return run
  }

  private func lines(_ name: String) -> [String] {
    let text = (try? String(contentsOfFile: driftwatch.place.path(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test("Each change is told once, in the format that is asked for, and report has nothing left to tell")
  func told() async throws {
    let sink = driftwatch.place.path("sink")
    let command = "printf '%s\\n' \"$DRIFTWATCH_SUBJECT\" >> '\(sink)'; cat > '\(driftwatch.place.path("body"))'"
    let run = try await broken(command, ["--format", "json"])
    #expect(try await Program.wait { lines("sink").contains { $0.hasPrefix("BREAKING: app 1.0 cannot load people") } })
    #expect(try await Program.wait { run.errorsSoFar.contains("the command of --exec got a report with 1 change") })
    let body = try Data(contentsOf: URL(filePath: driftwatch.place.path("body")))
    #expect(try JSONSerialization.jsonObject(with: body) is [String: Any])
    // Further rounds with the same break tell nothing.
    let before = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 3 })
    #expect(lines("sink").count == 1, "\(lines("sink"))")
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).output.isEmpty)
    try driftwatch.place.write(People.first, to: "files/people.json")
    #expect(try await Program.wait { lines("sink").contains { $0.hasPrefix("RESOLVED") } })
    run.send(SIGTERM)
    let ending = await run.end()
    #expect(ending.code == 0 && lines("sink").count == 2, "\(ending) \(lines("sink"))")
  }

  @Test("A command that fails is tried again after each round, status says so, and nobody is told twice")
  func failing() async throws {
    let (sink, gate) = (driftwatch.place.path("sink"), driftwatch.place.path("gate"))
    let run = try await broken(
      "echo try >> '\(driftwatch.place.path("tries"))'; [ -e '\(gate)' ] && echo told >> '\(sink)'")
    #expect(try await Program.wait { lines("tries").count >= 3 })
    let status = ["status", "--db", driftwatch.ledger]
    let told = try await driftwatch.call(status).text
    #expect(told.contains("the command of --exec has failed since "), "\(told)")
    #expect(try await driftwatch.call(status + ["--format", "json"]).text.contains(#""undeliverableSince" : "2"#))
    // One line, however often it was tried.
    let complaints = run.errorsSoFar.split(separator: "\n").filter { $0.contains("--exec: it ended with exit code 1") }
    #expect(complaints.count == 1, "\(complaints)")
    try driftwatch.place.write("", to: "gate")
    #expect(try await Program.wait { !lines("sink").isEmpty })
    #expect(try await Program.wait { run.errorsSoFar.contains("got a report with 1 change") })
    #expect(try await !driftwatch.call(status).text.contains("the command of --exec has failed"))
    let before = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 2 })
    #expect(lines("sink") == ["told"])
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
  }

  @Test("What is open is told again once the last report is old enough, and not once somebody knows of it")
  func repeated() async throws {
    let command = "printf '%s\\n' \"$DRIFTWATCH_SUBJECT\" >> '\(driftwatch.place.path("sink"))'"
    let run = try await broken(command, ["--repeat-after", "2"])
    #expect(try await Program.wait { lines("sink").count >= 3 })
    #expect(lines("sink").allSatisfy { $0.hasPrefix("BREAKING: app 1.0 cannot load people") }, "\(lines("sink"))")
    #expect(run.errorsSoFar.contains("the command of --exec got the report of what is open again"))
    let list = try await driftwatch.call("incidents", "--db", driftwatch.ledger).text
    let id = try #require(
      list.split(whereSeparator: { $0 == " " || $0 == "\n" }).first { $0.count == 4 && $0.allSatisfy(\.isHexDigit) })
    try await driftwatch.call("ack", String(id), "--by", "test", "--db", driftwatch.ledger)
    // One report may be under way.
    let (told, before) = (lines("sink").count, try server.requests(under: "/people").count)
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 6 })
    #expect(lines("sink").count <= told + 1, "\(told) then \(lines("sink").count)")
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
  }

  @Test("A command that hangs holds up no round, is ended after its time, and with the process")
  func hanging() async throws {
    let command = "echo $$ >> '\(driftwatch.place.path("shells"))'; while :; do sleep 0.1; done"
    let run = try await broken(command, ["--exec-timeout", "1"])
    #expect(try await Program.wait { !lines("shells").isEmpty })
    let before = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 4 })
    #expect(try await Program.wait { run.errorsSoFar.contains("it took longer than 1 s and was ended") })
    #expect(try await Program.wait { lines("shells").count >= 2 })
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
    for shell in lines("shells") {
      #expect(try await Program.wait { !FileManager.default.fileExists(atPath: "/proc/\(shell)/cwd") })
    }
    // Nobody was told, so the next report does.
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("BREAKING"))
  }

  @Test("A second signal ends the command too, which would go on without the process")
  func endedTwice() async throws {
    // It tells by its first signal that the process has had its own.
    let command = """
      trap 'echo asked >> "\(driftwatch.place.path("asked"))"' TERM
      echo $$ >> '\(driftwatch.place.path("shells"))'; while :; do sleep 0.1; done
      """
    let run = try await broken(command)
    #expect(try await Program.wait { !lines("shells").isEmpty })
    run.send(SIGTERM)
    #expect(try await Program.wait { run.errorsSoFar.contains("ending what is under way") })
    run.send(SIGTERM)
    let ending = await run.end()
    // On a slow machine the command's time may have been over before.
    #expect([-SIGTERM, 128 + SIGTERM].contains(ending.code) || !lines("asked").isEmpty, "\(ending)")
    for shell in lines("shells") { #expect(try await Program.wait { !Program.runs(shell) }) }
    #expect(try await !driftwatch.call("status", "--db", driftwatch.ledger).text.contains("has failed since"))
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("BREAKING"))
  }

  @Test(
    "Options that make no sense are refused before anything is fetched",
    arguments: [
      (["--exec-timeout", "5"], "--exec-timeout goes with --exec"),
      (["--format", "json"], "--format goes with --exec"),
      (["--exec", " "], "--exec needs a command"), (["--repeat-after", "12h"], "--repeat-after goes with --exec"),
      (["--exec", "cat", "--repeat-after", "12hours"], "--repeat-after needs"),
    ])
  func refused(_ words: [String], _ message: String) async throws {
    let ending = try await driftwatch.call(["run"] + words + options)
    #expect(ending.code == 2 && ending.errors.contains(message), "\(ending)")
    #expect(try server.requests(under: "/people").isEmpty)
  }
}
