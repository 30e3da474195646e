import Foundation
import TestSupport
import Testing

@Suite("suggest and harden, interrupted")
struct InterruptedRemediesTests {
  let driftwatch: Driftwatch
  private let toolchain = ProcessInfo.processInfo.environment

  init() throws {
    driftwatch = try Driftwatch(.broken)
    let entry = try #require(BreakCase.all.first { $0.endpoint == "type-quoted" })
    try driftwatch.place.write(entry.old, to: "recordings/2026-01-01/broken/\(entry.endpoint).json")
    try driftwatch.place.write(entry.new, to: "recordings/2026-02-01/broken/\(entry.endpoint).json")
  }

  /// A tool that starts another process in a group of its own, as `swiftc` does, writes a file where temporary files go, and never ends.
  private func endlessTool(_ name: String, in place: TemporaryPlace) throws {
    let tool = try place.write(
      """
      #!/usr/bin/python3
      import os, subprocess
      inner = subprocess.Popen(["sleep", "3600"], preexec_fn=os.setpgrp)
      os.makedirs(os.environ["TMPDIR"] + "/deep", exist_ok=True)
      open(os.environ["TMPDIR"] + "/deep/file", "w").close()
      with open(os.environ["HOME"] + "/part", "w") as file: file.write(f"{os.getpid()} {inner.pid}")
      os.rename(os.environ["HOME"] + "/part", os.environ["HOME"] + "/pids")
      inner.wait()
      """, to: "bin/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
  }

  private func environment(_ place: TemporaryPlace) throws -> [String: String] {
    try FileManager.default.createDirectory(atPath: place.path("temporary"), withIntermediateDirectories: true)
    return [
      "PATH": "\(place.path("bin")):\(toolchain["PATH"] ?? "/usr/bin:/bin")", "HOME": place.url.path,
      "TMPDIR": place.path("temporary"),
    ]
  }

  /// Sends the signal once the tool runs. The command dies of it, silently, and nothing is left.
  private func interrupt(_ command: Program, with signal: Int32, in place: TemporaryPlace) async throws {
    let pids = place.path("pids")
    try #require(try await Program.wait { FileManager.default.fileExists(atPath: pids) || command.hasEnded })
    let started = try String(contentsOfFile: pids, encoding: .utf8).split(separator: " ").map(String.init)
    try #require(started.count == 2)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: place.path("temporary")).isEmpty)
    command.send(signal)
    let ending = await command.end()
    #expect(ending.code == -signal && ending.text.isEmpty && ending.errors.isEmpty, "\(ending)")
    #expect(try await Program.wait { !started.contains(where: Program.runs) }, "\(started)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("temporary")).isEmpty)
  }

  @Test(
    "A signal ends suggest while it waits for the compiler, with all that was started and written",
    arguments: [SIGTERM, SIGINT])
  func suggest(_ signal: Int32) async throws {
    try endlessTool("swiftc", in: driftwatch.place)
    let command = try driftwatch.start(
      ["suggest", "broken/type-quoted", "--from", driftwatch.place.path("recordings")],
      environment: environment(driftwatch.place))
    try await interrupt(command, with: signal, in: driftwatch.place)
  }

  @Test("A signal ends harden, the compiler with all that it started, and what they wrote")
  func harden() async throws {
    let driftwatch = try Driftwatch()
    try endlessTool("swiftc", in: driftwatch.place)
    let command = try driftwatch.start(
      ["harden", "pokeapi/pokemon-list", "--contracts", Driftwatch.contracts],
      environment: environment(driftwatch.place))
    try await interrupt(command, with: SIGTERM, in: driftwatch.place)
  }

  @Test(
    "A signal ends them while the app's code hangs, with the worker",
    arguments: [(["suggest"], "hang while decoding"), (["harden", "--version", "hangs"], "hang")])
  func worker(_ command: [String], _ kind: String) async throws {
    let driftwatch = try Driftwatch(.hostile)
    try driftwatch.place.write(
      #"[{"id":1,"kind":"\#(kind)"}]"#, to: "recordings/2026-01-01/hostile/mixed.json")
    // The code hangs for longer than the test runs.
    let program = try driftwatch.start(
      command + ["hostile/mixed", "--from", driftwatch.place.path("recordings"), "--code-timeout", "600"],
      environment: environment(driftwatch.place))
    /// It starts tools as well, which end soon; and it may itself be about to become what it is.
    func image(_ id: String) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
    }
    var workers: [String] = []
    try #require(
      try await Program.wait {
        workers = try RunTests.children(of: program.id).map(String.init).filter { id in
          image(id) != nil && image(id) == image("\(program.id)")
        }
        return !workers.isEmpty || program.hasEnded
      })
    try #require(!workers.isEmpty)
    program.send(SIGTERM)
    let ending = await program.end()
    #expect(ending.code == -SIGTERM && ending.text.isEmpty && ending.errors.isEmpty, "\(ending)")
    #expect(try await Program.wait { !workers.contains(where: Program.runs) }, "\(workers)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.path("temporary")).isEmpty)
  }
}
