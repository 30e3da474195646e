import CSQLite
import Store
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite("Prepared statements are used again")
struct StatementTests {
  @Test("The same text twice at once gives two statements, and values of a former use are forgotten")
  func nested() throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.execute("CREATE TABLE t (a INTEGER UNIQUE) STRICT; INSERT INTO t VALUES (1), (2), (3)")
    let sql = "SELECT a FROM t WHERE a >= coalesce(?, 2) ORDER BY a"
    for _ in 0..<3 {
      let pairs = try connection.all(sql, [Value(1)]) { row throws(StoreError) in
        let outer = row.integer(0)
        return try connection.all(sql, [Value(outer)]) { inner in outer * 10 + inner.integer(0) }
      }
      #expect(pairs == [[11, 12, 13], [22, 23], [33]])
      #expect(try connection.all(sql) { $0.integer(0) } == [2, 3], "a value that is not given is NULL")
      #expect(try connection.first(sql, [Value(3)]) { $0.integer(0) } == 3)
    }
  }

  @Test("Only what another moment may cure is tried again")
  func retries() {
    let passing = [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM]
    let lasting = [
      SQLITE_CONSTRAINT, SQLITE_MISUSE, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_ERROR, SQLITE_CORRUPT,
      SQLITE_NOTADB, SQLITE_READONLY, SQLITE_CANTOPEN,
    ]
    for code in passing + lasting {
      #expect(StoreError(code: code, handle: nil, path: "x").mayPass == passing.contains(code), "\(code)")
    }
  }

  @Test("A statement that failed works the next time, also after the table has changed")
  func afterFailure() throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.execute("CREATE TABLE t (a INTEGER UNIQUE) STRICT")
    for value in 0..<5 {
      try connection.run("INSERT INTO t (a) VALUES (?)", [Value(value)])
      #expect(throws: StoreError.self) { try connection.run("INSERT INTO t (a) VALUES (?)", [Value(value)]) }
      #expect(throws: StoreError.self) { try connection.run("INSERT INTO t (a) VALUES (?)", [Value("text")]) }
      try connection.execute("ALTER TABLE t ADD COLUMN b\(value) INTEGER")
    }
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 5)
    #expect(throws: StoreError.self) { try connection.run("SELECT nothing FROM t") }
    // One that was begun and not finished holds no lock.
    _ = try connection.first("SELECT a FROM t") { $0.integer(0) }
    try connection.execute("DROP TABLE t; VACUUM")
  }

  @Test("More texts than are kept are no more than slow")
  func many() throws {
    let connection = try Connection(path: ":memory:", mode: .memory)
    for _ in 0..<2 {
      for value in 0..<300 { #expect(try connection.first("SELECT \(value)") { $0.integer(0) } == value) }
    }
  }
}
