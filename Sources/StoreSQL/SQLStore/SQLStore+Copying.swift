import DriftModel
package import Store

extension SQLStore {
  /// Whether nothing was ever stored here.
  package func isEmpty() throws(StoreError) -> Bool {
    for table in ["rounds", "request_keys", "acceptances", "backoffs"] {
      if try connection.first("SELECT 1 FROM \(table) LIMIT 1", [], { _ in true }) == true { return false }
    }
    return try roundCount() == 0
  }

  /// Takes in all rows of another ledger as they are at one moment, in one transaction. Linear in them.
  ///
  /// - Parameters:
  ///   - source: A connection to the other ledger, of the present schema.
  ///   - progress: Is called with how many rows were taken, now and then.
  /// - Returns: How many rows were taken.
  /// - Throws: `StoreError` of either ledger; then nothing was taken.
  package func fill(
    from source: sending Connection, progress: @Sendable (_ rows: Int) -> Void
  ) throws(StoreError) -> Int {
    let target = connection
    var count = 0
    try target.transaction(.writing) { () throws(StoreError) in
      try source.transaction(.reading) { () throws(StoreError) in
        for table in LedgerTable.all {
          try target.fill(table, from: source) {
            count += 1
            if count.isMultiple(of: 1000) { progress(count) }
          }
        }
      }
    }
    return count
  }
}

extension Connection {
  /// Rows that are read at once.
  private static var rowsAtOnce: Int { 2_000 }

  fileprivate func fill(
    _ table: LedgerTable, from source: Connection, taken: () -> Void
  ) throws(StoreError) {
    let names = table.columns.map(\.name).joined(separator: ", ")
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    func take(_ row: Row) throws(StoreError) {
      let values = table.columns.enumerated().map { index, column in row.value(index, column.kind) }
      try run("INSERT INTO \(table.name) (\(names)) VALUES (\(places))", values)
      taken()
    }
    guard let number = table.number, let index = table.columns.firstIndex(where: { $0.name == number }) else {
      return try source.driver.forEach("SELECT \(names) FROM \(table.name)", []) { row throws(StoreError) in
        try take(row)
        return true
      }
    }
    var last: Int? = Int.min
    while let from = last {
      last = nil
      try source.driver.forEach(
        "SELECT \(names) FROM \(table.name) WHERE \(number) > ? ORDER BY \(number) LIMIT \(Self.rowsAtOnce)",
        [Value(from)]
      ) { row throws(StoreError) in
        try take(row)
        last = row.integer(index)
        return true
      }
    }
    let given = try source.first(source.dialect.lastNumber(table.name, number)) { $0.integer(0) } ?? 0
    let highest = try first("SELECT max(\(number)) FROM \(table.name)") { $0.integer(0) } ?? 0
    for sql in dialect.setLastNumber(table, table.numbersOnce ? max(given, highest) : highest) { try run(sql) }
  }
}

extension Row {
  fileprivate func value(_ column: Int, _ kind: LedgerTable.Kind) -> Value {
    guard !isNull(column) else { return .null }
    return switch kind {
    case .integer: Value(integer(column))
    case .real: Value(real(column))
    case .text: .text(text(column))
    case .bytes: Value(bytes(column))
    }
  }
}
