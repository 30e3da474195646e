import CSQLite
import Store
import System

/// Sole owner of one SQLite connection. Its actor ensures that one thread at a time uses it.
struct Connection: ~Copyable {
  /// How long a statement waits for another process's lock before it fails.
  static let busySeconds = 5.0

  let raw: OpaquePointer
  let path: String
  let bounds: Bounds
  let cache = StatementCache()

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
  init(
    path: String, mode: Mode, busySeconds: Double = Connection.busySeconds, bounds: Bounds = Bounds()
  ) throws(StoreError) {
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
    (raw, self.path, self.bounds) = (handle, path, bounds)
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

  /// Switches the file to write-ahead logging, in which readers never wait for the writer.
  ///
  /// The switch needs exclusive access for a moment and SQLite does not always wait for it, so it is tried again until
  /// the busy time is over.
  func useWriteAheadLog() throws(StoreError) {
    let deadline = ContinuousClock.now + .seconds(Self.busySeconds)
    while true {
      do throws(StoreError) {
        let mode = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == "wal" else {
          throw .cannotOpen(store: path, reason: "its file system does not support write-ahead logging")
        }
        break
      } catch {
        guard case .busy = error, ContinuousClock.now < deadline else { throw error }
        usleep(20_000)
      }
    }
    // The size to which the log is cut after a long read.
    try execute("PRAGMA journal_size_limit = 16777216")
  }

  /// Runs statements without values and results.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code: code, handle: raw, path: path) }
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: [Value] = []) throws(StoreError) {
    let statement = try Statement(sql, values, on: self)
    while try statement.next() != nil {}
  }

  /// The result of `read` for the first row; `nil` if there is none.
  func first<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    let statement = try Statement(sql, values, on: self)
    guard let row = try statement.next() else { return nil }
    let result = try statement.read(row, read)
    try statement.finish()
    return result
  }

  /// The results of `read` for all rows, in order.
  func all<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    let statement = try Statement(sql, values, on: self)
    var results: [Result] = []
    while let row = try statement.next() { results.append(try statement.read(row, read)) }
    return results
  }

  /// How a transaction begins.
  enum Transaction: String {
    /// Sees a single state of the database.
    case reading = "BEGIN"
    /// Takes the write lock at its beginning, so that it cannot fail later because of it.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as one transaction: all of it is stored, or nothing.
  func transaction<Result>(
    _ kind: Transaction, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try execute(kind.rawValue)
    do throws(StoreError) {
      if kind == .writing {
        // SQLite begins it also on a read-only file, and fails at the first write.
        if sqlite3_db_readonly(raw, "main") == 1 { throw .readOnly(store: path) }
        try requireUnmoved()
      }
      let result = try body()
      try execute("COMMIT")
      return result
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
    throw .cannotOpen(store: path, reason: "the file was moved or deleted while in use")
  }

  /// Rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(raw)) }

  var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(raw)) }
}
