public import DriftModel
public import Foundation
public import Store

// Transitions wait here until a report with them is delivered, so that each is reported at least once.
extension SQLStore {
  /// Transitions that no delivered report contains yet, oldest first.
  public func undeliveredTransitions() throws(StoreError) -> [StoredTransition] {
    try connection.all(
      """
      SELECT sequence, transition, round, delivered_at FROM transitions WHERE delivered_at IS NULL ORDER BY sequence
      """, [], StoredTransition.init(row:))
  }

  /// Marks only these transitions as reported, because a report on one environment does not cover another.
  ///
  /// This is called after the report was delivered, so that a process that is killed in between reports them again.
  ///
  /// - Parameters:
  ///   - sequences: What was reported; empty if only the list of open incidents was.
  ///   - date: When.
  ///   - environment: The environment of the report.
  /// - Throws: `StoreError`; then nothing is marked.
  public func markDelivered(
    _ sequences: [Int], at date: Date, environment: String
  ) throws(StoreError) {
    try connection.transaction(.writing) { () throws(StoreError) in
      for sequence in sequences {
        try connection.run(
          "UPDATE transitions SET delivered_at = ? WHERE sequence = ? AND delivered_at IS NULL",
          [Value(date), Value(sequence)])
      }
      try connection.run(
        """
        INSERT INTO deliveries (environment, delivered_at) VALUES (?, ?)
        ON CONFLICT (environment) DO UPDATE SET delivered_at = excluded.delivered_at
        """, [Value(environment), Value(date)])
      try connection.run("DELETE FROM failed_deliveries WHERE environment = ?", [Value(environment)])
    }
  }

  /// Notes that a report on `environment` could not be delivered; the first time counts until one is.
  public func markUndeliverable(at date: Date, environment: String) throws(StoreError) {
    try connection.transaction(.writing) { () throws(StoreError) in
      try connection.run(
        "INSERT INTO failed_deliveries (environment, since) VALUES (?, ?) ON CONFLICT (environment) DO NOTHING",
        [Value(environment), Value(date)])
    }
  }

  /// Since when reports on `environment` cannot be delivered, to the millisecond; `nil` if the last one was, or none was tried.
  public func undeliverableSince(environment: String) throws(StoreError) -> Date? {
    try connection.first("SELECT since FROM failed_deliveries WHERE environment = ?", [Value(environment)]) {
      $0.date(0)
    }
  }

  /// When a report on `environment` was last delivered, to the millisecond; `nil` if never.
  public func lastDelivery(environment: String) throws(StoreError) -> Date? {
    try connection.first("SELECT delivered_at FROM deliveries WHERE environment = ?", [Value(environment)]) {
      $0.date(0)
    }
  }
}
