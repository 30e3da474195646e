package import Store

/// One connection to a database. Its actor ensures that one thread at a time uses it.
package final class Connection {
  package let driver: any SQLDriver
  package let bounds: Bounds

  /// The file or server, as errors name it.
  package var path: String { driver.location }
  var dialect: Dialect { driver.dialect }

  package init(_ driver: any SQLDriver, bounds: Bounds = Bounds()) {
    (self.driver, self.bounds) = (driver, bounds)
  }

  /// How a transaction begins.
  package enum Transaction: Sendable {
    /// Sees a single state of the database.
    case reading
    /// Stores what one request key had, beside others that do the same for others if the database can.
    case committing
    /// Is alone among those that write.
    case writing
  }

  /// Runs statements without values and results.
  package func execute(_ sql: String) throws(StoreError) { try driver.execute(sql) }

  /// Runs one statement to its end.
  package func run(_ sql: String, _ values: [Value] = []) throws(StoreError) {
    try driver.forEach(sql, values) { _ in true }
  }

  /// The result of `read` for the first row; `nil` if there is none.
  package func first<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    var result: Result?
    try driver.forEach(sql, values) { row throws(StoreError) in
      result = try read(row)
      return false
    }
    return result
  }

  /// The results of `read` for all rows, in order.
  package func all<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    var results: [Result] = []
    try driver.forEach(sql, values) { row throws(StoreError) in
      results.append(try read(row))
      return true
    }
    return results
  }

  /// Runs `body` as one transaction: all of it is stored, or nothing.
  package func transaction<Result>(
    _ kind: Transaction, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var result: Result?
    try driver.transaction(kind) { () throws(StoreError) in result = try body() }
    guard let result else { throw .failed(store: path, reason: "a transaction was not run") }
    return result
  }

  /// Rows that the last statement changed.
  package var changes: Int { driver.changes }
}
