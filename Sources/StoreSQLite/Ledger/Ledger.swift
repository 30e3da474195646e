public import DriftModel
public import Foundation

/// What Driftwatch remembers, in one SQLite file: rounds, responses, failures, field changes, baselines, incidents.
///
/// Holds no body, no URL and no secret. What is recorded is on the disk (write-ahead log, `synchronous=FULL`) before
/// the call returns, all of one call or nothing; readers in other processes never wait for the writer and always see
/// whole results. Every method throws ``LedgerError``. Runs on a queue of its own, so that waiting for the disk or for
/// another process's lock (at most five seconds) holds up nobody else.
public actor Ledger {
  /// What a ledger is opened for.
  public enum Access: Sendable {
    /// Creates the file (0600) and its folder (0700) if they are not there, and migrates an older one.
    case readWrite
    /// Changes nothing; the file must exist.
    case readOnly
  }

  private let executor = BlockingExecutor()
  let connection: Connection
  /// The database file; `:memory:` for a throw-away ledger.
  public nonisolated let path: String
  /// The actor's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the ledger at `path`.
  ///
  /// - Throws: `missing` for reading only what is not there; `cannotOpen`, `notADatabase`, `foreignDatabase`,
  ///   `newerSchema`, `olderSchema` (reading only), `readOnly`, `busy`, `diskFull` or `damaged`, each as its name says.
  public init(path: String, access: Access = .readWrite) throws(LedgerError) {
    try self.init(path: path, access: access, bounds: Bounds())
  }

  /// Opens the ledger at `path` with other bounds than the usual ones.
  init(path: String, access: Access = .readWrite, bounds: Bounds) throws(LedgerError) {
    switch access {
    case .readWrite: try Self.createFile(path)
    case .readOnly: guard try Self.isFile(path) else { throw .missing(path: path) }
    }
    let connection = try Connection(path: path, mode: access == .readWrite ? .readWrite : .readOnly, bounds: bounds)
    if access == .readWrite {
      _ = try connection.schemaVersion()  // before anything is written into a file that may not be ours
      try connection.useWriteAheadLog()
      try connection.migrate()
    } else {
      try connection.requirePresentSchema()
    }
    self.path = path
    self.connection = connection
  }

  private init(throwAway connection: consuming Connection) {
    path = connection.path
    self.connection = connection
  }

  /// A throw-away ledger in memory, gone with the value: for responses read from files.
  public static func temporary() throws(LedgerError) -> Ledger {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.makeAtOnce()
    return Ledger(throwAway: connection)
  }
}

// Rounds.
extension Ledger {
  /// Begins a round and gives its number; until ``endRound(_:at:seconds:exitCode:)`` readers see it as incomplete.
  public func beginRound(
    startedAt: Date, source: RoundInfo.Source, environment: String, buildID: String
  ) throws(LedgerError) -> Int {
    try connection.transaction(.writing) { () throws(LedgerError) in
      let build = try connection.buildRow(buildID)
      try connection.run(
        "INSERT INTO rounds (started_at, source, environment, build) VALUES (?, ?, ?, ?)",
        [Value(startedAt), Value(source.rawValue), Value(environment), Value(build)])
      let round = connection.lastInsertedRow
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
  ///   - exitCode: Exit code of DESIGN section 9.
  /// - Throws: `inconsistent` for a round that never began or has ended.
  public func endRound(_ number: Int, at date: Date, seconds: Double, exitCode: Int) throws(LedgerError) {
    try connection.transaction(.writing) { () throws(LedgerError) in
      try connection.run(
        "UPDATE rounds SET ended_at = ?, seconds = ?, exit_code = ? WHERE number = ? AND ended_at IS NULL",
        [Value(date), Value(seconds), Value(exitCode), Value(number)])
      guard connection.changes == 1 else {
        throw .inconsistent(path: path, reason: "round \(number) is not running")
      }
    }
  }

  /// The latest round in order of insertion; `nil` when there is none.
  public func lastRound(completeOnly: Bool) throws(LedgerError) -> StoredRound? {
    let latest =
      completeOnly
      ? "SELECT number FROM rounds WHERE ended_at IS NOT NULL ORDER BY number DESC LIMIT 1"
      : "SELECT max(number) FROM rounds"
    return try connection.first(
      """
      SELECT number, started_at, ended_at, seconds, source, environment, exit_code, builds.name
      FROM rounds JOIN builds ON builds.id = rounds.build WHERE number = (\(latest))
      """
    ) { row throws(LedgerError) in
      StoredRound(
        number: row.integer(0), startedAt: row.date(1), finishedAt: row.optionalDate(2), seconds: row.real(3),
        source: try row.word(4, "rounds.source"), environment: row.text(5), exitCode: row.optionalInteger(6),
        buildID: row.text(7))
    }
  }

  /// Rounds that were ever begun, complete or not, removed since or not.
  public func roundCount() throws(LedgerError) -> Int {
    // AUTOINCREMENT keeps the last number here, so that no number comes twice (SQLite "Autoincrement").
    try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'rounds'") { $0.integer(0) } ?? 0
  }
}
