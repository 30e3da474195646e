public import DriftModel
public import Foundation
public import Store

// Acceptances, and when each last covered something.
extension SQLStore {
  /// Stores acceptances. One with the id of a stored acceptance replaces it.
  ///
  /// - Parameters:
  ///   - acceptances: What is accepted.
  ///   - contract: Id of the contract they belong to.
  ///   - date: When they are stored.
  ///   - former: Ids of acceptances that these replace; they are withdrawn with the same step.
  /// - Returns: Their ids, in the same order.
  /// - Throws: `StoreError`; then none is stored.
  @discardableResult
  public func accept(
    _ acceptances: [Acceptance], contract: String, at date: Date, replacing former: [String]
  ) throws(StoreError) -> [String] {
    try connection.transaction(.writing) { () throws(StoreError) in
      for id in former { _ = try connection.withdrawAcceptance(id: id, at: date) }
      var ids: [String] = []
      for acceptance in acceptances {
        let id = acceptance.id(contract: contract)
        try connection.run(
          """
          INSERT INTO acceptances (id, contract, stored_at, acceptance) VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET stored_at = excluded.stored_at, acceptance = excluded.acceptance,
            withdrawn_at = NULL
            WHERE acceptances.acceptance <> excluded.acceptance OR acceptances.withdrawn_at IS NOT NULL
          """,
          [
            Value(id), Value(contract), Value(date),
            .text(try StoredJSON.encode(acceptance, part: "acceptances.acceptance", path: location)),
          ])
        ids.append(id)
      }
      return ids
    }
  }

  /// Acceptances of `contract` (`nil` for all) that count, in the order in which they were stored. Those in files are
  /// not included.
  public func acceptances(contract: String?) throws(StoreError) -> [StoredAcceptance] {
    try connection.acceptances(contract, "withdrawn_at IS NULL")
  }

  /// Acceptances of `contract` (`nil`: of all) that were withdrawn after what they cover had become part of a baseline.
  ///
  /// They no longer count, but say who is responsible for what the baseline keeps.
  public func withdrawnAcceptances(contract: String?) throws(StoreError) -> [StoredAcceptance] {
    try connection.acceptances(contract, "withdrawn_at IS NOT NULL")
  }

  /// By id: when each acceptance was last used, including those in files. One without an entry was never
  /// used.
  public func acceptanceUses() throws(StoreError) -> [String: AcceptanceUse] {
    let uses = try connection.all(
      "SELECT acceptance, max(last_matched_at), max(applied_at) FROM acceptance_uses GROUP BY acceptance"
    ) { ($0.text(0), AcceptanceUse(lastMatchedAt: $0.optionalDate(1), appliedAt: $0.optionalDate(2))) }
    return Dictionary(uses) { _, last in last }
  }

  /// Withdraws an acceptance, so that it covers nothing from now on.
  ///
  /// What it covers may be part of a baseline, which keeps it; then the acceptance stays as a record of who said so,
  /// see ``withdrawnAcceptances(contract:)``. Else it is removed with what is known of its use.
  ///
  /// - Parameters:
  ///   - id: Its whole id.
  ///   - date: When it is withdrawn.
  /// - Returns: The result.
  /// - Throws: `StoreError`; then nothing has changed.
  @discardableResult
  public func withdrawAcceptance(id: String, at date: Date) throws(StoreError) -> AcceptanceWithdrawal {
    try connection.transaction(.writing) { () throws(StoreError) in
      try connection.withdrawAcceptance(id: id, at: date)
    }
  }
}

extension Connection {
  fileprivate func acceptances(
    _ contract: String?, _ condition: String
  ) throws(StoreError) -> [StoredAcceptance] {
    try all(
      """
      SELECT id, contract, stored_at, acceptance, withdrawn_at FROM acceptances
      WHERE (contract = ?1 OR ?1 IS NULL) AND \(condition) ORDER BY stored_at, id
      """, [Value(contract)]
    ) { row throws(StoreError) in
      StoredAcceptance(
        id: row.text(0), contract: row.text(1), storedAt: row.date(2),
        acceptance: try row.decoded(3, "acceptances.acceptance"), withdrawnAt: row.optionalDate(4))
    }
  }

  /// Withdraws an acceptance, inside a transaction.
  fileprivate func withdrawAcceptance(id: String, at date: Date) throws(StoreError) -> AcceptanceWithdrawal {
    let isApplied = try first(
      "SELECT 1 FROM acceptance_uses WHERE acceptance = ? AND applied_at IS NOT NULL", [Value(id)]
    ) { _ in true }
    if isApplied == true {
      try run(
        "UPDATE acceptances SET withdrawn_at = ? WHERE id = ? AND withdrawn_at IS NULL", [Value(date), Value(id)])
      return changes > 0 ? .keptByBaseline : .unknown
    }
    try run("DELETE FROM acceptances WHERE id = ?", [Value(id)])
    guard changes > 0 else { return .unknown }
    try run("DELETE FROM acceptance_uses WHERE acceptance = ?", [Value(id)])
    return .removed
  }

  /// Stores which acceptances were used at a request key, inside a transaction.
  func writeUses(_ result: Evaluation, row: Int) throws(StoreError) {
    for (ids, column) in [
      (result.acceptancesMatched, "last_matched_at"), (result.acceptancesApplied, "applied_at"),
    ] {
      for id in ids {
        try run(
          """
          INSERT INTO acceptance_uses (acceptance, request_key, \(column)) VALUES (?, ?, ?)
          ON CONFLICT (acceptance, request_key) DO UPDATE SET \(column) = excluded.\(column)
          """, [Value(id), Value(row), Value(result.at)])
      }
    }
  }
}
