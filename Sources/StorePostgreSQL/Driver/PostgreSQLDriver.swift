import Foundation
import Store
import StoreSQL
import Synchronization
import System

/// A ledger's connection to a PostgreSQL server, which is made again when it was lost between two calls. Its actor ensures that one
/// thread at a time uses it.
final class PostgreSQLDriver: SQLDriver {
  /// How long a statement waits for another process's lock before it fails.
  static let busySeconds = 5.0
  /// How often a transaction is tried that the server ended because it and another waited for each other.
  private static let mostAttempts = 5
  /// How long a server that is started again is waited for, to learn whether it stored what it was told to.
  private static let outcomeSeconds = 20.0

  let address: ServerAddress
  private let isReadOnly: Bool
  /// How long one statement may take.
  private let patience: Duration
  private(set) var connection: ServerConnection
  private var isInTransaction = false
  private lazy var ownClaims = ServerClaims(self, seconds: claimSeconds)
  /// The lock that says that rounds run here, while this process has it.
  private weak var roundsSession: HeldSession?
  private let claimSeconds: Int
  private(set) var changes = 0

  var location: String { address.location }

  let dialect = Dialect(
    least: "least", rowNumber: { _ in "row_number() OVER ()" }, isJSON: { "\($0) <> ''" },
    textBytes: { "octet_length(\($0))" },
    lastNumber: { table, column in
      "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(table)_\(column)_seq"
    },
    setLastNumber: { table, number in
      guard let column = table.number else { return [] }
      return ["SELECT setval('\(table.name)_\(column)_seq', \(max(number, 1)), \(number > 0))"]
    }, forUpdate: " FOR UPDATE")

  init(
    _ address: ServerAddress, isReadOnly: Bool, patience: Duration = ServerConnection.standardPatience,
    claimSeconds: Int = ServerClaims.standardSeconds
  ) throws(StoreError) {
    (self.address, self.isReadOnly, self.patience) = (address, isReadOnly, patience)
    self.claimSeconds = claimSeconds
    connection = try ServerConnection(address, isReadOnly: isReadOnly, patience: patience)
  }

  /// Calls `body` with the connection, and once more with a new one if that was lost meanwhile and no transaction was open: it was idle,
  /// or what it was asked changed nothing.
  private func present<Result>(
    _ body: (ServerConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if isInTransaction { return try body(connection) }
    if connection.isLost { connection = try ServerConnection(address, isReadOnly: isReadOnly, patience: patience) }
    do throws(StoreError) {
      return try body(connection)
    } catch {
      guard connection.isLost else { throw error }
      connection = try ServerConnection(address, isReadOnly: isReadOnly, patience: patience)
      return try body(connection)
    }
  }

  private func ask(_ sql: String) throws(StoreError) -> ServerResult {
    try present { connection throws(StoreError) in try connection.execute(sql) }
  }

  func execute(_ sql: String) throws(StoreError) {
    _ = try ask(sql)
  }

  func forEach(
    _ sql: String, _ values: [Value], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let result = try present { connection throws(StoreError) in try connection.run(sql, values) }
    changes = result.changed
    for row in 0..<result.count {
      guard try body(Row(result.columns(row), path: location)) else { return }
    }
  }

  // MARK: Transactions

  func transaction(_ kind: Connection.Transaction, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    if isInTransaction { return try body() }
    for attempt in 1... {
      do throws(StoreError) {
        return try once(kind, body)
      } catch {
        // Only one that stores one result: it gives the same again, and takes no lock that keeps others out.
        guard case .busy = error, kind == .committing, attempt < Self.mostAttempts else { throw error }
      }
    }
  }

  private func once(_ kind: Connection.Transaction, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    defer { connection.patience = patience }
    let number = try begin(kind)
    isInTransaction = true
    defer { isInTransaction = false }
    do throws(StoreError) {
      try body()
    } catch {
      rollBack()
      throw error
    }
    do throws(StoreError) {
      _ = try connection.execute("COMMIT")
    } catch {
      guard connection.isLost, let number else {
        rollBack()
        throw error
      }
      try requireStored(number, error)
    }
  }

  private func rollBack() { if !connection.isLost { _ = try? connection.execute("ROLLBACK") } }

  /// Begins a transaction; returns its number, by which the server knows later what became of it.
  ///
  /// Those that store one result go on beside each other, and wait for one that is alone.
  private func begin(_ kind: Connection.Transaction) throws(StoreError) -> String? {
    switch kind {
    case .reading:
      _ = try present { connection throws(StoreError) in
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      }
      return nil
    case .committing, .writing:
      if isReadOnly { throw .readOnly(store: location) }
      let lock = kind == .writing ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
      do throws(StoreError) {
        let result = try present { connection throws(StoreError) in
          if kind == .writing { connection.patience = max(patience, ServerConnection.longPatience) }
          return try connection.execute(
            "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT \(lock)(\(Self.key("writing", address))); SELECT pg_current_xact_id()"
          )
        }
        return result.columns(0).text(0)
      } catch {
        rollBack()
        throw error
      }
    }
  }

  /// Waits until the server says what became of a transaction whose end was not heard.
  ///
  /// - Throws: `lost` if it was not stored; `unreachable` if that cannot be learned.
  private func requireStored(_ number: String, _ lost: StoreError) throws(StoreError) {
    let deadline = ContinuousClock.now + .seconds(Self.outcomeSeconds)
    while true {
      do throws(StoreError) {
        if connection.isLost { connection = try ServerConnection(address, isReadOnly: isReadOnly, patience: patience) }
        let outcome = try connection.execute("SELECT pg_xact_status('\(number)')").columns(0).text(0)
        if outcome == "committed" { return }
        if outcome != "in progress" { throw lost }
      } catch {
        // A number that the server does not know after its start: nothing of that transaction reached its disk.
        if case .inconsistent = error { throw lost }
        guard error != lost, ContinuousClock.now < deadline else { throw error }
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  // MARK: Leases

  /// A lease is a lock of a session of its own, which the server ends with the process that holds it (PostgreSQL manual, "Advisory
  /// Locks"). That for rounds is shared, and only says who runs some: claims keep processes out of each other's way.
  func lease(for purpose: Lease.Purpose) throws(StoreError) -> Lease {
    let session = try ServerConnection(address, isReadOnly: false)
    let key = Self.key(purpose.rawValue, address)
    let kind = purpose == .rounds ? "_shared" : ""
    guard try session.execute("SELECT pg_try_advisory_lock\(kind)(\(key))").columns(0).integer(0) == 1 else {
      throw .heldByAnother(store: location, purpose: purpose, holder: try leaseHolders(for: purpose).first)
    }
    let held = HeldSession(session, address, lock: "\(kind)(\(key))")
    if purpose == .rounds { roundsSession = held }
    return Lease { held.end() }
  }

  /// Takes the lock that says that rounds run here again, if the server has ended its session: it was started again, or another took its
  /// place.
  func renewRoundsLease() { roundsSession?.renew() }

  func leaseHolders(for purpose: Lease.Purpose) throws(StoreError) -> [Lease.Holder] {
    let result = try ask(
      """
      SELECT pg_locks.pid, application_name FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = (\(Self.key(purpose.rawValue, address)) >> 32 & 4294967295)::oid
        AND objid = (\(Self.key(purpose.rawValue, address)) & 4294967295)::oid
      ORDER BY application_name
      """)
    return (0..<result.count).map { row in
      let name = result.columns(row).text(1)?.split(separator: " ").last.map(String.init)
      return name.flatMap { Lease.Holder(onServer: $0) }
        ?? Lease.Holder(process: result.columns(row).integer(0), machine: "the server")
    }
  }

  var claims: (any SQLClaims)? { ownClaims }

  /// The number of a lock in the database: other programs and other schemas have others.
  static func key(_ purpose: String, _ address: ServerAddress) -> String {
    let digest = ContentDigest(Array("driftwatch \(address.schema) \(purpose)".utf8)).bytes
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return "(\(Int64(bitPattern: number >> 1)))::bigint"
  }

  // MARK: Maintenance

  func rehearsal(_ bounds: Bounds, _ body: (Connection) throws(StoreError) -> Void) throws(StoreError) {
    // Another session, because this one may be a reader's.
    let other = try PostgreSQLDriver(address, isReadOnly: false)
    _ = try other.begin(.writing)
    other.isInTransaction = true
    defer { other.rollBack() }
    try body(Connection(other, bounds: bounds))
  }

  func size() throws(StoreError) -> Int {
    try ask(
      """
      SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      """
    ).columns(0).integer(0)
  }

  /// The server does that by itself (PostgreSQL manual, "The Autovacuum Daemon").
  func compact() -> Bool { true }

  /// The server checks what it reads by itself.
  func structuralProblems() -> [String] { [] }
}

/// A lock of a session of its own, kept until somebody ends it.
private final class HeldSession: Sendable {
  private let session: Mutex<ServerConnection?>
  private let address: ServerAddress
  /// Kind and number of the lock, as the server's functions spell it.
  private let lock: String

  init(_ session: sending ServerConnection, _ address: ServerAddress, lock: String) {
    self.session = Mutex(session)
    (self.address, self.lock) = (address, lock)
  }

  /// Takes the lock again in a new session if the server has ended the first. Fails in silence, because who holds it works without.
  func renew() {
    session.withLock {
      guard let present = $0 else { return }
      do { _ = try present.execute("SELECT 1") } catch {
        guard present.isLost, let new = try? ServerConnection(address, isReadOnly: false),
          (try? new.execute("SELECT pg_try_advisory_lock\(lock)")) != nil
        else { return }
        $0 = new
      }
    }
  }

  /// Releases at once; a server sees the end of a connection only a little later.
  func end() {
    session.withLock {
      _ = try? $0?.execute("SELECT pg_advisory_unlock\(lock)")
      $0 = nil
    }
  }
}
