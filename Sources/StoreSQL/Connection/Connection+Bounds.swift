import DriftModel
import Store

// Keeps the size of the file bounded. Each call is inside the transaction that adds the rows.
extension Connection {
  /// Condition on a row of `rounds`: nothing refers to it. Each part is one search in an index.
  static let isUnusedRound = [
    ("responses", "round"), ("mapping_counts", "round"), ("transitions", "round"), ("request_states", "round"),
  ].map { table, column in "NOT EXISTS (SELECT 1 FROM \(table) WHERE \(table).\(column) = rounds.number)" }
    .joined(separator: " AND ")

  /// Removes the round that leaves the latest ones, if nothing refers to it. One number comes with each call, so each
  /// round is examined once here, and once more when its last response is removed.
  func boundRounds(latest: Int) throws(StoreError) {
    try run("DELETE FROM rounds WHERE number = ? AND \(Self.isUnusedRound)", [Value(latest - bounds.rounds)])
  }

  /// Removes those of `rounds` that are no longer among the latest and that nothing refers to any more.
  func removeUnused(rounds: [Int], latest: Int) throws(StoreError) {
    for round in Set(rounds) where round <= latest - bounds.rounds {
      try run("DELETE FROM rounds WHERE number = ? AND \(Self.isUnusedRound)", [Value(round)])
    }
  }

  /// Removes the oldest responses of a URL that has too many, all but the latest.
  func boundResponses(of url: Int, latest: Int) throws(StoreError) {
    let rounds = try all(
      """
      DELETE FROM responses WHERE url = ?1 AND id <= (
        SELECT id FROM responses WHERE url = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
      RETURNING round
      """, [Value(url), Value(bounds.responsesPerURL)]
    ) { $0.integer(0) }
    try recount(url)
    try removeUnused(rounds: rounds, latest: latest)
  }

  /// Writes how many responses a URL has.
  func recount(_ url: Int) throws(StoreError) {
    try run(
      "UPDATE urls SET responses = (SELECT count(*) FROM responses WHERE url = urls.id) WHERE id = ?", [Value(url)])
  }

  /// Removes URLs of a request key that were requested longest ago, with all about them, if a result brought too many.
  func boundURLs(_ result: Evaluation, row: Int) throws(StoreError) {
    guard !result.responses.isEmpty else { return }
    let count = try first("SELECT count(*) FROM urls WHERE request_key = ?", [Value(row)]) { $0.integer(0) } ?? 0
    guard count > Bounds.most(bounds.urlsPerRequestKey) else { return }
    let oldest = try all(
      "SELECT id FROM urls WHERE request_key = ? AND checked_at < ? ORDER BY checked_at, id LIMIT ?",
      [Value(row), Value(result.at), Value(count - bounds.urlsPerRequestKey)]
    ) { $0.integer(0) }
    var rounds: [Int] = []
    for url in oldest {
      rounds += try all("SELECT DISTINCT round FROM responses WHERE url = ?", [Value(url)]) { $0.integer(0) }
      try run("DELETE FROM urls WHERE id = ?", [Value(url)])
    }
    try removeUnused(rounds: rounds, latest: result.round)
  }

  /// Removes the oldest counts of a mapping, given by request key, version and name, that has too many.
  func boundCounts(_ name: [Value], latest: Int) throws(StoreError) {
    let mapping = "(SELECT id FROM mappings WHERE request_key = ?1 AND version = ?2 AND name = ?3)"
    let count = try first("SELECT count(*) FROM mapping_counts WHERE mapping = \(mapping)", name) { $0.integer(0) } ?? 0
    guard count > Bounds.most(bounds.countsPerMapping) else { return }
    let rounds = try all(
      """
      DELETE FROM mapping_counts WHERE mapping = \(mapping) AND round <= (
        SELECT round FROM mapping_counts WHERE mapping = \(mapping) ORDER BY round DESC LIMIT 1 OFFSET ?4)
      RETURNING round
      """, name + [Value(bounds.countsPerMapping)]
    ) { $0.integer(0) }
    try removeUnused(rounds: rounds, latest: latest)
  }

  /// Removes findings over time of a request key that has too many: those that ended longest ago; and the texts of paths that nothing
  /// names any more.
  func boundHistory(_ row: Int) throws(StoreError) {
    let count = try first("SELECT count(*) FROM findings WHERE request_key = ?", [Value(row)]) { $0.integer(0) } ?? 0
    guard count > Bounds.most(bounds.findingsPerRequestKey) else { return }
    try removeFindings(
      """
      SELECT id FROM findings WHERE request_key = ?1 AND ended_at IS NOT NULL ORDER BY ended_at, id LIMIT ?2
      """, [Value(row), Value(count - bounds.findingsPerRequestKey)])
  }

  /// Removes the findings over time whose ids a query gives, and the texts of paths that nothing names any more.
  ///
  /// - Returns: How many were removed.
  @discardableResult
  func removeFindings(_ ids: String, _ values: [Value]) throws(StoreError) -> Int {
    let paths = try all("SELECT DISTINCT path FROM finding_paths WHERE finding IN (\(ids))", values) { $0.integer(0) }
    try run("DELETE FROM findings WHERE id IN (\(ids))", values)
    let removed = changes
    for path in paths { try run("DELETE FROM paths WHERE id = ? AND \(Self.isUnusedPath)", [Value(path)]) }
    return removed
  }

  /// Condition on a row of `paths`: nothing names it.
  static let isUnusedPath = "NOT EXISTS (SELECT 1 FROM finding_paths WHERE finding_paths.path = paths.id)"

  /// Removes the oldest reported transitions of incidents that have too many, and the incidents of a request key that
  /// were resolved longest ago, if all about them was reported.
  func boundIncidents(_ result: Evaluation, row: Int) throws(StoreError) {
    for id in Set(result.transitions.map(\.incident.id)) {
      let rounds = try all(
        """
        DELETE FROM transitions WHERE incident = ?1 AND delivered_at IS NOT NULL AND sequence <= (
          SELECT sequence FROM transitions WHERE incident = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
        RETURNING round
        """, [Value(id), Value(bounds.reportedPerIncident)]
      ) { $0.integer(0) }
      try removeUnused(rounds: rounds, latest: result.round)
    }
    guard result.incidents.contains(where: { !$0.isOpen }) else { return }
    let resolved = "request_key = ?1 AND state = 'resolved'"
    let count = try first("SELECT count(*) FROM incidents WHERE \(resolved)", [Value(row)]) { $0.integer(0) } ?? 0
    guard count > Bounds.most(bounds.resolvedPerRequestKey) else { return }
    let oldest = try all(
      """
      SELECT id FROM incidents WHERE \(resolved) AND \(Self.isReported)
      ORDER BY (SELECT max(sequence) FROM transitions WHERE incident = incidents.id), id LIMIT ?2
      """, [Value(row), Value(count - bounds.resolvedPerRequestKey)]
    ) { $0.text(0) }
    var rounds: [Int] = []
    for id in oldest {
      rounds += try all("SELECT DISTINCT round FROM transitions WHERE incident = ?", [Value(id)]) { $0.integer(0) }
      try run("DELETE FROM incidents WHERE id = ?", [Value(id)])
    }
    try removeUnused(rounds: rounds, latest: result.round)
  }

  /// Condition on a row of `incidents`: every transition of it was reported.
  static let isReported = """
    NOT EXISTS (SELECT 1 FROM transitions WHERE incident = incidents.id AND delivered_at IS NULL)
    """
}
