public import DriftModel
public import Foundation
import System

extension Ledger {
  /// Removes what is older than `policy` says, and gives the space back.
  ///
  /// Goes in steps of a fraction of a second, each a transaction of its own, so that a round may record meanwhile; what
  /// was removed before an error stays removed, and nothing is ever removed by half.
  ///
  /// - Parameters:
  ///   - policy: What is kept.
  ///   - now: The clock that ages are counted from.
  /// - Returns: What was removed, and the size of the file before and after.
  /// - Throws: `readOnly`, `busy`, `damaged` or another `LedgerError`.
  @discardableResult
  public func prune(keeping policy: PrunePolicy, now: Date) throws(LedgerError) -> PruneSummary {
    var summary = PruneSummary()
    summary.bytesBefore = try connection.size()
    func before(_ seconds: TimeInterval) -> Value { Value(now.addingTimeInterval(-seconds)) }
    try connection.prunePlaces(policy, now: now, &summary)
    try connection.pruneIncidents(resolvedBefore: now.addingTimeInterval(-policy.incidents), &summary)
    try connection.pruneResponses(before: before(policy.responses), &summary)
    try connection.pruneCounts(before: before(policy.responses), &summary)
    try connection.pruneRounds(before: before(policy.responses), &summary)
    try connection.pruneNames()
    summary.isCompacted = try connection.compact()
    summary.bytesAfter = try connection.size()
    return summary
  }
}

extension Connection {
  /// Rows of one step.
  private static var rowsOfAStep: Int { 10_000 }

  /// Bytes of the file and its write-ahead log; of a database in memory its pages.
  fileprivate func size() throws(LedgerError) -> Int {
    var bytes = 0
    for file in path == ":memory:" ? [] : [path, path + "-wal"] {
      var status = stat()
      if stat(file, &status) == 0 { bytes += Int(status.st_size) }
    }
    guard bytes == 0 else { return bytes }
    return try first("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") { $0.integer(0) } ?? 0
  }

  /// One place a step: everything about it goes with it.
  fileprivate func prunePlaces(
    _ policy: PrunePolicy, now: Date, _ summary: inout PruneSummary
  ) throws(LedgerError) {
    let latest = try first("SELECT ended_at FROM rounds WHERE ended_at IS NOT NULL ORDER BY number DESC LIMIT 1") {
      $0.date(0)
    }
    guard let latest else { return }
    let date = Value(min(latest, now).addingTimeInterval(-policy.places))
    let old = try all(
      """
      SELECT id, contract, endpoint, request, environment, perspective FROM places WHERE \(Self.isOldPlace) ORDER BY id
      """, [date]
    ) { row in
      (
        row.integer(0),
        RequestKey(
          contract: row.text(1), endpoint: row.text(2), request: row.text(3), environment: row.text(4),
          perspective: row.text(5))
      )
    }
    for (place, key) in old where !policy.declared.contains(DeclaredRequest(of: key)) {
      try transaction(.writing) { () throws(LedgerError) in
        // It may have been looked at meanwhile.
        let isOld = try first("SELECT 1 FROM places WHERE id = ?2 AND \(Self.isOldPlace)", [date, Value(place)]) { _ in
          true
        }
        guard isOld == true else { return }
        let id = [Value(place)]
        summary.responses += try count("responses WHERE target IN (SELECT id FROM targets WHERE place = ?)", id)
        summary.mappingCounts += try count(
          "mapping_counts WHERE mapping IN (SELECT id FROM mappings WHERE place = ?)", id)
        summary.incidents += try count("incidents WHERE place = ?", id)
        try run("DELETE FROM places WHERE id = ?", id)
        summary.places += 1
      }
    }
  }

  /// Condition on a row of `places` that its last check was before `?1`, and nothing there is open or untold.
  private static let isOldPlace = """
    (SELECT checked_at FROM place_state WHERE place = places.id) < ?1
      AND NOT EXISTS (
        SELECT 1 FROM incidents WHERE place = places.id AND NOT (state = 'resolved' AND \(isTold)))
    """

  private func count(_ rows: String, _ values: [Value]) throws(LedgerError) -> Int {
    try first("SELECT count(*) FROM \(rows)", values) { $0.integer(0) } ?? 0
  }

  fileprivate func pruneIncidents(resolvedBefore date: Date, _ summary: inout PruneSummary) throws(LedgerError) {
    let resolved = try all("SELECT id, incident FROM incidents WHERE state = 'resolved'") { row throws(LedgerError) in
      (row.text(0), row.text(1), try row.decoded(1, "incidents.incident") as Incident)
    }
    let old = resolved.filter { ($0.2.resolvedAt ?? $0.2.lastSeenAt) < date }
    for start in stride(from: 0, to: old.count, by: Self.rowsOfAStep / 10) {
      summary.incidents += try transaction(.writing) { () throws(LedgerError) in
        var removed = 0
        for (id, text, _) in old[start..<min(start + Self.rowsOfAStep / 10, old.count)] {
          // As it was read: it may have come back meanwhile.
          try run(
            "DELETE FROM incidents WHERE id = ? AND incident = ? AND state = 'resolved' AND \(Self.isTold)",
            [Value(id), Value(text)])
          removed += changes
        }
        return removed
      }
    }
  }

  fileprivate func pruneResponses(before date: Value, _ summary: inout PruneSummary) throws(LedgerError) {
    // From step to step further on, so that rows that stay are looked at once.
    var last: Int? = 0
    while let from = last {
      last = try transaction(.writing) { () throws(LedgerError) in
        let old = try all(
          """
          SELECT id, target FROM responses WHERE id > ?1 AND checked_at < ?2
            AND id < (SELECT max(id) FROM responses AS later WHERE later.target = responses.target)
          ORDER BY id LIMIT ?3
          """, [Value(from), date, Value(Self.rowsOfAStep)]
        ) { ($0.integer(0), $0.integer(1)) }
        for (id, _) in old { try run("DELETE FROM responses WHERE id = ?", [Value(id)]) }
        for (target, rows) in Dictionary(grouping: old, by: \.1) {
          try run("UPDATE targets SET responses = responses - ? WHERE id = ?", [Value(rows.count), Value(target)])
        }
        summary.responses += old.count
        return old.last?.0
      }
    }
  }

  /// Counts hold until the next row, so the last one from before stays.
  fileprivate func pruneCounts(before date: Value, _ summary: inout PruneSummary) throws(LedgerError) {
    let mappings = try self.all("SELECT id FROM mappings") { $0.integer(0) }
    for mapping in mappings {
      summary.mappingCounts += try transaction(.writing) { () throws(LedgerError) in
        try run(
          """
          DELETE FROM mapping_counts WHERE mapping = ?1 AND round < (
            SELECT max(round) FROM mapping_counts JOIN rounds ON number = round WHERE mapping = ?1 AND started_at < ?2)
          """, [Value(mapping), date])
        return changes
      }
    }
  }

  /// Rounds before the latest complete one: a later one may be running.
  fileprivate func pruneRounds(before date: Value, _ summary: inout PruneSummary) throws(LedgerError) {
    var last: Int? = 0
    while let from = last {
      last = try transaction(.writing) { () throws(LedgerError) in
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
  fileprivate func pruneNames() throws(LedgerError) {
    try transaction(.writing) { () throws(LedgerError) in
      try run("DELETE FROM paths WHERE \(Self.isUnusedPath)")
      try run("DELETE FROM builds WHERE id NOT IN (SELECT build FROM rounds UNION SELECT build FROM latest_responses)")
    }
  }

  /// Gives free pages back to the disk; false where that cannot be done now.
  ///
  /// The whole file is written anew (SQLite "VACUUM"), which takes its size once more while it lasts.
  fileprivate func compact() throws(LedgerError) -> Bool {
    do throws(LedgerError) {
      let isSparse = try first("SELECT freelist_count * 20 > page_count FROM pragma_freelist_count, pragma_page_count")
      {
        $0.integer(0) == 1
      }
      if isSparse == true { try execute("VACUUM") }
      // Its first column is 1 where a reader still needs the log.
      return try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) == 0 } ?? false
    } catch {
      switch error {
      case .busy, .diskFull: return false
      default: throw error
      }
    }
  }
}
