import Foundation
import Store
import StoreSQL
import System

/// The claims of one store on a server: rows that name who checks an endpoint or talks to a host, and until when.
///
/// Rows are locked by `FOR UPDATE SKIP LOCKED`, so that nobody waits for who claims at the same moment (PostgreSQL manual, SELECT, "The Locking
/// Clause"). Each time that an endpoint is claimed its number, the fencing token, grows; what is stored under an older one is refused. All
/// times are the server's, because clocks of machines differ.
final class ServerClaims: SQLClaims {
  /// How long a claim lasts that is not renewed.
  static let standardSeconds = 30

  private let seconds: Int
  private unowned let driver: PostgreSQLDriver
  /// What is different for each value that claims, with the process as people know it.
  private let holder: String
  /// A lock that the session has as long as the process lives, see ``assureSignOfLife()``.
  private let signOfLife: String
  private weak var livingConnection: ServerConnection?
  /// A claim that was granted and not given back.
  private struct Grant {
    let token: Int
    /// When, by the server's clock, in milliseconds since 1970.
    let at: Int
  }

  private var grants: [ClaimedEndpoint: Grant] = [:]
  /// How many of the granted groups talk to a host, and since when one did without a break.
  private var hosts: [String: (groups: Int, since: ContinuousClock.Instant)] = [:]
  /// From then on a host that others want is given to them when the rounds under way have ended.
  private var longestHold: Duration { .seconds(seconds) / 3 }
  /// Rows that are known to be there.
  private var (knownEndpoints, knownHosts): (Set<ClaimedEndpoint>, Set<String>) = ([], [])

  init(_ driver: PostgreSQLDriver, seconds: Int) {
    (self.driver, self.seconds) = (driver, seconds)
    let id = UUID().uuidString
    holder = "\(id) \(ProcessInfo.processInfo.processIdentifier)@\(ServerConnection.machine)"
    signOfLife = PostgreSQLDriver.key(id, driver.address)
  }

  private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
  private static let key = ["contract", "endpoint", "environment", "perspective"]
  private static let wanted =
    "jsonb_to_recordset(?1::jsonb) AS wanted (contract text, endpoint text, environment text, perspective text)"
  private static let isWanted = key.map { "claims.\($0) = wanted.\($0)" }.joined(separator: " AND ")

  /// Whether the claim of a row holds: its time has not passed, and the session of its holder is there. The server ends that with the
  /// process, so that nobody waits for the claims of one that was killed.
  ///
  /// A server that has just started knows of no session yet.
  private static let isHeld = """
    (held_until > \(now) AND (sign_of_life IN (SELECT number FROM living)
      OR pg_postmaster_start_time() > clock_timestamp() - interval '\(standardSeconds) seconds'))
    """
  private static let living = """
    WITH living AS MATERIALIZED (
      SELECT classid::bigint << 32 | objid::bigint AS number FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    """

  /// Takes the lock that says that this process lives, if the session is a new one and does not have it yet. Inside a transaction, so that
  /// no other session takes its place meanwhile; the lock outlives the transaction.
  private func assureSignOfLife() throws(StoreError) {
    let connection = driver.connection
    guard connection !== livingConnection else { return }
    _ = try connection.execute("SELECT pg_try_advisory_lock_shared(\(signOfLife))")
    livingConnection = connection
    driver.renewRoundsLease()
  }

  // MARK: Claiming

  func claim(_ groups: [ClaimGroup]) throws(StoreError) -> [ClaimAnswer] {
    guard !groups.isEmpty else { return [] }
    let endpoints = Set(groups.flatMap(\.endpoints))
    let names = Set(groups.flatMap(\.hosts))
    try addRows(endpoints.subtracting(knownEndpoints), names.subtracting(knownHosts))
    var answers: [ClaimAnswer] = []
    var granted: [ClaimedEndpoint: Grant] = [:]
    var missing: (endpoints: Set<ClaimedEndpoint>, hosts: Set<String>) = ([], [])
    try driver.transaction(.committing) { () throws(StoreError) in
      try assureSignOfLife()
      let free = try freeHosts(names)
      let states = try states(of: endpoints)
      // Locked by others, or lost by a server that took another's place: their rows are added again.
      missing = (endpoints.subtracting(states.keys), names.subtracting(free.keys))
      answers = groups.map { answer($0, free, states) }
      try want(free.filter { $0.value.holder != nil }.map(\.key))
      let taken = zip(groups, answers).filter { $1 == .granted }.map(\.0)
      granted = try take(Set(taken.flatMap(\.endpoints)), Set(taken.flatMap(\.hosts)))
    }
    knownEndpoints.subtract(missing.endpoints)
    knownHosts.subtract(missing.hosts)
    grants.merge(granted) { $1 }
    for (group, answer) in zip(groups, answers) where answer == .granted {
      for host in group.hosts { hosts[host, default: (0, .now)].groups += 1 }
    }
    return answers
  }

  /// A row that could be locked.
  private struct State {
    /// Who has the claim; `nil`: nobody, or this value, which has given it back without being heard.
    let holder: String?
    let secondsSinceCheck: Double?
  }

  /// A host whose row could be locked.
  private struct HostState {
    /// Which other value talks to it; `nil`: none.
    let holder: String?
    /// Whether another value has asked for it a moment ago.
    let isWanted: Bool
  }

  private func answer(_ group: ClaimGroup, _ free: [String: HostState], _ states: [ClaimedEndpoint: State])
    -> ClaimAnswer
  {
    let isRecent = group.leastAges.allSatisfy { endpoint, least in
      // A clock that was set back says nothing.
      states[endpoint]?.secondsSinceCheck.map { $0 >= 0 && $0 < least } ?? false
    }
    if isRecent, !group.leastAges.isEmpty { return .recent }
    for endpoint in group.endpoints {
      guard let state = states[endpoint] else { return .held(by: nil) }
      if let holder = state.holder { return .held(by: Self.process(holder)) }
    }
    for host in group.hosts {
      guard let state = free[host] else { return .held(by: nil) }
      if let other = state.holder { return .held(by: Self.process(other)) }
      if state.isWanted, let own = hosts[host], own.since.duration(to: .now) > longestHold {
        return .held(by: Self.process(holder))
      }
    }
    return .granted
  }

  private func addRows(_ endpoints: Set<ClaimedEndpoint>, _ names: Set<String>) throws(StoreError) {
    guard !endpoints.isEmpty || !names.isEmpty else { return }
    try driver.transaction(.committing) { () throws(StoreError) in
      let columns = Self.key.joined(separator: ", ")
      try run(
        "INSERT INTO endpoint_claims (\(columns), token) SELECT \(columns), 0 FROM \(Self.wanted) ORDER BY \(columns) ON CONFLICT DO NOTHING",
        [Self.json(endpoints)])
      try run(
        "INSERT INTO host_claims (host) SELECT jsonb_array_elements_text(?1::jsonb) ORDER BY 1 ON CONFLICT DO NOTHING",
        [Self.json(names)])
    }
    knownEndpoints.formUnion(endpoints)
    knownHosts.formUnion(names)
  }

  /// The hosts whose rows could be locked, each with the other value that talks to it.
  private func freeHosts(_ names: Set<String>) throws(StoreError) -> [String: HostState] {
    var found: [String: HostState] = [:]
    guard !names.isEmpty else { return found }
    try driver.forEach(
      """
      \(Self.living)
      SELECT host, CASE WHEN \(Self.isHeld) AND holder <> ?2 THEN holder END,
        coalesce(wanted_until > \(Self.now) AND wanted_by <> ?2, false)
      FROM host_claims
      WHERE host IN (SELECT jsonb_array_elements_text(?1::jsonb)) ORDER BY host FOR UPDATE SKIP LOCKED
      """, [Self.json(names), Value(holder)]
    ) {
      found[$0.text(0)] = HostState(holder: $0.optionalText(1), isWanted: $0.integer(2) == 1)
      return true
    }
    return found
  }

  /// Leaves word that hosts are wanted which another value talks to.
  private func want(_ names: [String]) throws(StoreError) {
    guard !names.isEmpty else { return }
    try run(
      """
      UPDATE host_claims SET wanted_by = ?2, wanted_until = \(Self.now) + 5000
      WHERE host IN (SELECT jsonb_array_elements_text(?1::jsonb))
      """, [Self.json(Set(names)), Value(holder)])
  }

  private func states(of endpoints: Set<ClaimedEndpoint>) throws(StoreError) -> [ClaimedEndpoint: State] {
    var found: [ClaimedEndpoint: State] = [:]
    let columns = Self.key.map { "claims.\($0)" }.joined(separator: ", ")
    try driver.forEach(
      """
      \(Self.living)
      SELECT \(columns), CASE WHEN \(Self.isHeld) THEN holder END, \(Self.now) - checked_at
      FROM endpoint_claims AS claims JOIN \(Self.wanted) ON \(Self.isWanted)
      ORDER BY \(columns) FOR UPDATE OF claims SKIP LOCKED
      """, [Self.json(endpoints)]
    ) { row in
      let endpoint = Self.endpoint(row)
      var other = row.optionalText(4)
      if other == holder, grants[endpoint] == nil { other = nil }
      found[endpoint] = State(
        holder: other, secondsSinceCheck: row.optionalInteger(5).map { Double($0) / 1000 })
      return true
    }
    return found
  }

  private func take(_ endpoints: Set<ClaimedEndpoint>, _ names: Set<String>) throws(StoreError)
    -> [ClaimedEndpoint: Grant]
  {
    var granted: [ClaimedEndpoint: Grant] = [:]
    guard !endpoints.isEmpty else { return granted }
    if !names.isEmpty {
      try run(
        """
        UPDATE host_claims SET holder = ?2, sign_of_life = \(signOfLife), held_until = \(Self.now) + \(seconds * 1000)
        WHERE host IN (SELECT jsonb_array_elements_text(?1::jsonb))
        """, [Self.json(names), Value(holder)])
    }
    try driver.forEach(
      """
      UPDATE endpoint_claims AS claims
      SET holder = ?2, sign_of_life = \(signOfLife), held_until = \(Self.now) + \(seconds * 1000),
        token = claims.token + 1
      FROM \(Self.wanted) WHERE \(Self.isWanted)
      RETURNING \(Self.key.map { "claims.\($0)" }.joined(separator: ", ")), claims.token, \(Self.now)
      """, [Self.json(endpoints), Value(holder)]
    ) {
      granted[Self.endpoint($0)] = Grant(token: $0.integer(4), at: $0.integer(5))
      return true
    }
    return granted
  }

  // MARK: Keeping and giving back

  func renew() throws(StoreError) {
    guard !grants.isEmpty else { return }
    try driver.transaction(.committing) { () throws(StoreError) in
      try assureSignOfLife()
      for table in ["endpoint_claims", "host_claims"] {
        try run(
          "UPDATE \(table) SET held_until = \(Self.now) + \(seconds * 1000) WHERE holder = ?1", [Value(holder)])
      }
    }
  }

  func release(_ groups: [ClaimGroup], checked: Set<ClaimedEndpoint>) throws(StoreError) {
    let endpoints = Set(groups.flatMap(\.endpoints))
    let given = endpoints.compactMap { endpoint in grants[endpoint].map { (endpoint, $0) } }
    for endpoint in endpoints { grants[endpoint] = nil }
    var ended: Set<String> = []
    for host in groups.flatMap(\.hosts) {
      hosts[host]?.groups -= 1
      guard hosts[host].map({ $0.groups <= 0 }) ?? true else { continue }
      hosts[host] = nil
      ended.insert(host)
    }
    try driver.transaction(.committing) { () throws(StoreError) in
      for (endpoint, grant) in given.sorted(by: { $0.0 < $1.0 }) {
        // Where another process has taken it, nothing is given back.
        try run(
          """
          UPDATE endpoint_claims SET holder = NULL, held_until = NULL,
            checked_at = coalesce(?6, checked_at)
          WHERE contract = ?1 AND endpoint = ?2 AND environment = ?3 AND perspective = ?4 AND token = ?5 AND holder = ?7
          """,
          // It is due again an interval after this check began, however long it took.
          Self.values(endpoint) + [
            Value(grant.token), Value(checked.contains(endpoint) ? grant.at : nil), Value(holder),
          ])
      }
      guard !ended.isEmpty else { return }
      try run(
        """
        UPDATE host_claims SET holder = NULL, held_until = NULL
        WHERE host IN (SELECT jsonb_array_elements_text(?1::jsonb)) AND holder = ?2
        """, [Self.json(ended), Value(holder)])
    }
  }

  // MARK: Fencing

  func require(_ endpoint: ClaimedEndpoint) throws(StoreError) {
    guard let grant = grants[endpoint] else { return }
    try assureSignOfLife()
    var isOurs = false
    try driver.forEach(
      """
      SELECT token, holder FROM endpoint_claims
      WHERE contract = ?1 AND endpoint = ?2 AND environment = ?3 AND perspective = ?4 FOR SHARE
      """, Self.values(endpoint)
    ) {
      isOurs = $0.integer(0) == grant.token && $0.optionalText(1) == holder
      return true
    }
    guard isOurs else { throw .claimLost(store: driver.location, endpoint: "\(endpoint)") }
  }

  func revoke(contract: String, endpoint: String, environment: String?) throws(StoreError) {
    try run(
      """
      UPDATE endpoint_claims SET holder = NULL, held_until = NULL, token = token + 1
      WHERE contract = ?1 AND endpoint = ?2 AND (environment = ?3 OR ?3 IS NULL)
      """, [Value(contract), Value(endpoint), Value(environment)])
  }

  // MARK: Values

  private func run(_ sql: String, _ values: [Value]) throws(StoreError) {
    try driver.forEach(sql, values) { _ in true }
  }

  private static func endpoint(_ row: Row) -> ClaimedEndpoint {
    ClaimedEndpoint(contract: row.text(0), endpoint: row.text(1), environment: row.text(2), perspective: row.text(3))
  }

  private static func values(_ endpoint: ClaimedEndpoint) -> [Value] {
    [
      Value(endpoint.contract), Value(endpoint.endpoint), Value(endpoint.environment), Value(endpoint.perspective),
    ]
  }

  private static func json(_ endpoints: Set<ClaimedEndpoint>) -> Value {
    let list = endpoints.sorted().map { endpoint in
      zip(key, [endpoint.contract, endpoint.endpoint, endpoint.environment, endpoint.perspective])
    }.map { Dictionary(uniqueKeysWithValues: $0) }
    return text(list)
  }

  private static func json(_ names: Set<String>) -> Value { text(names.sorted()) }

  /// Lists of texts can always be encoded.
  private static func text(_ value: some Encodable) -> Value {
    .text((try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "[]")
  }

  private static func process(_ holder: String) -> Lease.Holder? {
    holder.split(separator: " ").last.flatMap { Lease.Holder(onServer: String($0)) }
  }
}

extension Lease.Holder {
  /// From `process@machine`, as a session and a claim name their process.
  init?(onServer text: String) {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard parts.count == 2, let process = Int(parts[0]) else { return nil }
    self.init(process: process, machine: parts[1] == ServerConnection.machine ? nil : parts[1])
  }
}
