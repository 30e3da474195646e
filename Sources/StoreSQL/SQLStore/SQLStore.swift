public import DriftModel
public import Foundation
public import Store

/// A store in an SQL database.
///
/// The actor runs on a queue of its own, so that waiting for a disk, a server or another process's lock delays no other task.
public actor SQLStore: Store {
  private let executor = BlockingExecutor()
  package let connection: Connection
  /// The database file or server.
  public nonisolated let location: String
  /// Whether several processes may run rounds at the same time: on a server.
  public nonisolated let isShared: Bool
  /// The actor's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// A store on a connection, whose schema must be the present one.
  package init(_ connection: sending Connection) {
    location = connection.path
    isShared = connection.driver.claims != nil
    self.connection = connection
  }
}

// Leases.
extension SQLStore {
  /// Takes a lease, which other processes see.
  public func lease(for purpose: Lease.Purpose) throws(StoreError) -> Lease {
    try connection.driver.lease(for: purpose)
  }

  /// Who holds a lease now.
  public func leaseHolders(for purpose: Lease.Purpose) throws(StoreError) -> [Lease.Holder] {
    try connection.driver.leaseHolders(for: purpose)
  }
}

// Claims, which a file needs none of.
extension SQLStore {
  /// Takes the right to check groups of endpoints.
  public func claim(_ groups: [ClaimGroup]) throws(StoreError) -> [ClaimAnswer] {
    guard let claims = connection.driver.claims else { return groups.map { _ in .granted } }
    return try claims.claim(groups)
  }

  /// Extends every claim of this value.
  public func renewClaims() throws(StoreError) { try connection.driver.claims?.renew() }

  /// Gives claims back.
  public func release(_ groups: [ClaimGroup], checked: Set<ClaimedEndpoint>) throws(StoreError) {
    try connection.driver.claims?.release(groups, checked: checked)
  }
}

// Rounds.
extension SQLStore {
  /// Begins a round and returns its number. Until ``endRound(_:at:seconds:exitCode:)`` readers see it as incomplete.
  public func beginRound(
    startedAt: Date, source: RoundInfo.Source, environment: String, buildID: String
  ) throws(StoreError) -> Int {
    try connection.transaction(.writing) { () throws(StoreError) in
      let build = try connection.buildRow(buildID)
      let round = try connection.insert(
        "rounds (started_at, source, environment, build) VALUES (?, ?, ?, ?)", number: "number",
        [Value(startedAt), Value(source.rawValue), Value(environment), Value(build)])
      try connection.boundRounds(latest: round)
      return round
    }
  }

  /// Writes a round's end, which makes it complete.
  ///
  /// - Parameters:
  ///   - number: The round.
  ///   - date: Clock of its end.
  ///   - seconds: Real time spent.
  ///   - exitCode: The exit code of the round (see the README).
  /// - Throws: `inconsistent` for a round that has ended, `roundLost` for one that is not there.
  public func endRound(_ number: Int, at date: Date, seconds: Double, exitCode: Int) throws(StoreError) {
    try connection.transaction(.committing) { () throws(StoreError) in
      try connection.run(
        "UPDATE rounds SET ended_at = ?, seconds = ?, exit_code = ? WHERE number = ? AND ended_at IS NULL",
        [Value(date), Value(seconds), Value(exitCode), Value(number)])
      guard connection.changes == 1 else {
        let isThere = try connection.first("SELECT 1 FROM rounds WHERE number = ?", [Value(number)]) { $0.integer(0) }
        guard isThere != nil else { throw .roundLost(store: location, round: number) }
        throw .inconsistent(store: location, reason: "round \(number) is not running")
      }
    }
  }

  /// The latest round in order of insertion, of `environment` or of any; `nil` when there is none.
  public func lastRound(completeOnly: Bool, environment: String?) throws(StoreError) -> StoredRound? {
    let conditions = [completeOnly ? "ended_at IS NOT NULL" : "", environment == nil ? "" : "environment = ?"]
      .filter { !$0.isEmpty }.joined(separator: " AND ")
    return try connection.first(
      """
      SELECT number, started_at, ended_at, seconds, source, environment, exit_code, builds.name
      FROM rounds JOIN builds ON builds.id = rounds.build
      WHERE number = (SELECT number FROM rounds WHERE \(conditions.isEmpty ? "TRUE" : conditions) ORDER BY number DESC LIMIT 1)
      """, environment.map { [Value($0)] } ?? []
    ) { row throws(StoreError) in
      StoredRound(
        number: row.integer(0), startedAt: row.date(1), finishedAt: row.optionalDate(2), seconds: row.real(3),
        source: try row.word(4, "rounds.source"), environment: row.text(5), exitCode: row.optionalInteger(6),
        buildID: row.text(7))
    }
  }

  /// The number of rounds ever begun, including incomplete and removed ones.
  public func roundCount() throws(StoreError) -> Int {
    try connection.first(connection.dialect.lastNumber("rounds", "number")) { $0.integer(0) } ?? 0
  }
}
