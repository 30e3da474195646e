import CSQLite
import StoreSQL

/// The columns of a statement's current row.
struct SQLiteColumns: SQLColumns {
  let raw: OpaquePointer

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(raw, Int32(column)) == SQLITE_NULL }
  func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(raw, Int32(column))) }
  func real(_ column: Int) -> Double { sqlite3_column_double(raw, Int32(column)) }

  func text(_ column: Int) -> String? {
    guard let start = sqlite3_column_text(raw, Int32(column)) else { return nil }
    // Sound: SQLite keeps the bytes until the next step, and they are copied here.
    let utf8 = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, Int32(column))))
    return String(decoding: utf8, as: UTF8.self)
  }

  func bytes(_ column: Int) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    guard let start = sqlite3_column_blob(raw, Int32(column)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, Int32(column)))))
  }
}
