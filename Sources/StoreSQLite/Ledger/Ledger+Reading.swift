public import DriftModel
public import Foundation
import PayloadShape
import System

extension Ledger {
  /// All that is remembered of `place`; empty for one that was never recorded.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - signature: Its request as declared.
  /// - Returns: The state after the last call of ``record(_:)``.
  /// - Throws: `inconsistent` if the place is stored for another request than `signature`; `damaged` for content that
  ///   cannot be read, naming the column.
  public func state(of place: RequestKey, signature: String) throws(LedgerError) -> RequestMemory {
    try connection.transaction(.reading) { () throws(LedgerError) in
      guard let row = try connection.placeRow(place, signature: signature) else { return RequestMemory() }
      return try connection.state(ofRow: row)
    }
  }

  /// The last examined response of one URL; `nil` if none was examined yet.
  public func latestResponse(of place: RequestKey, url: String) throws(LedgerError) -> StoredResponse? {
    try connection.first(
      """
      SELECT a.body_digest, builds.name, a.etag, a.last_modified, a.facts, a.outcome, a.examined_at, t.outcome,
        t.checked_at, t.not_modified
      FROM places p JOIN targets t ON t.place = p.id JOIN latest_responses a ON a.target = t.id
        JOIN builds ON builds.id = a.build
      WHERE p.contract = ? AND p.endpoint = ? AND p.request = ? AND p.environment = ? AND p.perspective = ?
        AND t.url = ?
      """, Connection.key(of: place) + [Connection.digest(ofURL: url)]
    ) { row throws(LedgerError) in
      StoredResponse(
        bodyDigest: row.optionalHexadecimal(0), buildID: row.text(1), etag: row.optionalText(2),
        lastModified: row.optionalText(3),
        // A cache: what cannot be read, as after an update, is as good as never examined, and no reason to stop watching.
        facts: try? row.decoded(4, "latest_responses.facts"),
        outcome: try row.word(5, "latest_responses.outcome"), examinedAt: row.date(6),
        lastOutcome: try row.word(7, "targets.outcome"), checkedAt: row.date(8), notModifiedInRow: row.integer(9))
    }
  }

  /// When `place` was last looked at, to the millisecond; `nil`: never. Reads nothing else.
  ///
  /// - Throws: `inconsistent` if the place is stored for another request than `signature`.
  public func lastCheck(at place: RequestKey, signature: String) throws(LedgerError) -> Date? {
    guard let row = try connection.placeRow(place, signature: signature) else { return nil }
    return try connection.first("SELECT checked_at FROM place_state WHERE place = ?", [Value(row)]) { $0.date(0) }
  }

  /// Every place of `environment` (`nil`: of all) with its latest state, by contract, endpoint, environment,
  /// perspective and request.
  public func places(environment: String?) throws(LedgerError) -> [StoredRequest] {
    try connection.all(
      """
      SELECT contract, endpoint, request, environment, perspective, signature, report, findings, checked_at, round
      FROM places LEFT JOIN place_state ON place_state.place = places.id
      WHERE ?1 IS NULL OR environment = ?1 ORDER BY contract, endpoint, environment, perspective, request
      """, [Value(environment)]
    ) { row throws(LedgerError) in
      StoredRequest(
        place: RequestKey(
          contract: row.text(0), endpoint: row.text(1), request: row.text(2), environment: row.text(3),
          perspective: row.text(4)),
        signature: row.text(5), report: try row.optionallyDecoded(6, "place_state.report"),
        findings: try row.optionallyDecoded(7, "place_state.findings") ?? [], checkedAt: row.optionalDate(8),
        round: row.optionalInteger(9))
    }
  }
}

extension Connection {
  /// The five texts by which a place is known, in the order of the columns.
  static func key(of place: RequestKey) -> [Value] {
    [place.contract, place.endpoint, place.request, place.environment, place.perspective].map { .text($0) }
  }

  /// SHA-256 of a URL: query strings hold keys, so no URL is stored.
  static func digest(ofURL url: String) -> Value { .blob(ContentDigest(Array(url.utf8)).bytes) }

  /// Row of a place; `nil` for an unknown one.
  func placeRow(_ place: RequestKey, signature: String) throws(LedgerError) -> Int? {
    let found = try first(
      """
      SELECT id, signature FROM places
      WHERE contract = ? AND endpoint = ? AND request = ? AND environment = ? AND perspective = ?
      """, Self.key(of: place)
    ) { ($0.integer(0), $0.text(1)) }
    guard let (row, stored) = found else { return nil }
    guard stored == signature else {
      throw .inconsistent(
        path: path, reason: "two requests of \(place.contract)/\(place.endpoint) share the digest \(place.request)")
    }
    return row
  }

  /// The state of a known place.
  func state(ofRow place: Int) throws(LedgerError) -> RequestMemory {
    var state = RequestMemory()
    let id = [Value(place)]
    let baseline = try first("SELECT shape, responses FROM baselines WHERE place = ?", id) { row throws(LedgerError) in
      (try row.decoded(0, "baselines.shape") as PayloadShape, row.integer(1))
    }
    if let (shape, responses) = baseline { (state.baseline, state.baselineResponses) = (shape, responses) }
    let mappings = try all(
      "SELECT version, name, statistics FROM mappings WHERE place = ? AND statistics IS NOT NULL", id
    ) { row throws(LedgerError) in
      (row.mappingKey, try row.decoded(2, "mappings.statistics") as MappingStatistics)
    }
    state.mappings = Dictionary(mappings) { _, last in last }
    let sends = try all("SELECT version, endpoint, shape FROM send_baselines WHERE place = ?", id) {
      row throws(LedgerError) in
      (row.mappingKey, try row.decoded(2, "send_baselines.shape") as PayloadShape)
    }
    state.sends = Dictionary(sends) { _, last in last }
    state.incidents = try all("SELECT incident FROM incidents WHERE place = ? ORDER BY opened_at, id", id) {
      row throws(LedgerError) in
      try row.decoded(0, "incidents.incident")
    }
    state.pendingChanges =
      try first("SELECT pendingChanges FROM pendingChanges WHERE place = ?", id) { row throws(LedgerError) in
        try row.decoded(0, "pendingChanges.pendingChanges")
      } ?? []
    let latest = try first("SELECT report, findings, checked_at, last_good_at FROM place_state WHERE place = ?", id) {
      row throws(LedgerError) in
      (
        try row.decoded(0, "place_state.report") as EndpointReport,
        try row.decoded(1, "place_state.findings") as [Finding], row.date(2), row.optionalDate(3)
      )
    }
    if let latest {
      (state.report, state.findings, state.checkedAt, state.lastGoodAt) = (latest.0, latest.1, latest.2, latest.3)
    }
    return state
  }
}

extension Row {
  /// Version and mapping (or writing endpoint) from the first two columns.
  fileprivate var mappingKey: MappingKey { MappingKey(version: text(0), mapping: text(1)) }
}

extension [UInt8] {
  /// Bytes of hexadecimal digits in either case; `nil` for any other text.
  init?(hexadecimal: String) {
    let digits = hexadecimal.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      append(high << 4 | low)
    }
  }
}
