import CSQLite
import Foundation
import Store
import StoreSQL
import System

/// Sole owner of one SQLite connection. Its actor ensures that one thread at a time uses it.
final class SQLiteDriver: SQLDriver {
  /// How long a statement waits for another process's lock before it fails.
  static let busySeconds = 5.0

  let raw: OpaquePointer
  let location: String
  let cache = StatementCache()

  let dialect = Dialect(
    least: "min", rowNumber: { "\($0).rowid" }, isJSON: { "json_valid(\($0))" },
    textBytes: { "length(CAST(\($0) AS BLOB))" },
    // AUTOINCREMENT keeps the last number here, so that no number comes twice (SQLite "Autoincrement").
    lastNumber: { table, _ in "SELECT seq FROM sqlite_sequence WHERE name = '\(table)'" },
    setLastNumber: { table, number in
      guard table.numbersOnce, number > 0 else { return [] }
      return [
        "DELETE FROM sqlite_sequence WHERE name = '\(table.name)'",
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('\(table.name)', \(number))",
      ]
    })

  /// How a connection is opened.
  enum Mode {
    /// An existing file or one that was just made, in write-ahead mode.
    case readWrite
    /// An existing file; nothing can be written.
    case readOnly
    /// A temporary database without a file.
    case memory
  }

  /// Opens `path`, which must exist unless `mode` is `memory`, and sets what every connection needs.
  init(path: String, mode: Mode, busySeconds: Double = SQLiteDriver.busySeconds) throws(StoreError) {
    var handle: OpaquePointer?
    let flags =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
      }
    // "./" keeps SQLite from reading ":memory:" or "file:" URIs into a file's name.
    let name = mode == .memory ? ":memory:" : path.hasPrefix("/") ? path : "./" + path
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let error = StoreError(code: code, handle: handle, path: path)
      sqlite3_close_v2(handle)  // a failed open still returns a handle
      throw error
    }
    do throws(StoreError) {
      try Self.configure(handle, path: path, mode: mode, busySeconds: busySeconds)
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
    (raw, location) = (handle, path)
  }

  deinit {
    cache.empty()
    sqlite3_close_v2(raw)
  }

  private static func configure(
    _ handle: OpaquePointer, path: String, mode: Mode, busySeconds: Double
  ) throws(StoreError) {
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Int32(busySeconds * 1000))
    // A damaged or hostile file must not run functions from its schema.
    drift_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    drift_db_config_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    if mode == .readWrite && sqlite3_db_readonly(handle, "main") == 1 { throw .readOnly(store: path) }
    func execute(_ sql: String) throws(StoreError) {
      let code = sqlite3_exec(handle, sql, nil, nil, nil)
      guard code == SQLITE_OK else { throw StoreError(code: code, handle: handle, path: path) }
    }
    try execute("PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;")
    // Each commit is on the disk before it returns. A temporary database does not need that.
    try execute(mode == .memory ? "PRAGMA synchronous = OFF" : "PRAGMA synchronous = FULL")
  }

  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code: code, handle: raw, path: location) }
  }

  func forEach(
    _ sql: String, _ values: [Value], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try Statement(sql, values, on: self)
    while let row = try statement.next() {
      guard try statement.read(row, body) else { return try statement.finish() }
    }
  }

  func transaction(_ kind: Connection.Transaction, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    // A writing one takes the write lock at its beginning, so that it cannot fail later because of it.
    try execute(kind == .reading ? "BEGIN" : "BEGIN IMMEDIATE")
    do throws(StoreError) {
      if kind != .reading {
        // SQLite begins it also on a read-only file, and fails at the first write.
        if sqlite3_db_readonly(raw, "main") == 1 { throw .readOnly(store: location) }
        try requireUnmoved()
      }
      try body()
      try execute("COMMIT")
    } catch {
      // Some errors (disk full, I/O) have rolled back already; then there is nothing to roll back.
      if sqlite3_get_autocommit(raw) == 0 { sqlite3_exec(raw, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Throws if the file was moved or deleted, because in write-ahead mode SQLite would go on writing into the old file.
  ///
  /// Source: SQLite "Standard File Control Opcodes", `SQLITE_FCNTL_HAS_MOVED`; a database in memory does not know it.
  private func requireUnmoved() throws(StoreError) {
    var hasMoved: Int32 = 0
    guard sqlite3_file_control(raw, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK, hasMoved != 0 else {
      return
    }
    throw .cannotOpen(store: location, reason: "the file was moved or deleted while in use")
  }

  var changes: Int { Int(sqlite3_changes64(raw)) }

  func lease(for purpose: Lease.Purpose) throws(StoreError) -> Lease {
    try LeaseFile(purpose, ofDatabase: location).take()
  }

  func leaseHolders(for purpose: Lease.Purpose) -> [Lease.Holder] {
    LeaseFile(purpose, ofDatabase: location).holder.map { [$0] } ?? []
  }

  var claims: (any SQLClaims)? { nil }
}
