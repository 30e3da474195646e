import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

/// A service manager as far as a process sees one: a datagram socket that prints what it gets, one JSON list a datagram with
/// the time.
private struct Manager {
  let program: Program
  let name: String

  struct Message: Decodable {
    let text: String
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  init(_ name: String) async throws {
    self.name = name
    let script = """
      import json, socket, sys
      name = sys.argv[1]
      receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      receiver.bind("\\0" + name[1:] if name.startswith("@") else name)
      print("[]", flush=True)
      while True:
          text = receiver.recv(65536).decode()
          print(json.dumps({"text": text}), flush=True)
      """
    try ExternalTool.python.require()
    let program = try Program("/usr/bin/python3", ["-c", script, name], environment: pathOnly)
    self.program = program
    #expect(try await Program.wait { program.outputSoFar.hasPrefix("[]") })
  }

  var messages: [Message] {
    program.outputSoFar.split(separator: "\n").dropFirst().compactMap {
      try? JSONDecoder().decode(Message.self, from: Data($0.utf8))
    }
  }
  var lines: [String] { messages.flatMap(\.lines) }
}

@Suite("What the service manager is told", .serialized)
struct ServiceTests {
  private func start(_ driftwatch: Driftwatch, _ server: HostileServer, _ environment: [String: String]) throws
    -> Program
  {
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    return try driftwatch.start(
      ["run", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))"], environment: environment)
  }

  @Test(
    "READY once the ledger is open, STATUS and signs of life while it runs, STOPPING at the end",
    arguments: [false, true])
  func life(isAbstract: Bool) async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let manager = try await Manager(
      isAbstract ? "@driftwatch-test-\(UUID().uuidString)" : driftwatch.place.path("notify"))
    let run = try start(driftwatch, server, ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "1000000"])
    #expect(try await Program.wait { manager.lines.filter { $0 == "WATCHDOG=1" }.count >= 4 })
    #expect(manager.lines.first == "STATUS=opening the ledger")
    let first = manager.lines.first { !$0.hasPrefix("STATUS=") && !$0.hasPrefix("EXTEND_TIMEOUT_USEC=") }
    #expect(first == "READY=1", "no sign of life before it is ready")
    #expect(
      try await Program.wait { manager.lines.contains { $0.hasPrefix("STATUS=2 endpoints, 0 open incidents; round") } })
    run.send(SIGHUP)
    #expect(try await Program.wait { manager.lines.filter { $0 == "READY=1" }.count == 2 })
    let reloading = try #require(manager.messages.first { $0.lines.contains("RELOADING=1") })
    #expect(reloading.lines.contains { $0.hasPrefix("MONOTONIC_USEC=") })
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
    #expect(try await Program.wait { manager.lines.contains("STOPPING=1") })
  }

  @Test("A signal that comes the moment it is ready ends it, every time", arguments: [SIGTERM, SIGINT])
  func signalAtOnce(_ signal: Int32) async throws {
    for _ in 0..<5 {
      let driftwatch = try Driftwatch(.quick)
      let server = try HostileServer(files: driftwatch.place.path("files"))
      let manager = try await Manager(driftwatch.place.path("notify"))
      let run = try start(driftwatch, server, ["NOTIFY_SOCKET": manager.name])
      #expect(try await Program.wait { manager.lines.contains("READY=1") })
      run.send(signal)
      #expect(await run.end().code == 0)
    }
  }

  @Test(
    "A watchdog that is meant for another process, a name that is none and a socket that is gone do no harm",
    arguments: [
      ["NOTIFY_SOCKET": "/nowhere/socket", "WATCHDOG_USEC": "1000000"], ["NOTIFY_SOCKET": "relative"],
      ["NOTIFY_SOCKET": "@"], ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 300)],
      ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "soon"],
    ])
  func harmless(_ environment: [String: String]) async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let run = try start(driftwatch, server, environment)
    #expect(try await Program.wait { run.errorsSoFar.contains("round 1: ") })
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
  }

  @Test("A watchdog is heard only with a socket and its own process id")
  func watchdog() {
    #expect(ServiceNotifier(["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "500000"]).watchdogSeconds == 0.5)
    let own = ["NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "500000", "WATCHDOG_PID": "\(getpid())"]
    #expect(ServiceNotifier(own).watchdogSeconds == 0.5)
    #expect(ServiceNotifier(own.merging(["WATCHDOG_PID": "1"]) { $1 }).watchdogSeconds == nil)
    #expect(ServiceNotifier(["WATCHDOG_USEC": "500000"]).watchdogSeconds == nil)
  }
}
