import Store

import StoreSQL
@testable import StoreSQLite

extension SQLiteStore {
  /// First column of every row as text, for looking below the protocol.
  func column(_ sql: String) throws(StoreError) -> [String] {
    try connection.all(sql) { $0.optionalText(0) ?? "NULL" }
  }

  /// First column of the first row.
  func number(_ sql: String) throws(StoreError) -> Int? { try connection.first(sql) { $0.integer(0) } }

  /// Runs statements, for doing harm below the protocol.
  func execute(_ sql: String) throws(StoreError) { try connection.execute(sql) }

  /// Bytes of the database once its log is written back.
  func size() throws(StoreError) -> Int {
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") ?? 0
  }

  /// Rows of every table that a commit may write to.
  func rowCounts() throws(StoreError) -> [String: Int] {
    let tables = try column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    var counts: [String: Int] = [:]
    for table in tables { counts[table] = try number("SELECT count(*) FROM \(table)") }
    return counts
  }
}
