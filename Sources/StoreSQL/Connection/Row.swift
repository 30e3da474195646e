import DriftModel
package import Foundation
package import Store

/// The current row of a statement. It is valid until the next step, so it must not leave the closure that gets it.
///
/// Columns count from 0. Wrong content is an error that names the column, and never traps, because the database may be
/// damaged.
package struct Row {
  private let columns: any SQLColumns
  package let path: String

  package init(_ columns: any SQLColumns, path: String) { (self.columns, self.path) = (columns, path) }

  package func isNull(_ column: Int) -> Bool { columns.isNull(column) }
  package func integer(_ column: Int) -> Int { columns.integer(column) }
  package func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }

  /// A count; `part` names the column in the error. What cannot be one is damage, so that adding to it never overflows.
  package func count(_ column: Int, _ part: String) throws(StoreError) -> Int {
    let count = integer(column)
    guard (0...(1 << 53)).contains(count) else {
      throw .damaged(store: path, part: part, reason: "a count that cannot be")
    }
    return count
  }

  package func real(_ column: Int) -> Double { columns.real(column) }
  package func date(_ column: Int) -> Date { Date(milliseconds: Int64(integer(column))) }
  package func optionalDate(_ column: Int) -> Date? { isNull(column) ? nil : date(column) }
  package func text(_ column: Int) -> String { optionalText(column) ?? "" }
  package func optionalText(_ column: Int) -> String? { columns.text(column) }

  package func bytes(_ column: Int) -> [UInt8] { columns.bytes(column) ?? [] }

  /// Bytes as lower case hexadecimal digits.
  package func optionalHexadecimal(_ column: Int) -> String? {
    columns.bytes(column)?.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// The case of `Word` that a text names; `part` names the column in the error.
  package func word<Word: RawRepresentable<String>>(_ column: Int, _ part: String) throws(StoreError) -> Word {
    guard let word = Word(rawValue: text(column)) else {
      throw .damaged(store: path, part: part, reason: "an unknown word")
    }
    return word
  }

  /// A value kept as JSON; `part` names the column in the error.
  package func decoded<Stored: Decodable>(_ column: Int, _ part: String) throws(StoreError) -> Stored {
    try StoredJSON.decode(Stored.self, from: text(column), part: part, path: path)
  }

  /// A value kept as JSON; `nil` for NULL.
  package func optionallyDecoded<Stored: Decodable>(_ column: Int, _ part: String) throws(StoreError) -> Stored? {
    isNull(column) ? nil : try decoded(column, part)
  }
}
