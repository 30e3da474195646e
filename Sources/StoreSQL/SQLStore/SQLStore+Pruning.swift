public import DriftModel
public import Foundation
public import Store

extension SQLStore {
  /// Removes what is older than `policy` allows, and frees the space.
  ///
  /// It goes in steps of a fraction of a second, each a transaction of its own, so that a round may commit meanwhile.
  /// Completed steps stay if an error follows, and no step is left incomplete. A rehearsal prunes a copy, so
  /// that its figures are true whatever the rules are.
  public func prune(
    keeping policy: PrunePolicy, now: Date, isRehearsal: Bool
  ) async throws(StoreError) -> PruneSummary {
    guard isRehearsal else { return try connection.prune(policy, now) }
    var summary: PruneSummary?
    try connection.driver.rehearsal(connection.bounds) { copy throws(StoreError) in
      summary = try copy.prune(policy, now)
    }
    return summary ?? PruneSummary()
  }
}

extension Connection {
  fileprivate func prune(_ policy: PrunePolicy, _ now: Date) throws(StoreError) -> PruneSummary {
    var summary = PruneSummary()
    summary.bytesBefore = try driver.size()
    func before(_ seconds: TimeInterval) -> Value { Value(now.addingTimeInterval(-seconds)) }
    try pruneRequestKeys(policy, now: now, &summary)
    try pruneIncidents(resolvedBefore: now.addingTimeInterval(-policy.incidents), &summary)
    try pruneFindings(endedBefore: before(policy.incidents), &summary)
    try pruneShapes(endedBefore: before(policy.incidents), &summary)
    try pruneInstalls(endedBefore: before(policy.incidents))
    try pruneResponses(before: before(policy.responses), &summary)
    try pruneCounts(before: before(policy.responses), &summary)
    try pruneRounds(before: before(policy.responses), &summary)
    try pruneNames()
    summary.isCompacted = try driver.compact()
    summary.bytesAfter = try driver.size()
    return summary
  }

  /// Rows of one step.
  private static var rowsOfAStep: Int { 10_000 }

  /// Removes one request key in each step, with everything about it.
  fileprivate func pruneRequestKeys(
    _ policy: PrunePolicy, now: Date, _ summary: inout PruneSummary
  ) throws(StoreError) {
    let latest = try first("SELECT ended_at FROM rounds WHERE ended_at IS NOT NULL ORDER BY number DESC LIMIT 1") {
      $0.date(0)
    }
    guard let latest else { return }
    let date = Value(min(latest, now).addingTimeInterval(-policy.requestKeys))
    let old = try all(
      """
      SELECT id, contract, endpoint, request, environment, perspective FROM request_keys
      WHERE \(Self.isOldRequestKey) ORDER BY id
      """, [date]
    ) { ($0.integer(0), $0.requestKey(from: 1)) }
    for (row, key) in old where !policy.declared.contains(DeclaredRequest(of: key)) {
      try transaction(.writing) { () throws(StoreError) in
        // It may have been checked meanwhile.
        let isOld = try first(
          "SELECT 1 FROM request_keys WHERE id = ?2 AND \(Self.isOldRequestKey)", [date, Value(row)]
        ) { _ in true }
        guard isOld == true else { return }
        let id = [Value(row)]
        summary.responses += try count("responses WHERE url IN (SELECT id FROM urls WHERE request_key = ?)", id)
        summary.mappingCounts += try count(
          "mapping_counts WHERE mapping IN (SELECT id FROM mappings WHERE request_key = ?)", id)
        summary.incidents += try count("incidents WHERE request_key = ?", id)
        summary.findings += try count("findings WHERE request_key = ?", id)
        summary.shapes += try count("shape_versions WHERE request_key = ?", id)
        try run("DELETE FROM request_keys WHERE id = ?", id)
        summary.requestKeys += 1
      }
    }
  }

  /// Condition on a row of `request_keys`: its last check was before `?1`, and no incident there is open or unreported.
  private static let isOldRequestKey = """
    (SELECT checked_at FROM request_states WHERE request_key = request_keys.id) < ?1
      AND NOT EXISTS (
        SELECT 1 FROM incidents WHERE request_key = request_keys.id AND NOT (state = 'resolved' AND \(isReported)))
    """

  private func count(_ rows: String, _ values: [Value]) throws(StoreError) -> Int {
    try first("SELECT count(*) FROM \(rows)", values) { $0.integer(0) } ?? 0
  }

  fileprivate func pruneIncidents(resolvedBefore date: Date, _ summary: inout PruneSummary) throws(StoreError) {
    let resolved = try all("SELECT id, incident FROM incidents WHERE state = 'resolved'") { row throws(StoreError) in
      (row.text(0), row.text(1), try row.decoded(1, "incidents.incident") as Incident)
    }
    let old = resolved.filter { ($0.2.resolvedAt ?? $0.2.lastSeenAt) < date }
    for start in stride(from: 0, to: old.count, by: Self.rowsOfAStep / 10) {
      summary.incidents += try transaction(.writing) { () throws(StoreError) in
        var removed = 0
        for (id, text, _) in old[start..<min(start + Self.rowsOfAStep / 10, old.count)] {
          // Checked again, because it may have been reopened meanwhile.
          try run(
            "DELETE FROM incidents WHERE id = ? AND incident = ? AND state = 'resolved' AND \(Self.isReported)",
            [Value(id), Value(text)])
          removed += changes
        }
        return removed
      }
    }
  }

  fileprivate func pruneFindings(endedBefore date: Value, _ summary: inout PruneSummary) throws(StoreError) {
    var removed = 0
    repeat {
      removed = try transaction(.writing) { () throws(StoreError) in
        try removeFindings(
          "SELECT id FROM findings WHERE ended_at < ?1 ORDER BY ended_at, id LIMIT ?2",
          [date, Value(Self.rowsOfAStep / 10)])
      }
      summary.findings += removed
    } while removed > 0
  }

  /// Removes former shapes whose next one is old as well.
  fileprivate func pruneShapes(endedBefore date: Value, _ summary: inout PruneSummary) throws(StoreError) {
    summary.shapes += try transaction(.writing) { () throws(StoreError) in
      try run(
        """
        DELETE FROM shape_versions WHERE EXISTS (
          SELECT 1 FROM shape_versions AS later WHERE later.request_key = shape_versions.request_key
            AND later.round > shape_versions.round AND later.at < ?1)
        """, [date])
      return changes
    }
  }

  /// Removes shares of installs whose next one is old as well. They are too few to be counted.
  fileprivate func pruneInstalls(endedBefore date: Value) throws(StoreError) {
    try transaction(.writing) { () throws(StoreError) in
      try run(
        """
        DELETE FROM installs WHERE EXISTS (
          SELECT 1 FROM installs AS later WHERE later.contract = installs.contract AND later.version = installs.version
            AND later.environment = installs.environment AND later.since > installs.since AND later.since < ?1)
        """, [date])
    }
  }

  fileprivate func pruneResponses(before date: Value, _ summary: inout PruneSummary) throws(StoreError) {
    // Each step begins where the last one ended, so that rows that are kept are read once.
    var last: Int? = 0
    while let from = last {
      last = try transaction(.writing) { () throws(StoreError) in
        let old = try all(
          """
          SELECT id, url FROM responses WHERE id > ?1 AND checked_at < ?2
            AND id < (SELECT max(id) FROM responses AS later WHERE later.url = responses.url)
          ORDER BY id LIMIT ?3
          """, [Value(from), date, Value(Self.rowsOfAStep)]
        ) { ($0.integer(0), $0.integer(1)) }
        for (id, _) in old { try run("DELETE FROM responses WHERE id = ?", [Value(id)]) }
        for (url, rows) in Dictionary(grouping: old, by: \.1) {
          try run("UPDATE urls SET responses = responses - ? WHERE id = ?", [Value(rows.count), Value(url)])
        }
        summary.responses += old.count
        return old.last?.0
      }
    }
  }

  /// Counts are valid until the next row, so the last row before the limit is kept.
  fileprivate func pruneCounts(before date: Value, _ summary: inout PruneSummary) throws(StoreError) {
    let mappings = try self.all("SELECT id FROM mappings") { $0.integer(0) }
    for mapping in mappings {
      summary.mappingCounts += try transaction(.writing) { () throws(StoreError) in
        try run(
          """
          DELETE FROM mapping_counts WHERE mapping = ?1 AND round < (
            SELECT max(round) FROM mapping_counts JOIN rounds ON number = round WHERE mapping = ?1 AND started_at < ?2)
          """, [Value(mapping), date])
        return changes
      }
    }
  }

  /// Only rounds before the latest complete one, because a later one may be running.
  fileprivate func pruneRounds(before date: Value, _ summary: inout PruneSummary) throws(StoreError) {
    var last: Int? = 0
    while let from = last {
      last = try transaction(.writing) { () throws(StoreError) in
        let unused = try all(
          """
          SELECT number FROM rounds WHERE number > ?1 AND started_at < ?2 AND \(Self.isUnusedRound)
            AND number < (SELECT number FROM rounds WHERE ended_at IS NOT NULL ORDER BY number DESC LIMIT 1)
          ORDER BY number LIMIT ?3
          """, [Value(from), date, Value(Self.rowsOfAStep)]
        ) { $0.integer(0) }
        for number in unused { try run("DELETE FROM rounds WHERE number = ?", [Value(number)]) }
        summary.rounds += unused.count
        return unused.last
      }
    }
  }

  /// Paths and build ids that nothing names any more.
  fileprivate func pruneNames() throws(StoreError) {
    try transaction(.writing) { () throws(StoreError) in
      try run("DELETE FROM paths WHERE \(Self.isUnusedPath)")
      try run(
        """
        DELETE FROM builds WHERE id NOT IN (
          SELECT build FROM rounds UNION SELECT build FROM latest_responses UNION SELECT build FROM impacts)
        """)
    }
  }
}
