import CSQLite
import DriftModel
import Foundation
import Store

/// The current row of a statement. It is valid until the next step, so it must not leave the closure that gets it.
///
/// Columns count from 0. Wrong content is an error that names the column, and never traps, because the file may be
/// damaged.
struct Row {
  let raw: OpaquePointer
  let path: String

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(raw, column)) }
  func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

  /// A count; `part` names the column in the error. What cannot be one is damage, so that adding to it never overflows.
  func count(_ column: Int32, _ part: String) throws(StoreError) -> Int {
    let count = integer(column)
    guard (0...(1 << 53)).contains(count) else {
      throw .damaged(store: path, part: part, reason: "a count that cannot be")
    }
    return count
  }

  func real(_ column: Int32) -> Double { sqlite3_column_double(raw, column) }
  func date(_ column: Int32) -> Date { Date(milliseconds: sqlite3_column_int64(raw, column)) }
  func optionalDate(_ column: Int32) -> Date? { isNull(column) ? nil : date(column) }
  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(raw, column) else { return nil }
    // Sound: SQLite keeps the bytes until the next step, and they are copied here.
    let utf8 = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column)))
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Bytes of a blob as lower case hexadecimal digits.
  func optionalHexadecimal(_ column: Int32) -> String? {
    guard !isNull(column) else { return nil }
    guard let start = sqlite3_column_blob(raw, column) else { return "" }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The case of `Word` that a text names; `part` names the column in the error.
  func word<Word: RawRepresentable<String>>(_ column: Int32, _ part: String) throws(StoreError) -> Word {
    guard let word = Word(rawValue: text(column)) else {
      throw .damaged(store: path, part: part, reason: "an unknown word")
    }
    return word
  }

  /// A value kept as JSON; `part` names the column in the error.
  func decoded<Stored: Decodable>(_ column: Int32, _ part: String) throws(StoreError) -> Stored {
    try StoredJSON.decode(Stored.self, from: text(column), part: part, path: path)
  }

  /// A value kept as JSON; `nil` for NULL.
  func optionallyDecoded<Stored: Decodable>(_ column: Int32, _ part: String) throws(StoreError) -> Stored? {
    isNull(column) ? nil : try decoded(column, part)
  }
}
