public import DriftAnalysis
public import Foundation

// Acceptances: somebody's word that something found is fine, and when each was last of use.
extension Ledger {
  /// Stores acceptances; one with an id that is there already takes its place.
  ///
  /// - Parameters:
  ///   - acceptances: What is accepted.
  ///   - contract: Id of the contract they belong to.
  ///   - date: When they are stored.
  /// - Returns: Their ids, in the same order.
  /// - Throws: `LedgerError`; then none is stored.
  @discardableResult
  public func accept(_ acceptances: [Acceptance], contract: String, at date: Date) throws(LedgerError) -> [String] {
    try connection.transaction(.writing) { () throws(LedgerError) in
      var ids: [String] = []
      for acceptance in acceptances {
        let id = acceptance.id(contract: contract)
        try connection.run(
          """
          INSERT INTO acceptances (id, contract, stored_at, acceptance) VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET stored_at = excluded.stored_at, acceptance = excluded.acceptance
            WHERE acceptance <> excluded.acceptance
          """,
          [
            Value(id), Value(contract), Value(date),
            .text(try StoredJSON.encode(acceptance, part: "acceptances.acceptance", path: path)),
          ])
        ids.append(id)
      }
      return ids
    }
  }

  /// Acceptances of `contract` (`nil`: of all) in the order in which they were stored; those in files are not among them.
  public func acceptances(contract: String?) throws(LedgerError) -> [StoredAcceptance] {
    try connection.all(
      """
      SELECT id, contract, stored_at, acceptance FROM acceptances WHERE ?1 IS NULL OR contract = ?1
      ORDER BY stored_at, id
      """, [Value(contract)]
    ) { row throws(LedgerError) in
      StoredAcceptance(
        id: row.text(0), contract: row.text(1), storedAt: row.date(2),
        acceptance: try row.decoded(3, "acceptances.acceptance"))
    }
  }

  /// When each acceptance was last of use at `place` (`nil`: anywhere), by id; those in files are among them.
  ///
  /// One that is not named matched nothing ever.
  public func acceptanceUses(of place: Place? = nil) throws(LedgerError) -> [String: AcceptanceUse] {
    let (condition, values) =
      place.map {
        (
          """
          WHERE place = (SELECT id FROM places WHERE contract = ? AND endpoint = ? AND request = ?
            AND environment = ? AND perspective = ?)
          """, Connection.key(of: $0)
        )
      } ?? ("", [])
    let uses = try connection.all(
      """
      SELECT acceptance, max(last_matched_at), max(applied_at) FROM acceptance_uses \(condition) GROUP BY acceptance
      """, values
    ) { ($0.text(0), AcceptanceUse(lastMatchedAt: $0.optionalDate(1), appliedAt: $0.optionalDate(2))) }
    return Dictionary(uses) { _, last in last }
  }

  /// Removes an acceptance and what is known of its use; false when none has this id here.
  @discardableResult
  public func withdrawAcceptance(id: String) throws(LedgerError) -> Bool {
    try connection.transaction(.writing) { () throws(LedgerError) in
      try connection.run("DELETE FROM acceptances WHERE id = ?", [Value(id)])
      guard connection.changes > 0 else { return false }
      try connection.run("DELETE FROM acceptance_uses WHERE acceptance = ?", [Value(id)])
      return true
    }
  }
}

extension Connection {
  /// Notes which acceptances were of use at a place; inside a transaction.
  func writeUses(_ result: PlaceResult, place: Int) throws(LedgerError) {
    for (ids, column) in [
      (result.acceptancesMatched, "last_matched_at"), (result.acceptancesApplied, "applied_at"),
    ] {
      for id in ids {
        try run(
          """
          INSERT INTO acceptance_uses (acceptance, place, \(column)) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET \(column) = excluded.\(column)
          """, [Value(id), Value(place), Value(result.at)])
      }
    }
  }
}

/// An acceptance in the ledger.
public struct StoredAcceptance: Sendable, Equatable {
  /// Identity, ``DriftAnalysis/Acceptance/id(contract:)``.
  public var id: String
  /// Id of the contract.
  public var contract: String
  /// When it was stored, to the millisecond.
  public var storedAt: Date
  /// What is accepted, by whom and why.
  public var acceptance: Acceptance
}

/// When an acceptance was last of use; times are those of the rounds, to the millisecond.
public struct AcceptanceUse: Sendable, Equatable {
  /// When it last covered something that was found; `nil`: never.
  public var lastMatchedAt: Date?
  /// When what it covers last entered a baseline; `nil`: never.
  public var appliedAt: Date?
}
