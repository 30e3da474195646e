import DriftModel
import DriftRules
import Foundation
import Store
import Testing

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
    #expect(tables.count == 22)
    #expect(Set(tables) == Set(strict))
    let error = await #expect(throws: StoreError.self) {
      try await ledger.execute("INSERT INTO meta VALUES ('k', 'forty-two')")
    }
    #expect(error?.description.contains("forty-two") == false)
  }

  @Test(
    "A ledger that is thrown away has the tables, columns and indexes of one in a file, but for the order of columns")
  func throwAwaySchema() async throws {
    let folder = try TemporaryFolder()
    let (kept, thrownAway) = (try SQLiteStore(path: folder.file()), try SQLiteStore.temporary())
    for query in [
      """
      SELECT t.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || ifnull(c.dflt_value, '-') || ' ' || c.pk
      FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
      WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%' ORDER BY 1
      """,
      "SELECT name || ' ' || type || ' ' || wr || ' ' || strict FROM pragma_table_list WHERE schema = 'main' ORDER BY 1",
      "SELECT name || ' ' || tbl_name || ' ' || ifnull(sql, '-') FROM sqlite_schema WHERE type = 'index' ORDER BY 1",
      """
      SELECT t.name || ' ' || f."table" || ' ' || f."from" || ' ' || ifnull(f."to", '-') || ' ' || f.on_delete
      FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f WHERE t.schema = 'main' ORDER BY 1
      """,
      "SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index') ORDER BY 1", "PRAGMA user_version",
      "PRAGMA application_id",
    ] {
      let expected = try await kept.column(query)
      #expect(try await thrownAway.column(query) == expected, "\(query)")
      #expect(!expected.isEmpty || query.contains("NOT IN"), "\(query)")
    }
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

  @Test("A ledger of version 1, made by SQL alone, is read and written by this program")
  func versionOne() async throws {
    let folder = try TemporaryFolder()
    try makeVersionOneFixture(at: folder.file())
    let ledger = try SQLiteStore(path: folder.file())
    #expect(try await ledger.number("PRAGMA user_version") == Schema.version)
    let round = try await ledger.lastRound(completeOnly: true)
    #expect(round?.number == 7)
    #expect(round?.buildID == "old-build")
    let state = try await ledger.memory()
    #expect(state.lastGoodAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(state.report?.outcome == .ok)
    let next = try await ledger.begin()
    #expect(next == 8)
    try await ledger.commit(try Samples.result(round: next))
    #expect(try await ledger.verify() == [])
  }

  @Test("A step to a later version keeps what is there; one that fails leaves the version before")
  func migrations() throws {
    let folder = try TemporaryFolder()
    try makeVersionOneFixture(at: folder.file())
    let version = Schema.version
    let added = Schema.Migration(
      version: version + 1, statements: "ALTER TABLE rounds ADD COLUMN note TEXT; UPDATE rounds SET note = 'kept';")
    let broken = Schema.Migration(
      version: version + 2, statements: "CREATE TABLE half (a INTEGER) STRICT; SELECT nothing FROM nowhere;")
    let connection = try Connection(path: folder.file(), mode: .readWrite)
    try connection.migrate(Schema.migrations + [added])
    try connection.migrate(Schema.migrations + [added])  // once more: nothing left to do
    #expect(try connection.first("SELECT note FROM rounds WHERE number = 7") { $0.text(0) } == "kept")
    #expect(throws: StoreError.self) { try connection.migrate(Schema.migrations + [added, broken]) }
    #expect(try connection.first("PRAGMA user_version") { $0.integer(0) } == version + 1)
    #expect(try connection.all("SELECT name FROM sqlite_schema WHERE name = 'half'") { $0.text(0) } == [])
    // To this program the file is newer now.
    #expect(throws: StoreError.newerSchema(store: folder.file(), found: version + 1, known: version)) {
      try SQLiteStore(path: folder.file())
    }
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
