public import DriftModel
import Foundation
import PayloadShape

extension Ledger {
  /// Stores everything that one request came to in one round, as one transaction that takes the write lock at once.
  ///
  /// - Throws: `inconsistent` if the round is not running, an incident belongs to another place or a digest is none;
  ///   then, as after every other error, nothing of `result` is stored.
  public func record(_ result: Evaluation) throws(LedgerError) {
    try connection.transaction(.writing) { () throws(LedgerError) in try connection.write(result) }
  }
}

extension Connection {
  /// Bytes of a SHA-256.
  static let digestBytes = 32

  /// Row of an executable's build id, made if it is new.
  func buildRow(_ name: String) throws(LedgerError) -> Int { try interned(name, table: "builds", column: "name") }

  /// Writes a result; inside a transaction.
  func write(_ result: Evaluation) throws(LedgerError) {
    try requireRunning(round: result.round)
    for incident in result.incidents + result.transitions.map(\.incident) where incident.place != result.place {
      throw .inconsistent(path: path, reason: "incident \(incident.id) belongs to another place")
    }
    let place = try placeRow(creating: result)
    for response in result.responses { try write(response, place: place, result) }
    try boundTargets(result, place: place)
    try writeBaselines(result, place: place)
    try writeCounts(result, place: place)
    try writeFailures(result, place: place)
    try writeChanges(result, place: place)
    try writeIncidents(result, place: place)
    try writeState(result, place: place)
    try writeUses(result, place: place)
    if let impact = result.impact { try writeImpact(impact, place: place) }
  }

  private func requireRunning(round: Int) throws(LedgerError) {
    let isRunning = try first("SELECT ended_at IS NULL FROM rounds WHERE number = ?", [Value(round)]) { $0.integer(0) }
    guard isRunning == 1 else { throw .inconsistent(path: path, reason: "round \(round) is not running") }
  }

  private func placeRow(creating result: Evaluation) throws(LedgerError) -> Int {
    if let row = try placeRow(result.place, signature: result.signature) { return row }
    try run(
      "INSERT INTO places (contract, endpoint, request, environment, perspective, signature) VALUES (?, ?, ?, ?, ?, ?)",
      Self.key(of: result.place) + [Value(result.signature)])
    return lastInsertedRow
  }

  private func interned(_ text: String, table: String, column: String) throws(LedgerError) -> Int {
    let found = try first("SELECT id FROM \(table) WHERE \(column) = ?", [Value(text)]) { $0.integer(0) }
    if let found { return found }
    try run("INSERT INTO \(table) (\(column)) VALUES (?)", [Value(text)])
    return lastInsertedRow
  }

  private func pathRow(_ path: String) throws(LedgerError) -> Int {
    try interned(path, table: "paths", column: "text")
  }

  private func write(_ response: ResponseRecord, place: Int, _ result: Evaluation) throws(LedgerError) {
    let digest = try response.bodyDigest.map { text throws(LedgerError) in
      guard let bytes = [UInt8](hexadecimal: text), bytes.count == Self.digestBytes else {
        throw .inconsistent(path: path, reason: "a body digest is not 64 hexadecimal digits")
      }
      return bytes
    }
    let (target, responses) = try targetRow(response, place: place, result)
    // Equal to the one before: the row says so with NULL and stays small.
    try run(
      """
      INSERT INTO responses (target, round, outcome, status, bytes, milliseconds, body_digest, checked_at)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, nullif(?7, (SELECT body_digest FROM latest_responses WHERE target = ?1)), ?8
      """,
      [
        Value(target), Value(result.round), Value(response.outcome.rawValue), Value(response.status),
        Value(response.bytes),
        .integer(Value.milliseconds(response.seconds)), Value(digest), Value(result.at),
      ])
    if responses > Bounds.most(bounds.responsesPerTarget) { try boundResponses(of: target, latest: result.round) }
    if var facts = response.facts {
      facts.shape = nil  // the baseline has it
      try run(
        """
        INSERT INTO latest_responses (target, outcome, examined_at, body_digest, build, etag, last_modified, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (target) DO UPDATE SET outcome = excluded.outcome, examined_at = excluded.examined_at,
          body_digest = excluded.body_digest, build = excluded.build, etag = excluded.etag,
          last_modified = excluded.last_modified, facts = excluded.facts
        """,
        [
          Value(target), Value(response.outcome.rawValue), Value(result.at), Value(digest),
          Value(try buildRow(response.buildID)), Value(response.etag), Value(response.lastModified),
          .text(try StoredJSON.encode(facts, part: "latest_responses.facts", path: path)),
        ])
    } else if response.outcome.isChecked && (response.etag != nil || response.lastModified != nil) {
      // A 304 may renew its validators (RFC 9111 section 4.3.4); those of a failed response are none of ours.
      try run(
        """
        UPDATE latest_responses SET etag = coalesce(?2, etag), last_modified = coalesce(?3, last_modified)
        WHERE target = ?1 AND (etag IS NOT coalesce(?2, etag) OR last_modified IS NOT coalesce(?3, last_modified))
        """, [Value(target), Value(response.etag), Value(response.lastModified)])
    }
  }

  /// Row of a response's URL, made if it is new, and how many responses it has with this one.
  private func targetRow(
    _ response: ResponseRecord, place: Int, _ result: Evaluation
  ) throws(LedgerError) -> (row: Int, responses: Int) {
    let found = try first(
      """
      INSERT INTO targets (place, url, outcome, checked_at, responses, not_modified, answered_at)
      VALUES (?, ?, ?, ?, 1, ?, ?)
      ON CONFLICT (place, url) DO UPDATE SET outcome = excluded.outcome, checked_at = excluded.checked_at,
        responses = responses + 1, not_modified = iif(excluded.not_modified = 0, 0, not_modified + 1),
        answered_at = coalesce(excluded.answered_at, answered_at)
      RETURNING id, responses
      """,
      [
        Value(place), Self.digest(ofURL: response.url), Value(response.outcome.rawValue), Value(result.at),
        Value(response.isNotModified ? 1 : 0), Value(response.outcome.isChecked ? result.at : nil),
      ]
    ) { ($0.integer(0), $0.integer(1)) }
    guard let found else {
      throw .damaged(path: path, part: "targets", reason: "an inserted row is not there")
    }
    return found
  }

  private func writeBaselines(_ result: Evaluation, place: Int) throws(LedgerError) {
    if result.repeatedResponses > 0 {
      try run(
        "UPDATE baselines SET responses = responses + ? WHERE place = ?",
        [Value(result.repeatedResponses), Value(place)])
    }
    if let baseline = result.baseline {
      try run(
        """
        INSERT INTO baselines (place, shape, responses) VALUES (?, ?, ?)
        ON CONFLICT (place) DO UPDATE SET shape = excluded.shape, responses = excluded.responses
          WHERE responses <> excluded.responses OR shape <> excluded.shape
        """,
        [
          Value(place), .text(try StoredJSON.encode(baseline, part: "baselines.shape", path: path)),
          Value(result.baselineResponses),
        ])
    }
    for (key, statistics) in result.mappings {
      try run(
        """
        INSERT INTO mappings (place, version, name, statistics) VALUES (?, ?, ?, ?)
        ON CONFLICT (place, version, name) DO UPDATE SET statistics = excluded.statistics
          WHERE statistics IS NOT excluded.statistics
        """,
        [
          Value(place), Value(key.version), Value(key.mapping),
          .text(try StoredJSON.encode(statistics, part: "mappings.statistics", path: path)),
        ])
    }
    for (key, shape) in result.sends {
      try run(
        """
        INSERT INTO send_baselines (place, version, endpoint, shape) VALUES (?, ?, ?, ?)
        ON CONFLICT (place, version, endpoint) DO UPDATE SET shape = excluded.shape
          WHERE shape <> excluded.shape
        """,
        [
          Value(place), Value(key.version), Value(key.mapping),
          .text(try StoredJSON.encode(shape, part: "send_baselines.shape", path: path)),
        ])
    }
  }

  private func writeCounts(_ result: Evaluation, place: Int) throws(LedgerError) {
    for (key, counts) in result.mappingCounts {
      let name = [Value(place), Value(key.version), Value(key.mapping)]
      try run("INSERT INTO mappings (place, version, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name)
      let values = [counts.offered, counts.recordsOut, counts.dropped, counts.threw]
      let last = try first(
        """
        SELECT records_in, records_out, dropped, threw
        FROM mapping_counts JOIN mappings ON mappings.id = mapping_counts.mapping
        WHERE place = ? AND version = ? AND name = ? ORDER BY round DESC LIMIT 1
        """, name
      ) { row in (0..<4).map { row.integer($0) } }
      guard last != values else { continue }
      try run(
        """
        INSERT OR REPLACE INTO mapping_counts (mapping, round, records_in, records_out, dropped, threw)
        SELECT id, ?4, ?5, ?6, ?7, ?8 FROM mappings WHERE place = ?1 AND version = ?2 AND name = ?3
        """, name + [Value(result.round)] + values.map { Value($0) })
      try boundCounts(name, latest: result.round)
    }
  }

  private func writeFailures(_ result: Evaluation, place: Int) throws(LedgerError) {
    for (version, failures) in result.failures {
      for failure in failures {
        try run(
          """
          INSERT INTO failures (place, version, rule, path, first_round, last_round, count, total)
          VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7)
          ON CONFLICT DO UPDATE SET last_round = excluded.last_round, count = count + excluded.count,
            total = total + excluded.total
          """,
          [
            Value(place), Value(version), Value(failure.rule.rawValue), Value(try pathRow(failure.pattern)),
            Value(result.round), Value(failure.count), Value(failure.total),
          ])
      }
    }
    if !result.failures.isEmpty { try boundPaths("failures", "place, version, rule, path", place, result.round) }
  }

  private func writeChanges(_ result: Evaluation, place: Int) throws(LedgerError) {
    for change in result.changes {
      for pattern in [change.path] + change.paths {
        try run(
          """
          INSERT INTO field_changes (place, rule, path, first_round, last_round, before, after, count, total)
          VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8)
          ON CONFLICT DO UPDATE SET last_round = excluded.last_round, before = excluded.before, after = excluded.after,
            count = excluded.count, total = excluded.total
          """,
          [
            Value(place), Value(change.kind.rawValue), Value(try pathRow(pattern)), Value(result.round),
            Value(change.before),
            Value(change.after), Value(change.count), Value(change.total),
          ])
      }
    }
    if !result.changes.isEmpty { try boundPaths("field_changes", "place, rule, path", place, result.round) }
  }

  private func writeState(_ result: Evaluation, place: Int) throws(LedgerError) {
    try run(
      """
      INSERT INTO place_state (place, round, checked_at, last_good_at, report, findings) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (place) DO UPDATE SET round = excluded.round, checked_at = excluded.checked_at,
        last_good_at = coalesce(excluded.last_good_at, last_good_at), report = excluded.report,
        findings = excluded.findings
      """,
      [
        Value(place), Value(result.round), Value(result.at), Value(result.isGood ? result.at : nil),
        .text(try StoredJSON.encode(result.report, part: "place_state.report", path: path)),
        .text(try StoredJSON.encode(result.findings, part: "place_state.findings", path: path)),
      ])
    if let pendingChanges = result.pendingChanges {
      try run(
        """
        INSERT INTO pendingChanges (place, pendingChanges) VALUES (?, ?)
        ON CONFLICT (place) DO UPDATE SET pendingChanges = excluded.pendingChanges WHERE pendingChanges <> excluded.pendingChanges
        """,
        [Value(place), .text(try StoredJSON.encode(pendingChanges, part: "pendingChanges.pendingChanges", path: path))])
    }
  }
}
