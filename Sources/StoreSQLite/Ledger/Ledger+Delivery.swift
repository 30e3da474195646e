public import DriftModel
public import Foundation

// Transitions wait here until a report has been delivered: at least once, never lost.
extension Ledger {
  /// Transitions that no delivered report has told yet, oldest first.
  public func undeliveredTransitions() throws(LedgerError) -> [StoredTransition] {
    try connection.all(
      """
      SELECT sequence, transition, round, delivered_at FROM transitions WHERE delivered_at IS NULL ORDER BY sequence
      """, [], StoredTransition.init(row:))
  }

  /// Marks all transitions up to `sequence` as told, and `date` as the time of the last delivery.
  ///
  /// Called after the report went out, so that a process killed between the two tells them again.
  public func markDelivered(through sequence: Int, at date: Date) throws(LedgerError) {
    try connection.transaction(.writing) { () throws(LedgerError) in
      try connection.run(
        "UPDATE transitions SET delivered_at = ? WHERE sequence <= ? AND delivered_at IS NULL",
        [Value(date), Value(sequence)])
      try noteDelivery(date)
    }
  }

  /// Marks these transitions as told, and no other: a report on one environment tells nothing of another.
  ///
  /// Called after the report went out, so that a process killed between the two tells them again.
  ///
  /// - Parameters:
  ///   - sequences: What was told; empty where only the standing list was.
  ///   - date: When.
  ///   - environment: Whose report it was; `nil`: of all.
  /// - Throws: `LedgerError`; then nothing is marked.
  public func markDelivered(
    _ sequences: [Int], at date: Date, environment: String? = nil
  ) throws(LedgerError) {
    try connection.transaction(.writing) { () throws(LedgerError) in
      for sequence in sequences {
        try connection.run(
          "UPDATE transitions SET delivered_at = ? WHERE sequence = ? AND delivered_at IS NULL",
          [Value(date), Value(sequence)])
      }
      try noteDelivery(date)
      if let environment { try noteDelivery(date, " \(environment)") }
    }
  }

  private func noteDelivery(_ date: Date, _ suffix: String = "") throws(LedgerError) {
    try connection.run(
      """
      INSERT INTO meta (key, value) VALUES ('last_delivery' || ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, [Value(suffix), Value(date)])
  }

  /// When a report on `environment` was last delivered, to the millisecond; `nil`: never.
  public func lastDelivery(environment: String) throws(LedgerError) -> Date? {
    try connection.first("SELECT value FROM meta WHERE key = 'last_delivery ' || ?", [Value(environment)]) {
      $0.date(0)
    }
  }

  /// When a report was last delivered, to the millisecond; `nil`: never.
  public func lastDelivery() throws(LedgerError) -> Date? {
    try connection.first("SELECT value FROM meta WHERE key = 'last_delivery'") { $0.date(0) }
  }
}
