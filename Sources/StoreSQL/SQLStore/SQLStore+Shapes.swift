public import DriftModel
public import Foundation
import PayloadShape
public import Store

extension SQLStore {
  /// What the payloads of a request key had looked like by a moment.
  public func shape(of key: RequestKey, at date: Date?) throws(StoreError) -> ShapeVersion? {
    try connection.transaction(.reading) { () throws(StoreError) in
      guard let row = try connection.row(of: key, signature: nil) else { return nil }
      return try connection.shapeVersion(of: row, key, at: date)
    }
  }

  /// When what the payloads of a request key look like changed.
  public func shapeVersions(of key: RequestKey) throws(StoreError) -> [HistoryMoment] {
    try connection.all(
      """
      SELECT round, at FROM shape_versions JOIN request_keys ON request_keys.id = request_key
      WHERE contract = ? AND endpoint = ? AND request = ? AND environment = ? AND perspective = ? ORDER BY round
      """, Connection.texts(of: key)
    ) { HistoryMoment(round: $0.integer(0), at: $0.date(1)) }
  }

  /// What became of the records of mappings, by time.
  public func recordCounts(_ query: HistoryQuery) throws(StoreError) -> [RecordCounts] {
    let found = try connection.all(
      """
      SELECT contract, endpoint, request, request_keys.environment, perspective, version, name, round, started_at,
        records_in, records_out, dropped, threw, lost_responses
      FROM mapping_counts JOIN mappings ON mappings.id = mapping JOIN request_keys ON request_keys.id = request_key
        JOIN rounds ON rounds.number = round
      WHERE (contract = ?1 OR ?1 IS NULL) AND (endpoint = ?2 OR ?2 IS NULL)
        AND (request_keys.environment = ?3 OR ?3 IS NULL) AND (started_at <= ?4 OR ?4 IS NULL)
      """, [Value(query.contract), Value(query.endpoint), Value(query.environment), Value(query.until)]
    ) { row throws(StoreError) in
      var counts = MappingCounts()
      counts.offered = try row.count(9, "mapping_counts.records_in")
      counts.made = try row.count(10, "mapping_counts.records_out")
      counts.dropped = try row.count(11, "mapping_counts.dropped")
      counts.threw = try row.count(12, "mapping_counts.threw")
      counts.lostResponses = try row.count(13, "mapping_counts.lost_responses")
      return RecordCounts(
        key: row.requestKey(), mapping: MappingKey(version: row.text(5), mapping: row.text(6)),
        since: HistoryMoment(round: row.integer(7), at: row.date(8)), counts: counts)
    }
    return found.holding(since: query.since)
  }
}

extension Connection {
  /// Keeps the learned shape if what it tells a reader is not what the latest kept one tells.
  func writeShapeVersion(_ result: Evaluation, row: Int) throws(StoreError) {
    guard let shape = result.learned.baseline else { return }
    // Databases have signed numbers only.
    let outline = Int(bitPattern: UInt(ShapeOutline(of: shape).digest))
    let last = try first(
      "SELECT outline FROM shape_versions WHERE request_key = ? ORDER BY round DESC LIMIT 1", [Value(row)]
    ) { $0.integer(0) }
    guard last != outline else { return }
    try run(
      """
      INSERT INTO shape_versions (request_key, round, at, outline, responses, shape) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (request_key, round) DO UPDATE SET at = excluded.at, outline = excluded.outline,
        responses = excluded.responses, shape = excluded.shape
      """,
      [
        Value(row), Value(result.round), Value(result.at), Value(outline), Value(result.learned.baselineResponses),
        .text(try StoredJSON.encode(shape, part: "shape_versions.shape", path: path)),
      ])
    try boundShapeVersions(row)
  }

  /// Removes the oldest kept shapes of a request key beyond their number and bytes.
  private func boundShapeVersions(_ row: Int) throws(StoreError) {
    try run(
      """
      DELETE FROM shape_versions WHERE request_key = ?1 AND round IN (
        SELECT round FROM (
          SELECT round, row_number() OVER newest AS number, sum(\(dialect.textBytes("shape"))) OVER newest AS bytes
          FROM shape_versions WHERE request_key = ?1 WINDOW newest AS (ORDER BY round DESC)) AS sized
        WHERE number > 1 AND (number > ?2 OR bytes > ?3))
      """,
      [Value(row), Value(bounds.shapeVersionsPerRequestKey), Value(bounds.shapeVersionBytesPerRequestKey)])
  }

  fileprivate func shapeVersion(of row: Int, _ key: RequestKey, at date: Date?) throws(StoreError) -> ShapeVersion? {
    let version = try first(
      """
      SELECT round, at, responses, shape FROM shape_versions
      WHERE request_key = ?1 AND (at <= ?2 OR ?2 IS NULL) ORDER BY round DESC LIMIT 1
      """, [Value(row), Value(date)]
    ) { row throws(StoreError) in
      ShapeVersion(
        key: key, since: HistoryMoment(round: row.integer(0), at: row.date(1)),
        responses: try row.count(2, "shape_versions.responses"), shape: try row.decoded(3, "shape_versions.shape"))
    }
    guard var version, date == nil else { return version }
    // The present one has all counts.
    let present = try first("SELECT responses, shape FROM baselines WHERE request_key = ?", [Value(row)]) {
      row throws(StoreError) in
      (try row.count(0, "baselines.responses"), try row.decoded(1, "baselines.shape") as PayloadShape)
    }
    // What was learned may have been forgotten.
    guard let present else { return nil }
    (version.responses, version.shape) = present
    return version
  }
}
