import Foundation
import TestSupport
import Testing

@Suite("The scheduler stopped, signalled and locked out")
struct StoppingTests {
  @Test(
    "SIGTERM ends it while another process keeps the database locked, with one line that says so"
  )
  func lockedDatabase() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let run = try driftwatch.start(
      ["run", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))"])
    #expect(try await Program.wait { run.errorsSoFar.contains("round 1: ") })
    let holder = try driftwatch.writer()
    #expect(try await Program.wait { holder.outputSoFar.contains("held") })
    #expect(try await Program.wait { run.errorsSoFar.contains("locked by another process") })
    let known = run.errorsSoFar.count
    run.send(SIGTERM)
    let ending = await run.end()
    #expect(!holder.hasEnded, "it did not wait for the lock")
    #expect([0, 4].contains(ending.code))
    let last = ending.errors.dropFirst(known).split(separator: "\n")
    #expect(last.count(where: { $0.contains("locked by another process") }) <= 1, "\(last)")
    let words = ["everything is stored", "its round is incomplete"]
    #expect(ending.code == 4 || words.contains { last.last?.hasSuffix($0) == true }, "\(last)")
    holder.send(SIGKILL)
    _ = await holder.end()
    #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
  }

  @Test("A database that is locked for a while is told, and watching goes on when it is free again")
  func lockedForAWhile() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let run = try driftwatch.start(
      ["run", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))"])
    #expect(try await Program.wait { run.errorsSoFar.contains("round 1: ") })
    let holder = try driftwatch.writer()
    #expect(try await Program.wait { run.errorsSoFar.contains("locked by another process") })
    holder.send(SIGKILL)
    _ = await holder.end()
    let known = run.errorsSoFar.count
    #expect(try await Program.wait { run.errorsSoFar.dropFirst(known).contains(" round ") })
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
    #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
  }

  @Test("A second signal ends it at once, whatever the app's code does")
  func secondSignal() async throws {
    let driftwatch = try Driftwatch(.hostile)
    try driftwatch.place.write(#"[{"id":1,"kind":"fine"}]"#, to: "files/plain.json")
    try driftwatch.place.write(#"[{"id":1,"kind":"hang"}]"#, to: "files/mixed.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    // The code hangs for longer than the test runs, so that there is a worker to wait for.
    let run = try driftwatch.start(
      ["run", "--db", driftwatch.ledger, "--base-url", "hostile=\(server.url(""))", "--code-timeout", "600"])
    #expect(
      try await Program.wait { try !server.requests(under: "/mixed").isEmpty && !RunTests.children(of: run.id).isEmpty }
    )
    run.send(SIGTERM)
    #expect(try await Program.wait { run.errorsSoFar.contains("ending what is under way") || run.hasEnded })
    run.send(SIGTERM)
    let ending = await run.end()
    // Either it had ended by itself meanwhile, or the second signal did it.
    #expect(ending.code == 0 || ending.code == 128 + SIGTERM)
  }

  @Test(
    "SIGSTOP for longer than the intervals: on SIGCONT everything is looked at once, and what was missed is counted")
  func stopped() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let metrics = driftwatch.place.path("m.prom")
    let run = try driftwatch.start(
      ["run", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))", "--metrics", metrics])
    #expect(try await Program.wait { run.errorsSoFar.contains("round 2: ") })
    run.send(SIGSTOP)
    let before = try server.requests(under: "/people").count
    try await Task.sleep(for: .seconds(4))  // the very thing that is tried: time passes
    #expect(try server.requests(under: "/people").count <= before + 1)
    run.send(SIGCONT)
    #expect(try await Program.wait { try server.requests(under: "/people").count >= before + 3 })
    #expect(
      try await Program.wait {
        let text = (try? String(contentsOfFile: metrics, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("driftwatch_missed_slots_total ") }
        return (line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0) >= 3
      })
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
  }
}
