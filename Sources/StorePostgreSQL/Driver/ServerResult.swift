import CPostgreSQL
import StoreSQL

/// All rows of one statement, and how many it changed.
final class ServerResult {
  fileprivate let raw: OpaquePointer

  init(raw: OpaquePointer) { self.raw = raw }

  deinit { drift_pg_clear(raw) }

  var count: Int { Int(drift_pg_rows(raw)) }

  /// Rows that the statement changed.
  var changed: Int { Int(String(cString: drift_pg_changed(raw))) ?? 0 }

  func columns(_ row: Int) -> ServerColumns { ServerColumns(result: self, row: Int32(row)) }
}

/// The columns of one row, which the server writes as text (PostgreSQL manual, "Data Types").
struct ServerColumns: SQLColumns {
  fileprivate let result: ServerResult
  fileprivate let row: Int32

  func isNull(_ column: Int) -> Bool { drift_pg_is_null(result.raw, row, Int32(column)) != 0 }

  func integer(_ column: Int) -> Int {
    switch text(column) {
    case "t": 1
    case "f", nil: 0
    case let text?: Int(text) ?? 0
    }
  }

  func real(_ column: Int) -> Double { text(column).flatMap(Double.init) ?? 0 }

  func text(_ column: Int) -> String? {
    guard !isNull(column) else { return nil }
    // Sound: libpq keeps the bytes as long as the result, and they are copied here.
    let start = UnsafeRawPointer(drift_pg_value(result.raw, row, Int32(column)))
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(drift_pg_length(result.raw, row, Int32(column))))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Of the form `\xDEADBEEF`.
  func bytes(_ column: Int) -> [UInt8]? {
    guard let text = text(column) else { return nil }
    var bytes: [UInt8] = []
    var digits = text.utf8.dropFirst(2).makeIterator()
    while let high = digits.next(), let low = digits.next() {
      guard let byte = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) else { return [] }
      bytes.append(byte)
    }
    return bytes
  }
}
