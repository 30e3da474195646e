import CSQLite
import Store
import StoreSQL

/// One prepared statement: bind, step, read. It returns to its connection's cache when it goes out of scope.
struct Statement: ~Copyable {
  private let raw: OpaquePointer
  private let path: String
  private let sql: String
  private let cache: StatementCache

  /// Prepares `sql` and binds `values` in order, counted from 1.
  init(_ sql: String, _ values: [Value] = [], on connection: SQLiteDriver) throws(StoreError) {
    let handle = try Self.prepared(sql, on: connection)
    for (index, value) in values.enumerated() {
      let code = Self.bind(value, at: Int32(index + 1), to: handle)
      guard code == SQLITE_OK else {
        let error = StoreError(code: code, handle: connection.raw, path: connection.location)
        connection.cache.giveBack(handle, for: sql)
        throw error
      }
    }
    // Last: a ~Copyable initializer cannot throw after it has stored something.
    (raw, path, self.sql, cache) = (handle, connection.location, sql, connection.cache)
  }
  deinit { cache.giveBack(raw, for: sql) }

  private static func prepared(
    _ sql: String, on connection: SQLiteDriver
  ) throws(StoreError) -> OpaquePointer {
    if let known = connection.cache.take(sql) { return known }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw StoreError(code: code, handle: connection.raw, path: connection.location)
    }
    return handle
  }

  /// Advances to the next row; `nil` when there is none.
  func next() throws(StoreError) -> Row? {
    let code = sqlite3_step(raw)
    guard code == SQLITE_ROW || code == SQLITE_DONE else {
      throw StoreError(code: code, handle: sqlite3_db_handle(raw), path: path)
    }
    return code == SQLITE_ROW ? Row(SQLiteColumns(raw: raw), path: path) : nil
  }

  /// The result of `body` for the current row.
  ///
  /// If memory runs out while a column is read, SQLite gives NULL for it, which `body` may take for damage.
  func read<Result>(
    _ row: Row, _ body: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body(row)
    } catch {
      let connection = sqlite3_db_handle(raw)
      let code = sqlite3_errcode(connection)
      guard code & 0xff == SQLITE_NOMEM else { throw error }
      throw StoreError(code: code, handle: connection, path: path)
    }
  }

  /// Ends a run before its last row, and throws what SQLite tells only then: that memory ran out while a column was read, for
  /// which it has rolled back the transaction, or that a reference leads nowhere.
  func finish() throws(StoreError) {
    let code = sqlite3_reset(raw)
    guard code == SQLITE_OK else {
      throw StoreError(code: code, handle: sqlite3_db_handle(raw), path: path)
    }
  }

  private static func bind(_ value: Value, at index: Int32, to raw: OpaquePointer) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(raw, index)
    case .integer(let value): return sqlite3_bind_int64(raw, index, value)
    case .real(let value): return sqlite3_bind_double(raw, index, value)
    case .text(let value):  // with a count, so that U+0000 survives
      guard let count = Int32(exactly: value.utf8.count) else { return SQLITE_TOOBIG }
      return drift_bind_text(raw, index, value, count)
    case .blob(let value):
      guard let count = Int32(exactly: value.count) else { return SQLITE_TOOBIG }
      return value.withUnsafeBytes { drift_bind_blob(raw, index, $0.baseAddress, count) }
    }
  }
}
