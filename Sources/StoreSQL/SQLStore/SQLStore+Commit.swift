public import DriftModel
import Foundation
import PayloadShape
public import Store

extension SQLStore {
  /// Stores the results of one request key in one round, as one transaction that takes the write lock at its beginning.
  public func commit(_ result: Evaluation) throws(StoreError) {
    try connection.transaction(.committing) { () throws(StoreError) in
      let key = result.key
      try connection.driver.claims?.require(
        ClaimedEndpoint(
          contract: key.contract, endpoint: key.endpoint, environment: key.environment, perspective: key.perspective))
      try connection.write(result)
    }
  }
}

extension Connection {
  /// Bytes of a SHA-256.
  static let digestBytes = 32

  /// Row of an executable's build id, made if it is new.
  func buildRow(_ name: String) throws(StoreError) -> Int { try interned(name, table: "builds", column: "name") }

  /// Writes a result; inside a transaction.
  func write(_ result: Evaluation) throws(StoreError) {
    try requireRunning(round: result.round)
    for incident in result.incidents + result.transitions.map(\.incident) where incident.key != result.key {
      throw .inconsistent(store: path, reason: "incident \(incident.id) belongs to another request key")
    }
    let row = try requestKeyRow(result)
    for response in result.responses { try write(response, row: row, result) }
    try boundURLs(result, row: row)
    try write(result.learned, row: row)
    try writeShapeVersion(result, row: row)
    try writeCounts(result, row: row)
    try writeHistory(result, row: row)
    try writeIncidents(result, row: row)
    try writeState(result, row: row)
    try writeUses(result, row: row)
    if let impact = result.impact { try writeImpact(impact, row: row) }
  }

  private func requireRunning(round: Int) throws(StoreError) {
    let isRunning = try first("SELECT ended_at IS NULL FROM rounds WHERE number = ?", [Value(round)]) { $0.integer(0) }
    guard let isRunning else { throw .roundLost(store: path, round: round) }
    guard isRunning == 1 else { throw .inconsistent(store: path, reason: "round \(round) is not running") }
  }

  /// Row of the request key, made if it is new. No other transaction commits to it until this one ends.
  private func requestKeyRow(_ result: Evaluation) throws(StoreError) -> Int {
    if try row(of: result.key, signature: result.signature) == nil {
      try run(
        """
        INSERT INTO request_keys (contract, endpoint, request, environment, perspective, signature)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """, Self.texts(of: result.key) + [Value(result.signature)])
    }
    guard let row = try row(of: result.key, signature: result.signature) else {
      throw .damaged(store: path, part: "request_keys", reason: "an inserted row is not there")
    }
    if !dialect.forUpdate.isEmpty {
      try run("SELECT 1 FROM request_keys WHERE id = ?\(dialect.forUpdate)", [Value(row)])
    }
    return row
  }

  private func interned(_ text: String, table: String, column: String) throws(StoreError) -> Int {
    let found = try first("SELECT id FROM \(table) WHERE \(column) = ?", [Value(text)]) { $0.integer(0) }
    if let found { return found }
    // Another process may have added it meanwhile.
    try run("INSERT INTO \(table) (\(column)) VALUES (?) ON CONFLICT DO NOTHING", [Value(text)])
    guard let row = try first("SELECT id FROM \(table) WHERE \(column) = ?", [Value(text)], { $0.integer(0) }) else {
      throw .damaged(store: path, part: table, reason: "an inserted row is not there")
    }
    return row
  }

  /// Inserts one row into a table with a column that numbers its rows; returns its number.
  func insert(_ row: String, number: String = "id", _ values: [Value]) throws(StoreError) -> Int {
    guard let number = try first("INSERT INTO \(row) RETURNING \(number)", values, { $0.integer(0) }) else {
      throw .damaged(store: path, part: String(row.prefix { $0 != " " }), reason: "an inserted row is not there")
    }
    return number
  }

  /// Row of a path, made if it is new.
  func pathRow(_ path: String) throws(StoreError) -> Int {
    try interned(path, table: "paths", column: "text")
  }

  private func write(_ response: ResponseRecord, row: Int, _ result: Evaluation) throws(StoreError) {
    let digest = try response.bodyDigest.map { text throws(StoreError) in
      guard let bytes = [UInt8](hexadecimal: text), bytes.count == Self.digestBytes else {
        throw .inconsistent(store: path, reason: "a body digest is not 64 hexadecimal digits")
      }
      return bytes
    }
    let (url, responses) = try urlRow(response, row: row, result)
    // If the body equals the one before, the row has NULL and stays small.
    try run(
      """
      INSERT INTO responses (url, round, outcome, status, bytes, milliseconds, body_digest, checked_at)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, nullif(?7, (SELECT body_digest FROM latest_responses WHERE url = ?1)), ?8
      """,
      [
        Value(url), Value(result.round), Value(response.outcome.rawValue), Value(response.status),
        Value(response.bytes),
        .integer(Date.milliseconds(response.seconds)), Value(digest), Value(result.at),
      ])
    if responses > Bounds.most(bounds.responsesPerURL) { try boundResponses(of: url, latest: result.round) }
    if var facts = response.facts {
      facts.shape = nil  // the baseline has it
      try run(
        """
        INSERT INTO latest_responses (url, outcome, examined_at, body_digest, build, etag, last_modified, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (url) DO UPDATE SET outcome = excluded.outcome, examined_at = excluded.examined_at,
          body_digest = excluded.body_digest, build = excluded.build, etag = excluded.etag,
          last_modified = excluded.last_modified, facts = excluded.facts
        """,
        [
          Value(url), Value(response.outcome.rawValue), Value(result.at), Value(digest),
          Value(try buildRow(response.buildID)), Value(response.etag), Value(response.lastModified),
          .text(try StoredJSON.encode(facts, part: "latest_responses.facts", path: path)),
        ])
    } else if response.outcome.isChecked && (response.etag != nil || response.lastModified != nil) {
      // A 304 may renew its validators (RFC 9111 section 4.3.4); those of a failed response do not count.
      try run(
        """
        UPDATE latest_responses SET etag = coalesce(?2, etag), last_modified = coalesce(?3, last_modified)
        WHERE url = ?1 AND (etag IS DISTINCT FROM coalesce(?2, etag)
            OR last_modified IS DISTINCT FROM coalesce(?3, last_modified))
        """, [Value(url), Value(response.etag), Value(response.lastModified)])
    }
  }

  /// Row of a response's URL, made if it is new, and how many responses it has with this one.
  private func urlRow(
    _ response: ResponseRecord, row: Int, _ result: Evaluation
  ) throws(StoreError) -> (row: Int, responses: Int) {
    let found = try first(
      """
      INSERT INTO urls (request_key, digest, outcome, checked_at, responses, not_modified) VALUES (?, ?, ?, ?, 1, ?)
      ON CONFLICT (request_key, digest) DO UPDATE SET outcome = excluded.outcome, checked_at = excluded.checked_at,
        responses = urls.responses + 1,
        not_modified = CASE WHEN excluded.not_modified = 0 THEN 0 ELSE urls.not_modified + 1 END
      RETURNING id, responses
      """,
      [
        Value(row), Self.digest(ofURL: response.url), Value(response.outcome.rawValue), Value(result.at),
        Value(response.isNotModified ? 1 : 0),
      ]
    ) { ($0.integer(0), $0.integer(1)) }
    guard let found else {
      throw .damaged(store: path, part: "urls", reason: "an inserted row is not there")
    }
    return found
  }

  private func write(_ learned: Evaluation.Learned, row: Int) throws(StoreError) {
    if learned.repeatedResponses > 0 {
      try run(
        "UPDATE baselines SET responses = responses + ? WHERE request_key = ?",
        [Value(learned.repeatedResponses), Value(row)])
    }
    if let baseline = learned.baseline {
      try run(
        """
        INSERT INTO baselines (request_key, shape, responses) VALUES (?, ?, ?)
        ON CONFLICT (request_key) DO UPDATE SET shape = excluded.shape, responses = excluded.responses
          WHERE baselines.responses <> excluded.responses OR baselines.shape <> excluded.shape
        """,
        [
          Value(row), .text(try StoredJSON.encode(baseline, part: "baselines.shape", path: path)),
          Value(learned.baselineResponses),
        ])
    }
    if let feeds = learned.feeds?.values.sorted(by: { $0.member < $1.member }) {
      try run(
        """
        INSERT INTO feeds (request_key, stale_at, members) VALUES (?, ?, ?)
        ON CONFLICT (request_key) DO UPDATE SET stale_at = excluded.stale_at, members = excluded.members
          WHERE feeds.stale_at IS DISTINCT FROM excluded.stale_at OR feeds.members <> excluded.members
        """,
        [
          Value(row), Value(learned.staleAt), .text(try StoredJSON.encode(feeds, part: "feeds.members", path: path)),
        ])
    }
    for (key, statistics) in learned.mappings {
      try run(
        """
        INSERT INTO mappings (request_key, version, name, statistics) VALUES (?, ?, ?, ?)
        ON CONFLICT (request_key, version, name) DO UPDATE SET statistics = excluded.statistics
          WHERE mappings.statistics IS DISTINCT FROM excluded.statistics
        """,
        [
          Value(row), Value(key.version), Value(key.mapping),
          .text(try StoredJSON.encode(statistics, part: "mappings.statistics", path: path)),
        ])
    }
    for (key, shape) in learned.sends {
      try run(
        """
        INSERT INTO write_shapes (request_key, version, endpoint, shape) VALUES (?, ?, ?, ?)
        ON CONFLICT (request_key, version, endpoint) DO UPDATE SET shape = excluded.shape
          WHERE write_shapes.shape <> excluded.shape
        """,
        [
          Value(row), Value(key.version), Value(key.mapping),
          .text(try StoredJSON.encode(shape, part: "write_shapes.shape", path: path)),
        ])
    }
  }

  private func writeCounts(_ result: Evaluation, row: Int) throws(StoreError) {
    for (key, counts) in result.mappingCounts {
      let name = [Value(row), Value(key.version), Value(key.mapping)]
      try run("INSERT INTO mappings (request_key, version, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name)
      let values = [counts.offered, counts.made, counts.dropped, counts.threw, counts.lostResponses]
      let last = try first(
        """
        SELECT records_in, records_out, dropped, threw, lost_responses
        FROM mapping_counts JOIN mappings ON mappings.id = mapping_counts.mapping
        WHERE request_key = ? AND version = ? AND name = ? ORDER BY round DESC LIMIT 1
        """, name
      ) { row in (0..<5).map { row.integer($0) } }
      guard last != values else { continue }
      try run(
        """
        INSERT INTO mapping_counts (mapping, round, records_in, records_out, dropped, threw, lost_responses)
        SELECT id, ?4, ?5, ?6, ?7, ?8, ?9 FROM mappings WHERE request_key = ?1 AND version = ?2 AND name = ?3
        ON CONFLICT (mapping, round) DO UPDATE SET records_in = excluded.records_in,
          records_out = excluded.records_out, dropped = excluded.dropped, threw = excluded.threw,
          lost_responses = excluded.lost_responses
        """, name + [Value(result.round)] + values.map { Value($0) })
      try boundCounts(name, latest: result.round)
    }
  }

  private func writeState(_ result: Evaluation, row: Int) throws(StoreError) {
    let hasResponse = result.responses.contains { $0.outcome.isChecked }
    try run(
      """
      INSERT INTO request_states (request_key, round, checked_at, last_good_at, responded_at, report, findings)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (request_key) DO UPDATE SET round = excluded.round, checked_at = excluded.checked_at,
        -- A clock that was set back makes the last good check the one before it.
        last_good_at = CASE
          WHEN coalesce(excluded.last_good_at, request_states.last_good_at) > excluded.checked_at THEN excluded.checked_at
          ELSE coalesce(excluded.last_good_at, request_states.last_good_at) END,
        responded_at = coalesce(excluded.responded_at, request_states.responded_at), report = excluded.report,
        findings = excluded.findings
      """,
      [
        Value(row), Value(result.round), Value(result.at), Value(result.isGood ? result.at : nil),
        Value(hasResponse ? result.at : nil),
        .text(try StoredJSON.encode(result.report, part: "request_states.report", path: path)),
        .text(try StoredJSON.encode(result.findings, part: "request_states.findings", path: path)),
      ])
    if let pendingChanges = result.pendingChanges {
      try run(
        """
        INSERT INTO pending_changes (request_key, changes) VALUES (?, ?)
        ON CONFLICT (request_key) DO UPDATE SET changes = excluded.changes
          WHERE pending_changes.changes <> excluded.changes
        """,
        [Value(row), .text(try StoredJSON.encode(pendingChanges, part: "pending_changes.changes", path: path))])
    }
  }
}
