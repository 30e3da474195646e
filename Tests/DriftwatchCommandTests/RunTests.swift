import Foundation
import TestSupport
import Testing

@Suite("The scheduler, as a process", .serialized)
struct RunTests {
  @Test("Each endpoint keeps its own interval, another instance gets 75, and SIGTERM ends it with everything stored")
  func intervals() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let options = ["--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))"]
    let run = try driftwatch.start(["run"] + options)
    #expect(try await Program.wait { try !server.requests(under: "/people").isEmpty })
    #expect(try await driftwatch.call(["run"] + options).code == 75)
    #expect(try await driftwatch.call(["check"] + options).code == 75)
    #expect(try await Program.wait { try server.requests(under: "/people").count >= 5 })
    run.send(SIGTERM)
    let ending = await run.end()
    #expect(ending.code == 0)
    #expect(ending.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("driftwatch: ") }, "\(ending.errors)")
    #expect(ending.errors.hasSuffix(" ended; everything is stored\n"))
    #expect(ending.output.isEmpty)
    #expect(ending.errors.contains("left out, no base URL: slow"))

    // A busy machine may check less often, so only their order is known; TimetableTests have the times.
    let people = try server.requests(under: "/people").count
    let tags = try server.requests(under: "/tags").count
    #expect((1...people).contains(tags))

    let status = try await driftwatch.call("status", "--db", driftwatch.ledger)
    #expect(status.code == 0, "\(status.text)\(status.errors)")
    #expect(ending.errors.split(separator: "\n").count(where: { $0.contains(" round ") }) >= people)
  }

  @Test("An endpoint that responds later than its interval never overlaps itself, and SIGTERM ends the run")
  func slowEndpoint() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer()
    let run = try driftwatch.start(
      ["run", "--db", driftwatch.ledger, "--base-url", "slow=\(server.url(""))", "--quiet"])
    #expect(try await Program.wait { try server.requests(under: "/slow").count >= 3 })
    run.send(SIGTERM)
    let ending = await run.end()
    #expect(ending.code == 0 && ending.output.isEmpty)
    // A response is sent 2.5 s after its request came, and the next request follows the response.
    let times = try server.requests(under: "/slow").map(\.at)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 2.5 }, "\(times)")
  }

  @Test("A host that never answers holds up no endpoint of another host")
  func hangingHost() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let run = try driftwatch.start([
      "run", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))", "--base-url",
      "slow=http://localhost:\(server.port)/silent", "--timeout", "600", "--retries", "0", "--quiet",
    ])
    // Its first request is under way, and does not end.
    #expect(try await Program.wait { try !server.requests(under: "/silent").isEmpty })
    let before = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 4 })
    #expect(try server.requests(under: "/silent").count == 1)
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
  }

  @Test("A round ends at its deadline, however long a request may take, and the endpoint has its turn again")
  func deadline() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer()
    let run = try driftwatch.start([
      "run", "--db", driftwatch.ledger, "--base-url", "slow=\(server.url("/silent"))", "--timeout", "600", "--retries",
      "0",
      "--deadline", "1",
    ])
    #expect(try await Program.wait { run.errorsSoFar.contains("not fetched before the deadline of the round") })
    #expect(try await Program.wait { try server.requests(under: "/silent").count >= 2 })
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
  }

  @Test(
    "SIGHUP reads the configuration again: another interval holds from then on, and a file that is wrong changes nothing"
  )
  func reloaded() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let file = driftwatch.place.path("driftwatch.json")
    func configure(_ intervals: String) throws {
      try driftwatch.place.write(
        #"{"baseURLs": {"production": {"quick": "\#(server.url(""))"}}, "intervals": \#(intervals)}"#,
        to: "driftwatch.json")
    }
    try configure(#"{"quick/tags": "1h"}"#)
    let run = try driftwatch.start(["run", "--db", driftwatch.ledger, "--config", file])
    #expect(try await Program.wait { try server.requests(under: "/people").count >= 3 })
    #expect(try server.requests(under: "/tags").count == 1)
    try configure(#"{"quick/tags": "soon"}"#)
    run.send(SIGHUP)
    #expect(try await Program.wait { run.errorsSoFar.contains("what held before still holds") })
    #expect(run.errorsSoFar.contains("driftwatch.json"), "\(run.errorsSoFar)")
    try configure(#"{"quick/tags": "1s", "quick/people": "1h"}"#)
    run.send(SIGHUP)
    #expect(try await Program.wait { run.errorsSoFar.contains("the configuration was read again") })
    let before = try server.requests(under: "/people").count
    #expect(try await Program.wait { try server.requests(under: "/tags").count >= 4 })
    // One more may have been on its way.
    #expect(try server.requests(under: "/people").count <= before + 1)
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
  }

  @Test("A break is told in the log and in report; kill -9 leaves a ledger that goes on")
  func killed() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let options = ["--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))"]
    let first = try driftwatch.start(["run"] + options)
    #expect(try await Program.wait { first.errorsSoFar.contains("round 1: 2 checked") })
    first.send(SIGKILL)
    #expect(await first.end().code == -SIGKILL)
    try driftwatch.place.write(People.withoutName, to: "files/people.json")
    let second = try driftwatch.start(["run"] + options)
    #expect(try await Program.wait { second.errorsSoFar.contains("drift in quick/people") }, "\(second.errorsSoFar)")
    // The log names the endpoint, and the incident as other commands take it.
    #expect(try await Program.wait { second.errorsSoFar.contains("opened: quick/people: ") }, "\(second.errorsSoFar)")
    let log = second.errorsSoFar
    let incident = String(
      try #require(log.firstMatch(of: #/opened: quick/people: .+ \(incident ([0-9a-f]{16})\)/#)?.1, "\(log)"))
    #expect(try await driftwatch.call("show", incident, "--db", driftwatch.ledger).code == 0)
    // While it runs, the alert report can be asked for.
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger)
    #expect(report.code == 0 && report.text.hasPrefix("BREAKING"))
    second.send(SIGINT)
    #expect(await second.end().code == 0)
    #expect(
      try await driftwatch.call("check", "quick", "--quiet", "--db", driftwatch.ledger, "--base-url", options[3]).code
        == 1)
  }

  @Test("SIGTERM ends it while the app's code hangs, and stores no false crash")
  func hangingCode() async throws {
    let driftwatch = try Driftwatch(.hostile)
    try driftwatch.place.write(#"[{"id":1,"kind":"fine"}]"#, to: "files/plain.json")
    try driftwatch.place.write(#"[{"id":1,"kind":"hang"}]"#, to: "files/mixed.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let run = try driftwatch.start(["run", "--db", driftwatch.ledger, "--base-url", "hostile=\(server.url(""))"])
    #expect(
      try await Program.wait { try !server.requests(under: "/mixed").isEmpty && !Self.children(of: run.id).isEmpty })
    let worker = try #require(try Self.children(of: run.id).first)
    // As Ctrl-C and systemd do it: everybody gets the signal.
    kill(worker, SIGTERM)
    run.send(SIGTERM)
    let ending = await run.end()
    #expect(ending.code == 0)
    #expect(try await Program.wait { !FileManager.default.fileExists(atPath: "/proc/\(worker)/cwd") })
    let report = try await driftwatch.call("report", "--all", "--db", driftwatch.ledger)
    #expect(!report.text.contains("crash"), "\(report.text)")
    #expect(try await driftwatch.call("status", "--db", driftwatch.ledger).code == 3)
  }

  /// Ids of the processes that `parent` started.
  static func children(of parent: Int32) throws -> [Int32] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    return names.compactMap { Int32($0) }.filter { id in
      let text = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").contains { $0 == "PPid:\t\(parent)" }
    }
  }
}
