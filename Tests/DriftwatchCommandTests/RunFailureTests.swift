import Foundation
import TestSupport
import Testing

@Suite("Disks and files that fail while the scheduler runs", .serialized)
struct RunFailureTests {
  /// Whether this user may mount a file system that is too small; if not, only a disk that belongs to somebody else could be filled.
  private static func mount(_ folder: String, kilobytes: Int) async throws -> Bool {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard getuid() == 0 else { return false }
    return try await Program(
      "/bin/mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=0700", "tmpfs", folder], environment: pathOnly
    ).end().code == 0
  }

  private static func unmount(_ folder: String) async throws {
    _ = try await Program("/bin/umount", ["-l", folder], environment: pathOnly).end()
  }

  private func start(_ driftwatch: Driftwatch, _ server: HostileServer, db path: String) throws -> Program {
    try driftwatch.start(
      ["run", "--db", path, "--base-url", "quick=\(server.url(""))", "--log-format", "json"])
  }

  private func serve(_ driftwatch: Driftwatch) throws -> HostileServer {
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    return try HostileServer(files: driftwatch.place.path("files"))
  }

  @Test("A disk that fills up while it runs is told, ends nothing, and once there is space everything goes on")
  func diskFull() async throws {
    let driftwatch = try Driftwatch(.quick)
    let disk = driftwatch.place.path("disk")
    guard try await Self.mount(disk, kilobytes: 4096) else {
      print("no file system can be mounted here: a full disk was not tried")
      return
    }
    let server = try serve(driftwatch)
    let path = disk + "/ledger.sqlite"
    let run = try start(driftwatch, server, db: path)
    #expect(try await Program.wait { run.errorsSoFar.contains("round_finished") }, "\(run.errorsSoFar)")
    // Whatever is left is taken, and the response changes each time, so that there is something to store.
    let filler = try Program("/bin/sh", ["-c", "cat /dev/zero > '\(disk)/filler' 2>/dev/null"])
    _ = await filler.end()
    var number = 0
    let isTold = try await Program.wait {
      number += 1
      try driftwatch.place.write(People.first.replacing("Ada", with: "Ada \(number)"), to: "files/people.json")
      return run.errorsSoFar.contains("no space left")
    }
    #expect(isTold, "\(run.errorsSoFar)")
    #expect(!run.hasEnded)
    try FileManager.default.removeItem(atPath: disk + "/filler")
    let known = run.errorsSoFar.count
    #expect(
      try await Program.wait { run.errorsSoFar.dropFirst(known).contains("round_finished") }, "\(run.errorsSoFar)")
    run.send(SIGTERM)
    let ending = await run.end()
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(try await driftwatch.call("store", "verify", "--db", path).code == 0)
    try await Self.unmount(disk)
  }

  @Test("A ledger that can only be read, and one that is taken away while it runs, end it with exit 4 and one line")
  func lostLedger() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try serve(driftwatch)
    let path = driftwatch.place.path("own/ledger.sqlite")
    let run = try start(driftwatch, server, db: path)
    #expect(try await Program.wait { run.errorsSoFar.contains("round_finished") })
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    let ending = await run.end()
    #expect(ending.code == 4)
    let last = ending.errors.split(separator: "\n").last ?? ""
    #expect(last.contains(#""event":"failed""#) && last.contains("moved or deleted"), "\(last)")

    // As root rights do not keep anybody from writing; a read-only file system does.
    let disk = driftwatch.place.path("disk")
    guard try await Self.mount(disk, kilobytes: 4096) else {
      print("no file system can be mounted here: a read-only one was not tried")
      return
    }
    let onDisk = disk + "/ledger.sqlite"
    try FileManager.default.copyItem(atPath: path + ".away", toPath: onDisk)
    _ = try await Program("/bin/mount", ["-o", "remount,ro", disk], environment: pathOnly).end()
    let options = ["--db", onDisk, "--base-url", "quick=\(server.url(""))"]
    for command in ["run", "check"] {
      let ending = try await driftwatch.call([command] + options)
      #expect(ending.code == 4, "\(command): \(ending.errors)")
      #expect(ending.errors.split(separator: "\n").count == 1)
    }
    try await Self.unmount(disk)
  }

  /// `DRIFTWATCH_FLIPS=1000` for the long run, whose figures it prints.
  @Test("A ledger with a flipped byte works, or is exit 4 with one line; nothing crashes")
  func flippedBytes() async throws {
    let wanted = ProcessInfo.processInfo.environment["DRIFTWATCH_FLIPS"].flatMap(Int.init)
    let driftwatch = try Driftwatch(.quick)
    for response in [People.first, People.withAge, People.withoutName, People.first] {
      try await driftwatch.round(response)
    }
    _ = try await driftwatch.call("report", "--db", driftwatch.ledger)
    try await driftwatch.round(People.withoutEmail)
    let bytes = try Data(contentsOf: URL(filePath: driftwatch.ledger))
    try #require(!FileManager.default.fileExists(atPath: driftwatch.ledger + "-wal"))
    var codes: [String: Int] = [:]
    for number in 0..<(wanted ?? 8) {
      var damaged = bytes
      let place = Int.random(in: 0..<damaged.count)
      damaged[place] ^= UInt8.random(in: 1...255)
      let path = driftwatch.place.path("copy\(number)/ledger.sqlite")
      try FileManager.default.createDirectory(
        atPath: driftwatch.place.path("copy\(number)"), withIntermediateDirectories: true)
      try damaged.write(to: URL(filePath: path))
      // Codes, lines and traps are looked at by `call`.
      for command in [
        ["check", "quick/people", "--quiet", "--from", driftwatch.place.path("round")], ["report", "--all"], ["status"],
      ] {
        let code = try await driftwatch.call(command + ["--db", path]).code
        #expect(
          [0, 1, 4].contains(code) || command[0] != "check" && code == 3, "byte \(place), \(command[0]): \(code)")
        codes["\(command[0]) \(code)", default: 0] += 1
      }
      try FileManager.default.removeItem(atPath: driftwatch.place.path("copy\(number)"))
    }
    if wanted != nil { print("flipped bytes, exit codes: \(codes.sorted { $0.key < $1.key })") }
  }
}
