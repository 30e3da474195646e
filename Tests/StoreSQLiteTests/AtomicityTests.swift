import DriftModel
import Foundation
import PayloadShape
import Store
import StoreSamples
import Testing

import StoreSQL
@testable import StoreSQLite

/// One way in which a part of a result cannot be stored.
struct BadPart: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var trigger = ""
  var isDiskFull = false
  let spoil: @Sendable (inout Evaluation) -> Void
}

@Suite("A result is stored whole or not at all")
struct AtomicityTests {
  @Test(
    "A part that fails leaves every table and the state as they were",
    arguments: [
      BadPart(testDescription: "an incident of another place") { result in
        var key = result.key
        key.environment = "staging"
        result.incidents.append(Samples.incident("00000000000000ff", key: key))
      },
      BadPart(testDescription: "a transition of an incident that is not stored") { result in
        result.transitions.append(
          IncidentTransition(kind: .opened, at: result.at, incident: Samples.incident("00000000000000ff")))
      },
      BadPart(testDescription: "a digest that is none") {
        $0.responses.append(Samples.response("https://x", digest: "xyz"))
      },
      BadPart(testDescription: "a digest of another length") {
        $0.responses.append(Samples.response("https://x", digest: "00ff"))
      },
      BadPart(testDescription: "a round that never began") { $0.round = 99 },
      BadPart(testDescription: "a round that has ended") { $0.round = 1 },
      BadPart(testDescription: "another request with the same digest") { $0.signature = "GET /other" },
      BadPart(
        testDescription: "the database refuses the last statement",
        trigger: "CREATE TEMP TRIGGER no BEFORE UPDATE ON request_states BEGIN SELECT RAISE(ABORT, 'no'); END",
        spoil: { _ in }),
      BadPart(
        testDescription: "the database refuses the use of an acceptance, which is written last",
        trigger: "CREATE TEMP TRIGGER no BEFORE UPDATE ON acceptance_uses BEGIN SELECT RAISE(ABORT, 'no'); END",
        spoil: { $0.pendingChanges = [] }),
      BadPart(
        testDescription: "the database rolls back by itself",
        trigger: "CREATE TEMP TRIGGER no BEFORE INSERT ON transitions BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
        spoil: { _ in }),
      BadPart(
        testDescription: "the disk is full", trigger: "PRAGMA max_page_count = 1", isDiskFull: true,
        spoil: { $0.findings[0].message = String(repeating: "x", count: 100_000) }),
    ])
  func rollsBack(_ part: BadPart) async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    let ended = try await ledger.begin()
    try await ledger.commit(try Samples.result(round: ended))
    try await ledger.endRound(ended, at: Samples.start, seconds: 0, exitCode: 1)
    let round = try await ledger.begin()
    let counts = try await ledger.rowCounts()
    let state = try await ledger.memory()
    let response = try await ledger.response(Samples.response().url)

    var result = try Samples.result(round: round, at: Samples.start.addingTimeInterval(60))
    result.responses[0].etag = "\"another\""
    result.responses.append(Samples.response("https://api.example/products?page=2", facts: try Samples.facts()))
    part.spoil(&result)
    try await ledger.execute(part.trigger)
    let error = await #expect(throws: StoreError.self) { try await ledger.commit(result) }
    #expect(error?.description.hasPrefix(folder.file()) == true)
    #expect(error?.description.contains("\n") == false)
    #expect((error == .full(store: folder.file())) == part.isDiskFull)

    #expect(try await ledger.rowCounts() == counts)
    #expect(try await ledger.memory() == state)
    #expect(try await ledger.response(Samples.response().url) == response)

    // The ledger goes on as if nothing had happened.
    try await ledger.execute("DROP TRIGGER IF EXISTS temp.no; PRAGMA max_page_count = 1000000;")
    try await ledger.commit(try Samples.result(round: round))
    #expect(try await ledger.verify() == [])
  }

  @Test("Four writers and four readers of one file never see a lock or half a result")
  func manyProcessesWorth() async throws {
    let folder = try TemporaryFolder()
    let round = try await SQLiteStore(path: folder.file()).begin()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let ledger = try SQLiteStore(path: folder.file())
          for index in 0..<20 {
            var result = try Samples.result(round: round)
            result.responses = (0..<3).map { Samples.response("https://api.example/\(writer)/\(index)/\($0)") }
            try await ledger.commit(result)
          }
        }
        group.addTask {
          let ledger = try SQLiteStore(path: folder.file(), access: .readOnly)
          for _ in 0..<20 {
            let responses = try #require(try await ledger.number("SELECT count(*) FROM responses"))
            #expect(responses.isMultiple(of: 3))
            _ = try await ledger.memory()
          }
        }
      }
      try await group.waitForAll()
    }
    let ledger = try SQLiteStore(path: folder.file())
    #expect(try await ledger.number("SELECT count(*) FROM responses") == 240)
    #expect(try await ledger.undeliveredTransitions().count == 80)
  }

  @Test("A file that was deleted or replaced while in use is an error, never a result written into nowhere")
  func deletedWhileOpen() async throws {
    let folder = try TemporaryFolder()
    let expected = StoreError.cannotOpen(store: folder.file(), reason: "the file was moved or deleted while in use")
    let first = try SQLiteStore(path: folder.file())
    let round = try await first.begin()
    for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: folder.file() + suffix) }
    await #expect(throws: expected) { try await first.commit(try Samples.result(round: round)) }
    let second = try SQLiteStore(path: folder.file())
    await #expect(throws: expected) { try await first.commit(try Samples.result(round: round)) }
    try await second.commit(try Samples.result(round: try await second.begin()))
    #expect(try await second.verify() == [])
  }

  /// Set to a folder on a file system of about a megabyte, such as `mount -t tmpfs -o size=1m`, which takes root.
  private static let smallDisk = ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_SMALL_DISK"]

  @Test(
    "On a full disk the error says so, what was acknowledged stays, and the next result is stored once there is space",
    .enabled(if: smallDisk != nil, "DRIFTWATCH_TEST_SMALL_DISK is not set"))
  func fullDisk() async throws {
    let folder = try #require(Self.smallDisk)
    let path = folder + "/full.sqlite"
    defer {
      for name in ["full.sqlite", "full.sqlite-wal", "full.sqlite-shm", "second.sqlite", "ballast"] {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
    try Data(count: 400_000).write(to: URL(fileURLWithPath: folder + "/ballast"))
    let ledger = try SQLiteStore(path: path)
    let round = try await ledger.begin()
    var acknowledged = 0
    let error = await #expect(throws: StoreError.self) {
      while acknowledged < 10_000 {
        var result = try Samples.result(round: round)
        result.findings[0].fingerprint = "\(acknowledged)"
        result.findings[0].paths = (0..<50).map { "$.b\(acknowledged).c\($0)" }
        try await ledger.commit(result)
        acknowledged += 1
      }
    }
    #expect(error == .full(store: path))
    #expect(acknowledged > 0)
    #expect(try await ledger.undeliveredTransitions().count == acknowledged)
    #expect(throws: StoreError.self) { try SQLiteStore(path: folder + "/second.sqlite") }
    try FileManager.default.removeItem(atPath: folder + "/ballast")
    try await ledger.commit(try Samples.result(round: round))
    #expect(try await SQLiteStore(path: path).verify() == [])
  }

  @Test("A lock held for longer than the busy time is one clear error, and nothing is stored")
  func lockedTooLong() async throws {
    let folder = try TemporaryFolder()
    let (ledger, other) = (try SQLiteStore(path: folder.file()), try SQLiteStore(path: folder.file()))
    let round = try await ledger.begin()
    try await other.execute("BEGIN IMMEDIATE")
    await #expect(throws: StoreError.busy(store: folder.file(), seconds: 5)) {
      try await ledger.commit(try Samples.result(round: round))
    }
    #expect(try await ledger.incidents() == [], "reading goes on meanwhile")
    try await other.execute("COMMIT")
    try await ledger.commit(try Samples.result(round: round))
  }
}
