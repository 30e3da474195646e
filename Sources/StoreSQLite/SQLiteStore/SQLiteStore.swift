public import DriftModel
public import Foundation
public import Store

/// A store in one SQLite file.
///
/// What a call stores is on the disk (write-ahead log, `synchronous=FULL`) before the call returns. Readers in other
/// processes never wait for the writer. The actor runs on a queue of its own, so that waiting for the disk or for
/// another process's lock (at most five seconds) delays no other task.
public actor SQLiteStore: Store {
  private let executor = BlockingExecutor()
  let connection: Connection
  /// The database file; `:memory:` for a temporary one.
  public nonisolated let location: String
  /// The actor's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the database at `path`. For writing, file (0600) and folder (0700) are made if they do not exist.
  ///
  /// - Throws: `missing` if the file is not there and may only be read; else `cannotOpen`, `foreign`, `newerSchema`,
  ///   `olderSchema` (reading only), `readOnly`, `busy`, `full` or `damaged`.
  public init(path: String, access: StoreAccess = .readWrite) throws(StoreError) {
    try self.init(path: path, access: access, bounds: Bounds())
  }

  /// Opens the database at `path` with other bounds than the default ones.
  init(path: String, access: StoreAccess = .readWrite, bounds: Bounds) throws(StoreError) {
    switch access {
    case .readWrite: try Self.createFile(path)
    case .readOnly: guard try Self.isFile(path) else { throw .missing(store: path) }
    }
    let connection = try Connection(path: path, mode: access == .readWrite ? .readWrite : .readOnly, bounds: bounds)
    if access == .readWrite {
      _ = try connection.schemaVersion()  // before anything is written into a file that may not be ours
      try connection.useWriteAheadLog()
      try connection.migrate()
    } else {
      try connection.requirePresentSchema()
    }
    location = path
    self.connection = connection
  }

  private init(throwAway connection: consuming Connection) {
    location = connection.path
    self.connection = connection
  }

  /// A database in memory, for tests.
  static func temporary() throws(StoreError) -> SQLiteStore {
    let connection = try Connection(path: ":memory:", mode: .memory)
    try connection.migrate()
    return SQLiteStore(throwAway: connection)
  }
}

// Rounds.
extension SQLiteStore {
  /// Begins a round and returns its number. Until ``endRound(_:at:seconds:exitCode:)`` readers see it as incomplete.
  public func beginRound(
    startedAt: Date, source: RoundInfo.Source, environment: String, buildID: String
  ) throws(StoreError) -> Int {
    try connection.transaction(.writing) { () throws(StoreError) in
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
  ///   - exitCode: The exit code of the round (see the README).
  /// - Throws: `inconsistent` for a round that never began or has ended.
  public func endRound(_ number: Int, at date: Date, seconds: Double, exitCode: Int) throws(StoreError) {
    try connection.transaction(.writing) { () throws(StoreError) in
      try connection.run(
        "UPDATE rounds SET ended_at = ?, seconds = ?, exit_code = ? WHERE number = ? AND ended_at IS NULL",
        [Value(date), Value(seconds), Value(exitCode), Value(number)])
      guard connection.changes == 1 else {
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
      WHERE number = (SELECT number FROM rounds WHERE \(conditions.isEmpty ? "1" : conditions) ORDER BY number DESC LIMIT 1)
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
    // AUTOINCREMENT keeps the last number here, so that no number comes twice (SQLite "Autoincrement").
    try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'rounds'") { $0.integer(0) } ?? 0
  }
}
