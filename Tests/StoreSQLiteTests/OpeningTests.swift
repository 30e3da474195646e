import Foundation
import Store
import StoreSamples
import System
import Testing

@testable import StoreSQL
@testable import StoreSQLite

/// One thing in the way of a ledger.
struct Obstacle: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var access = StoreAccess.readWrite
  var path = "driftwatch.sqlite"
  let prepare: @Sendable (TemporaryFolder) throws -> Void
  let expected: @Sendable (String) -> StoreError
}

@Suite("What cannot be opened gives one clear line")
struct OpeningTests {
  private static func write(_ text: String, _ folder: TemporaryFolder) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file()))
  }

  private static func database(_ sql: String, _ folder: TemporaryFolder) throws {
    try PrivateFile.create(folder.file())
    try Connection(path: folder.file(), mode: .readWrite).execute(sql)
  }

  /// Part of what the programs before version 1 made.
  private static func unreleased(version: Int) -> String {
    """
    CREATE TABLE places (id INTEGER PRIMARY KEY, contract TEXT NOT NULL, endpoint TEXT NOT NULL) STRICT;
    CREATE TABLE targets (id INTEGER PRIMARY KEY, key INTEGER NOT NULL REFERENCES places (id)) STRICT;
    PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version);
    """
  }

  @Test(
    "Each obstacle has its own error, and the file stays as it was",
    arguments: [
      Obstacle(
        testDescription: "no file, reading only", access: .readOnly, prepare: { _ in },
        expected: { .missing(store: $0) }),
      Obstacle(
        testDescription: "no folder, reading only", access: .readOnly, path: "no/where.sqlite", prepare: { _ in },
        expected: { .missing(store: $0) }),
      Obstacle(
        testDescription: "a folder", path: "folder",
        prepare: {
          try FileManager.default.createDirectory(atPath: $0.file("folder"), withIntermediateDirectories: true)
        },
        expected: { .cannotOpen(store: $0, reason: "it is a folder") }),
      Obstacle(
        testDescription: "the name of a folder", path: "new/", prepare: { _ in },
        expected: { .cannotOpen(store: $0, reason: "a name that ends with / is a folder's") }),
      Obstacle(
        testDescription: "below a file", path: "driftwatch.sqlite/db", prepare: { try write("x", $0) },
        expected: { .cannotOpen(store: $0, reason: "Not a directory") }),
      Obstacle(
        testDescription: "garbage",
        prepare: { try write(String(repeating: "This is no database. ", count: 500), $0) },
        expected: { .foreign(store: $0, reason: StoreError.notADatabase) }),
      Obstacle(
        testDescription: "garbage, reading only", access: .readOnly,
        prepare: { try write(String(repeating: "This is no database. ", count: 500), $0) },
        expected: { .foreign(store: $0, reason: StoreError.notADatabase) }),
      Obstacle(
        testDescription: "another program's database",
        prepare: { try database("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)", $0) },
        expected: { .foreign(store: $0, reason: StoreError.ofAnotherProgram) }),
      Obstacle(
        testDescription: "another program's database with an id of its own",
        prepare: { try database("PRAGMA application_id = 42; CREATE TABLE theirs (a)", $0) },
        expected: { .foreign(store: $0, reason: StoreError.ofAnotherProgram) }),
      Obstacle(
        testDescription: "a newer schema",
        prepare: {
          try database("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 4711", $0)
        },
        expected: { .newerSchema(store: $0, found: 4711, known: Schema.version) }),
      Obstacle(
        testDescription: "a schema from before the first one, with a higher number",
        prepare: { try database(unreleased(version: 5), $0) }, expected: { .unreleasedSchema(store: $0) }),
      Obstacle(
        testDescription: "a schema from before the first one, with the present number",
        prepare: { try database(unreleased(version: Schema.version), $0) }, expected: { .unreleasedSchema(store: $0) }),
      Obstacle(
        testDescription: "a schema from before the first one, reading only", access: .readOnly,
        prepare: { try database(unreleased(version: 5), $0) }, expected: { .unreleasedSchema(store: $0) }),
      Obstacle(
        testDescription: "an empty file, reading only", access: .readOnly, prepare: { try write("", $0) },
        expected: { .missing(store: $0) }),
    ])
  func obstacles(_ obstacle: Obstacle) throws {
    let folder = try TemporaryFolder()
    try obstacle.prepare(folder)
    let before = FileManager.default.contents(atPath: folder.file())
    let path = folder.file(obstacle.path)
    let expected = obstacle.expected(path)
    #expect(throws: expected) { try SQLiteStore(path: path, access: obstacle.access) }
    #expect(FileManager.default.contents(atPath: folder.file()) == before)
    #expect(expected.description.hasPrefix(path + ": "))
    #expect(!expected.description.contains("\n"))
    // No right is in the way of any of them.
    #expect(!expected.description.contains("writable"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("new")))
  }

  @Test("An empty file is a ledger that was not made yet")
  func emptyFile() async throws {
    let folder = try TemporaryFolder()
    try Self.write("", folder)
    #expect(try await SQLiteStore(path: folder.file()).roundCount() == 0)
  }

  @Test("A file name that SQLite would read as something else is a file name")
  func strangeNames() async throws {
    let folder = try TemporaryFolder()
    for name in ["file:x?mode=memory", "a b%20c.sqlite", ":memory:", "né.sqlite"] {
      let ledger = try SQLiteStore(path: folder.file(name))
      _ = try await ledger.begin()
      #expect(FileManager.default.fileExists(atPath: folder.file(name)), "\(name)")
    }
  }

  #if canImport(Glibc)
    @Test("Without the right to write or read, the error says so and what to do")
    func withoutPermission() async throws {
      let folder = try TemporaryFolder()
      let (readable, hidden) = (folder.file("readable.sqlite"), folder.file("hidden.sqlite"))
      for path in [readable, hidden] { _ = try await SQLiteStore(path: path).begin() }
      chmod(readable, 0o444)
      chmod(hidden, 0o000)
      chmod(folder.path, 0o555)
      defer { chmod(folder.path, 0o755) }
      let denied = "Permission denied"
      let expected: [(path: String, access: StoreAccess, error: StoreError)] = [
        (readable, .readWrite, .readOnly(store: readable)),
        // A reader needs the -shm file, which it may not make here and nobody else has open.
        (readable, .readOnly, .readOnly(store: readable)),
        (hidden, .readWrite, .cannotOpen(store: hidden, reason: denied, isForbidden: true)),
        (hidden, .readOnly, .cannotOpen(store: hidden, reason: denied, isForbidden: true)),
        (
          folder.file("new"), .readWrite,
          .cannotOpen(store: folder.file("new"), reason: "it does not exist and cannot be made: \(denied)")
        ),
        (folder.file("new"), .readOnly, .missing(store: folder.file("new"))),
        (
          folder.file("new/db"), .readWrite,
          .cannotOpen(store: folder.file("new/db"), reason: "its folder does not exist and cannot be made: \(denied)")
        ),
      ]
      try await onOwnThread {
        withRightsOfNobody {
          for (path, access, error) in expected {
            #expect(throws: error) { try SQLiteStore(path: path, access: access) }
            let isThere = [readable, hidden].contains(path)
            #expect(error.description.contains("writable") == isThere, "\(error)")
          }
        }
      }
      // While its owner has it open, those who may read the files can read it.
      let owner = try SQLiteStore(path: readable)
      for suffix in ["-wal", "-shm"] { chmod(readable + suffix, 0o444) }
      let count = try await onOwnThread {
        try withRightsOfNobody {
          try Connection(path: readable, mode: .readOnly).first("SELECT count(*) FROM rounds") { $0.integer(0) }
        }
      }
      #expect(count == 1)
      #expect(try await owner.roundCount() == 1)
    }

    /// Runs `work` on this thread as user 65534 where the tests run as root, whom no file's rights hold back.
    private func withRightsOfNobody<Result>(_ work: () throws -> Result) rethrows -> Result {
      typealias SetFileSystemUser = @convention(c) (UInt32) -> Int32
      guard geteuid() == 0, let symbol = dlsym(nil, "setfsuid") else { return try work() }
      // setfsuid(2): int setfsuid(uid_t); it changes the rights of the calling thread only.
      let setFileSystemUser = unsafeBitCast(symbol, to: SetFileSystemUser.self)
      _ = setFileSystemUser(65_534)
      defer { _ = setFileSystemUser(0) }
      return try work()
    }
  #endif
}
