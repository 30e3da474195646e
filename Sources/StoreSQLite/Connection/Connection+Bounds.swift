import DriftModel
import Store

// What keeps the file bounded while it is written; each call is inside the transaction that adds the rows.
extension Connection {
  /// Condition on a row of `rounds` that nothing refers to it; each part is one look into an index.
  static let isUnusedRound = [
    ("responses", "round"), ("mapping_counts", "round"), ("transitions", "round"), ("place_state", "round"),
    ("failures", "first_round"), ("failures", "last_round"), ("field_changes", "first_round"),
    ("field_changes", "last_round"),
  ].map { table, column in "NOT EXISTS (SELECT 1 FROM \(table) WHERE \(table).\(column) = rounds.number)" }
    .joined(separator: " AND ")

  /// Removes the round that leaves the latest ones, if nothing refers to it. One number comes with each call, so each
  /// round is looked at once here, and once more when its last response is removed.
  func boundRounds(latest: Int) throws(StoreError) {
    try run("DELETE FROM rounds WHERE number = ? AND \(Self.isUnusedRound)", [Value(latest - bounds.rounds)])
  }

  /// Removes those of `rounds` that are no longer among the latest and that nothing refers to any more.
  func removeUnused(rounds: [Int], latest: Int) throws(StoreError) {
    for round in Set(rounds) where round <= latest - bounds.rounds {
      try run("DELETE FROM rounds WHERE number = ? AND \(Self.isUnusedRound)", [Value(round)])
    }
  }

  /// Removes the oldest responses of a target that has too many, all but the latest.
  func boundResponses(of target: Int, latest: Int) throws(StoreError) {
    let rounds = try all(
      """
      DELETE FROM responses WHERE target = ?1 AND id <= (
        SELECT id FROM responses WHERE target = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
      RETURNING round
      """, [Value(target), Value(bounds.responsesPerTarget)]
    ) { $0.integer(0) }
    try recount(target)
    try removeUnused(rounds: rounds, latest: latest)
  }

  /// Writes how many responses a target has; `nil`: each.
  func recount(_ target: Int?) throws(StoreError) {
    try run(
      """
      UPDATE targets SET responses = (SELECT count(*) FROM responses WHERE target = targets.id)
      WHERE \(target == nil ? "?1 IS NULL" : "id = ?1")
      """, [Value(target)])
  }

  /// Removes URLs of a place that were asked for longest ago, with all about them, where a result has brought too many.
  func boundTargets(_ result: Evaluation, place: Int) throws(StoreError) {
    guard !result.responses.isEmpty else { return }
    let count = try first("SELECT count(*) FROM targets WHERE place = ?", [Value(place)]) { $0.integer(0) } ?? 0
    guard count > Bounds.most(bounds.targetsPerPlace) else { return }
    let oldest = try all(
      "SELECT id FROM targets WHERE place = ? AND checked_at < ? ORDER BY checked_at, id LIMIT ?",
      [Value(place), Value(result.at), Value(count - bounds.targetsPerPlace)]
    ) { $0.integer(0) }
    var rounds: [Int] = []
    for target in oldest {
      rounds += try all("SELECT DISTINCT round FROM responses WHERE target = ?", [Value(target)]) { $0.integer(0) }
      try run("DELETE FROM targets WHERE id = ?", [Value(target)])
    }
    try removeUnused(rounds: rounds, latest: result.round)
  }

  /// Removes the oldest counts of a mapping, given by place, version and name, that has too many.
  func boundCounts(_ name: [Value], latest: Int) throws(StoreError) {
    let mapping = "(SELECT id FROM mappings WHERE place = ?1 AND version = ?2 AND name = ?3)"
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

  /// Removes rows of `table` (failures or field changes, with primary key `key`) of a place that has too many: those seen
  /// longest ago, never those of this round; and the texts of paths that nothing names any more.
  func boundPaths(_ table: String, _ key: String, _ place: Int, _ round: Int) throws(StoreError) {
    let count = try first("SELECT count(*) FROM \(table) WHERE place = ?", [Value(place)]) { $0.integer(0) } ?? 0
    guard count > Bounds.most(bounds.changesPerPlace) else { return }
    let removed = try all(
      """
      DELETE FROM \(table) WHERE (\(key)) IN (
        SELECT \(key) FROM \(table) WHERE place = ?1 AND last_round < ?2 ORDER BY last_round LIMIT ?3)
      RETURNING path, first_round, last_round
      """, [Value(place), Value(round), Value(count - bounds.changesPerPlace)]
    ) { ($0.integer(0), [$0.integer(1), $0.integer(2)]) }
    for path in Set(removed.map(\.0)) {
      try run("DELETE FROM paths WHERE id = ? AND \(Self.isUnusedPath)", [Value(path)])
    }
    try removeUnused(rounds: removed.flatMap(\.1), latest: round)
  }

  /// Condition on a row of `paths` that nothing names it.
  static let isUnusedPath = ["failures", "field_changes"].map { table in
    "NOT EXISTS (SELECT 1 FROM \(table) WHERE \(table).path = paths.id)"
  }.joined(separator: " AND ")

  /// Removes the oldest told transitions of incidents that have too many, and the incidents of a place that were resolved
  /// longest ago, if all about them was told.
  func boundIncidents(_ result: Evaluation, place: Int) throws(StoreError) {
    for id in Set(result.transitions.map(\.incident.id)) {
      let rounds = try all(
        """
        DELETE FROM transitions WHERE incident = ?1 AND delivered_at IS NOT NULL AND sequence <= (
          SELECT sequence FROM transitions WHERE incident = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
        RETURNING round
        """, [Value(id), Value(bounds.toldPerIncident)]
      ) { $0.integer(0) }
      try removeUnused(rounds: rounds, latest: result.round)
    }
    guard result.incidents.contains(where: { !$0.isOpen }) else { return }
    let resolved = "place = ?1 AND state = 'resolved'"
    let count = try first("SELECT count(*) FROM incidents WHERE \(resolved)", [Value(place)]) { $0.integer(0) } ?? 0
    guard count > Bounds.most(bounds.resolvedPerPlace) else { return }
    let oldest = try all(
      """
      SELECT id FROM incidents WHERE \(resolved) AND \(Self.isTold)
      ORDER BY (SELECT max(sequence) FROM transitions WHERE incident = incidents.id), id LIMIT ?2
      """, [Value(place), Value(count - bounds.resolvedPerPlace)]
    ) { $0.text(0) }
    var rounds: [Int] = []
    for id in oldest {
      rounds += try all("SELECT DISTINCT round FROM transitions WHERE incident = ?", [Value(id)]) { $0.integer(0) }
      try run("DELETE FROM incidents WHERE id = ?", [Value(id)])
    }
    try removeUnused(rounds: rounds, latest: result.round)
  }

  /// Condition on a row of `incidents` that a report has told all that happened to it.
  static let isTold = """
    NOT EXISTS (SELECT 1 FROM transitions WHERE incident = incidents.id AND delivered_at IS NULL)
    """
}
