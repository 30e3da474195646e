import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite("The ledger's file")
struct SchemaTests {
  @Test("A new file is in write-ahead mode with full synchronisation, foreign keys and the schema's version")
  func settings() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    for (pragma, expected) in [
      ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"), ("user_version", "\(Schema.version)"),
      ("application_id", "\(Schema.applicationID)"), ("busy_timeout", "5000"), ("cell_size_check", "1"),
      ("trusted_schema", "0"),
    ] {
      #expect(try await ledger.column("PRAGMA \(pragma)") == [expected], "\(pragma)")
    }
  }

  @Test("Every table is STRICT, and a text where a number belongs is refused")
  func strictTables() async throws {
    let ledger = try SQLiteStore.temporary()
    let tables = try await ledger.column(
      "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite%'")
    let strict = try await ledger.column("SELECT name FROM pragma_table_list WHERE strict")
    #expect(tables.count == 28)
    #expect(Set(tables) == Set(strict))
    let error = await #expect(throws: StoreError.self) {
      try await ledger.execute("INSERT INTO deliveries VALUES ('k', 'forty-two')")
    }
    #expect(error?.description.contains("forty-two") == false)
  }

  @Test("Folder and files can be read by their owner only")
  func rights() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state/driftwatch/db.sqlite")
    let ledger = try SQLiteStore(path: path)
    _ = try await ledger.begin()
    #expect(try permissions(folder.file("state")) == 0o700)
    #expect(try permissions(folder.file("state/driftwatch")) == 0o700)
    for suffix in ["", "-wal", "-shm"] { #expect(try permissions(path + suffix) == 0o600, "\(suffix)") }
  }

  @Test("The steps are numbered from 1 on without a gap, and a new file has the version of the last")
  func steps() async throws {
    #expect(Schema.migrations.map(\.version) == Array(1...Schema.version))
    let ledger = try SQLiteStore.temporary()
    #expect(try await ledger.number("PRAGMA user_version") == Schema.migrations.last?.version)
  }

  @Test("A step to a later version keeps what is there; one that fails leaves the version before")
  func migrations() async throws {
    let folder = try TemporaryFolder()
    let round = try await SQLiteStore(path: folder.file()).check()
    let version = Schema.version
    let added = Schema.Migration(
      version: version + 1, statements: "ALTER TABLE rounds ADD COLUMN note TEXT; UPDATE rounds SET note = 'kept';")
    let broken = Schema.Migration(
      version: version + 2, statements: "CREATE TABLE half (a INTEGER) STRICT; SELECT nothing FROM nowhere;")
    let connection = try Connection(path: folder.file(), mode: .readWrite)
    // To a program that knows the step the file is older, which it may not change while it only reads.
    #expect(throws: StoreError.olderSchema(store: folder.file(), found: version, known: version + 1)) {
      try connection.requirePresentSchema(version + 1)
    }
    try connection.migrate(Schema.migrations + [added])
    try connection.migrate(Schema.migrations + [added])  // once more: nothing left to do
    let note = try connection.first("SELECT note FROM rounds WHERE number = ?", [Value(round)]) { $0.text(0) }
    #expect(note == "kept")
    #expect(throws: StoreError.self) { try connection.migrate(Schema.migrations + [added, broken]) }
    #expect(try connection.first("PRAGMA user_version") { $0.integer(0) } == version + 1)
    #expect(try connection.all("SELECT name FROM sqlite_schema WHERE name = 'half'") { $0.text(0) } == [])
    // To this program the file is newer now.
    #expect(throws: StoreError.newerSchema(store: folder.file(), found: version + 1, known: version)) {
      try SQLiteStore(path: folder.file())
    }
  }

  @Test("What version 1 knew of failures and changes is kept as findings that ended")
  func fromVersion1() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file()))
    let connection = try Connection(path: folder.file(), mode: .readWrite)
    try connection.migrate([Schema.migrations[0]])
    try connection.execute(
      """
      INSERT INTO builds VALUES (1, 'b');
      INSERT INTO rounds VALUES (1, 1000, 1500, 0.5, 0, 'live', 'production', 1), (2, 2000, 2500, 0.5, 1, 'live', 'production', 1),
        (3, 3000, NULL, NULL, NULL, 'live', 'production', 1);
      INSERT INTO request_keys VALUES (1, 'shop', 'products', 'r', 'production', 'default', 's');
      INSERT INTO request_states VALUES (1, 2, 2100, NULL, 2100, '{}', '[]');
      INSERT INTO paths VALUES (1, '$.price'), (2, '$.name');
      INSERT INTO failures VALUES (1, 'v1', 'decode-type-mismatch', 1, 1, 2, 40, 60), (1, 'v2', 'decode-type-mismatch', 1, 2, 2, 2, 3);
      INSERT INTO field_changes VALUES (1, 'type-changed', 1, 1, 2, 'number', 'object', 20, 20),
        (1, 'list-emptied', 2, 2, 2, '3 elements', 'none', 1, 1);
      """)
    let store = try SQLiteStore(path: folder.file())
    let told = try await store.findingHistory(HistoryQuery()).map { interval in
      let versions = interval.versions.map(\.id).joined()
      return "\(interval.rule.rawValue) \(interval.paths) \(versions) \(interval.expected)-\(interval.actual)"
        + " \(interval.worst.count)/\(interval.worst.total) \(interval.first.at.timeIntervalSince1970)-\(interval.ended?.round ?? 0)"
    }
    #expect(
      told.sorted() == [
        #"decode-type-mismatch ["$.price"] v1 - 40/60 1.0-2"#, #"decode-type-mismatch ["$.price"] v2 - 2/3 2.0-2"#,
        #"field-type-changed ["$.price"]  number-object 20/20 1.0-2"#,
        #"volume-empty ["$.name"]  3 elements-none 1/1 2.0-2"#,
      ])
    #expect(try await store.column("SELECT name FROM sqlite_schema WHERE name IN ('failures', 'field_changes')") == [])
    #expect(try await store.verify() == ["request_states.report: row 1 cannot be read"])
  }

  @Test("Several connections that take the same step together take it once")
  func migratedTogether() async throws {
    let folder = try TemporaryFolder()
    _ = try await SQLiteStore(path: folder.file()).check()
    let steps =
      Schema.migrations + [
        Schema.Migration(version: Schema.version + 1, statements: "CREATE TABLE later (a INTEGER) STRICT;")
      ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await onOwnThread { try Connection(path: folder.file(), mode: .readWrite).migrate(steps) }
        }
      }
      try await group.waitForAll()
    }
    let connection = try Connection(path: folder.file(), mode: .readOnly)
    #expect(try connection.first("PRAGMA user_version") { $0.integer(0) } == Schema.version + 1)
  }

  @Test("Many openings of a file that is not there yet make one ledger")
  func openedTogether() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await onOwnThread { _ = try SQLiteStore(path: folder.file("new/db.sqlite")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await SQLiteStore(path: folder.file("new/db.sqlite")).verify() == [])
  }

  @Test("A throw-away ledger leaves no file")
  func throwAway() async throws {
    let ledger = try SQLiteStore.temporary()
    #expect(ledger.location == ":memory:")
    try await ledger.commit(try Samples.result(round: try await ledger.begin()))
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }
}
