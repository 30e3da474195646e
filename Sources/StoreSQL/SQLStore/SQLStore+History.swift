public import DriftModel
import Foundation
import PayloadShape
public import Store

extension SQLStore {
  /// The findings over time, by when they were first seen.
  public func findingHistory(_ query: HistoryQuery) throws(StoreError) -> [FindingInterval] {
    try connection.transaction(.reading) { () throws(StoreError) in
      let found = try connection.intervals(
        """
        request_key IN (
          SELECT id FROM request_keys
          WHERE (contract = ?1 OR ?1 IS NULL) AND (endpoint = ?2 OR ?2 IS NULL) AND (environment = ?3 OR ?3 IS NULL))
        AND (ended_at IS NULL OR ended_at >= ?4 OR ?4 IS NULL) AND (first_at <= ?5 OR ?5 IS NULL)
        """,
        [
          Value(query.contract), Value(query.endpoint), Value(query.environment), Value(query.since),
          Value(query.until),
        ])
      return found.map(\.interval).filter(query.matches).sorted(by: FindingInterval.isBefore)
    }
  }
}

extension Connection {
  /// An interval with the number of its row.
  struct StoredInterval {
    var id: Int
    var interval: FindingInterval
  }

  /// Takes in what a result shows of findings over time; before its findings replace the stored ones, since those say when what is gone
  /// was last seen. What lasts as it was is not written.
  func writeHistory(_ result: Evaluation, row: Int) throws(StoreError) {
    let open = try intervals("request_key = ?1 AND ended_at IS NULL", [Value(row)])
    guard !open.isEmpty || !result.findings.isEmpty else { return }
    let known = open.map(\.interval)
    let former = FindingInterval.anyEnds(known, by: result) ? try storedFindings(row) : []
    let updated = FindingInterval.updated(known, by: result, former: former)
    for (stored, interval) in zip(open, updated) where stored.interval != interval {
      try rewrite(interval, id: stored.id)
    }
    for interval in updated.dropFirst(open.count) { try insert(interval, row: row) }
    if updated.count > open.count { try boundHistory(row) }
  }

  /// Ends the intervals of what was found in responses, because what was learned of them is forgotten.
  func forgetHistory(_ row: Int, at moment: HistoryMoment) throws(StoreError) {
    let former = try storedFindings(row)
    for stored in try intervals("request_key = ?1 AND ended_at IS NULL", [Value(row)])
    where stored.interval.rule.family != .watch {
      try rewrite(stored.interval.forgotten(at: moment, former: former), id: stored.id)
    }
  }

  private func storedFindings(_ row: Int) throws(StoreError) -> [Finding] {
    try first("SELECT findings FROM request_states WHERE request_key = ?", [Value(row)]) { row throws(StoreError) in
      try row.decoded(0, "request_states.findings")
    } ?? []
  }

  /// Intervals for which a condition on `findings` holds, in the order of their rows.
  func intervals(_ condition: String, _ values: [Value]) throws(StoreError) -> [StoredInterval] {
    var found = try all(
      """
      SELECT contract, endpoint, request, environment, perspective, findings.id, fingerprint, rule, level, state,
        first_round, first_at, incident, expected, actual, form, message, response, pointer, excerpt, count, total,
        is_learned, last_at, ended_round, ended_at, ending
      FROM findings JOIN request_keys ON request_keys.id = request_key WHERE \(condition) ORDER BY findings.id
      """, values
    ) { row throws(StoreError) in StoredInterval(id: row.integer(5), interval: try row.interval()) }
    guard !found.isEmpty else { return [] }
    let indices = Dictionary(uniqueKeysWithValues: found.indices.map { (found[$0].id, $0) })
    func children(
      _ columns: String, _ table: String, order: String, _ take: (inout FindingInterval, Row) -> Void
    ) throws(StoreError) {
      _ = try all(
        """
        SELECT finding, \(columns) FROM \(table)
        WHERE finding IN (SELECT findings.id FROM findings WHERE \(condition)) ORDER BY finding\(order)
        """, values
      ) { row in
        if let index = indices[row.integer(0)] { take(&found[index].interval, row) }
      }
    }
    try children(
      "text", "finding_paths JOIN paths ON paths.id = path", order: ", position"
    ) { $0.paths.append($1.text(1)) }
    try children("version, property, loses_response", "finding_versions", order: "") {
      $0.versions.append(
        FindingInterval.Version(id: $1.text(1), property: $1.text(2), losesResponse: $1.integer(3) != 0))
    }
    try children("version, mapping, property", "finding_mappings", order: "") {
      $0.mappings.append(
        FindingInterval.Mapping(
          key: MappingKey(version: $1.text(1), mapping: $1.text(2)), property: $1.text(3)))
    }
    for index in found.indices { found[index].interval.sortChildren() }
    return found
  }

  private func insert(_ new: FindingInterval, row: Int) throws(StoreError) {
    let end = try first(
      "SELECT max(ended_at) FROM findings WHERE request_key = ? AND fingerprint = ?",
      [Value(row), Value(new.fingerprint)]
    ) { $0.optionalDate(0) }
    let interval = new.beginning(after: end ?? nil)
    let id = try insert(
      """
      findings (request_key, fingerprint, rule, first_round, first_at, level, state, incident, expected, actual,
        form, message, response, pointer, excerpt, count, total, is_learned, last_at, ended_round, ended_at, ending)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Value(row), Value(interval.fingerprint), Value(interval.rule.rawValue), Value(interval.first.round),
        Value(interval.first.at),
      ] + (try columns(of: interval)))
    try writeChildren(of: interval, id: id)
  }

  private func rewrite(_ interval: FindingInterval, id: Int) throws(StoreError) {
    try run(
      """
      UPDATE findings SET level = ?, state = ?, incident = ?, expected = ?, actual = ?, form = ?, message = ?, response = ?,
        pointer = ?, excerpt = ?, count = ?, total = ?, is_learned = ?, last_at = ?, ended_round = ?, ended_at = ?, ending = ?
      WHERE id = ?
      """, try columns(of: interval) + [Value(id)])
    if interval.ended == nil { try writeChildren(of: interval, id: id) }
  }

  /// The columns that may change, in the order of both statements.
  private func columns(of interval: FindingInterval) throws(StoreError) -> [Value] {
    let form = try interval.form.map { form throws(StoreError) in
      try StoredJSON.encode(form, part: "findings.form", path: path)
    }
    let example = interval.example
    return [
      Value(interval.level.rawValue), Value(interval.state.rawValue), Value(interval.incident),
      Value(interval.expected), Value(interval.actual), Value(form), Value(interval.message), Value(example?.response),
      Value(example?.pointer), Value(example?.excerpt), Value(interval.worst.count), Value(interval.worst.total),
      Value(interval.isLearned ? 1 : 0), Value(interval.lastAt), Value(interval.ended?.round),
      Value(interval.ended?.at), Value(interval.ending?.rawValue),
    ]
  }

  private func writeChildren(of interval: FindingInterval, id: Int) throws(StoreError) {
    for (position, path) in interval.paths.enumerated() {
      try run(
        "INSERT INTO finding_paths VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [Value(id), Value(position), Value(try pathRow(path))])
    }
    for version in interval.versions {
      try run(
        "INSERT INTO finding_versions VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [Value(id), Value(version.id), Value(version.property), Value(version.losesResponse ? 1 : 0)])
    }
    for mapping in interval.mappings {
      try run(
        "INSERT INTO finding_mappings VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [Value(id), Value(mapping.key.version), Value(mapping.key.mapping), Value(mapping.property)])
    }
  }
}

extension Row {
  /// An interval without what hangs on it, from a row of its query.
  fileprivate func interval() throws(StoreError) -> FindingInterval {
    var interval = FindingInterval(
      key: requestKey(), fingerprint: text(6), rule: try word(7, "findings.rule"), level: try word(8, "findings.level"),
      state: try word(9, "findings.state"), first: HistoryMoment(round: integer(10), at: date(11)))
    interval.incident = optionalText(12)
    (interval.expected, interval.actual, interval.message) = (text(13), text(14), text(16))
    interval.form = try optionallyDecoded(15, "findings.form")
    if let response = optionalText(17) {
      interval.example = FindingInterval.Example(response: response, pointer: text(18), excerpt: text(19))
    }
    interval.worst = Incident.Extent(
      count: try count(20, "findings.count"), total: try count(21, "findings.total"))
    (interval.isLearned, interval.lastAt) = (integer(22) != 0, optionalDate(23))
    if !isNull(25) {
      interval.ended = HistoryMoment(round: integer(24), at: date(25))
      interval.ending = try word(26, "findings.ending")
    }
    return interval
  }
}
