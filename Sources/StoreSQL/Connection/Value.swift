import DriftModel
package import Foundation

/// One value bound to a statement.
package enum Value {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  package init(_ value: Double?) { self = value.map { $0.isNaN ? .null : .real($0) } ?? .null }
  package init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  package init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }

  /// Whole milliseconds since 1970, which take six bytes and read well in SQL (`datetime(at / 1000, 'unixepoch')`).
  package init(_ value: Date?) {
    self = value.map { .integer($0.milliseconds) } ?? .null
  }
}
