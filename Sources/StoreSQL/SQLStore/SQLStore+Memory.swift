public import DriftModel
public import Foundation
import PayloadShape
public import Store
import System

extension SQLStore {
  /// The memory of request keys that a round needs, read in one transaction.
  public func memory(of queries: [MemoryQuery]) throws(StoreError) -> [RequestKey: RequestMemory] {
    try connection.transaction(.reading) { () throws(StoreError) in
      var memories: [RequestKey: RequestMemory] = [:]
      for query in queries { memories[query.key] = try connection.memory(query) }
      return memories
    }
  }

  /// When each request key of `environment` was last checked as a whole, to the millisecond.
  public func lastChecks(environment: String) throws(StoreError) -> [RequestKey: Date] {
    let checks = try connection.all(
      """
      SELECT contract, endpoint, request, environment, perspective, checked_at,
        CASE WHEN report LIKE '%"partial":%' THEN report END
      FROM request_keys JOIN request_states ON request_states.request_key = request_keys.id WHERE environment = ?
      """, [Value(environment)]
    ) { row throws(StoreError) -> (RequestKey, Date?) in
      // Few reports may be of a part, so that all others need not be decoded.
      let report: EndpointReport? = try row.optionallyDecoded(6, "request_states.report")
      return (row.requestKey(), report?.partial.map(\.wholeCheckAt) ?? row.date(5))
    }
    return Dictionary(checks) { _, last in last }.compactMapValues(\.self)
  }

  /// The latest state of every request key of `environment` (`nil`: of all), by contract, endpoint, environment,
  /// perspective and request.
  public func requests(environment: String?) throws(StoreError) -> [StoredRequest] {
    try connection.all(
      """
      SELECT contract, endpoint, request, environment, perspective, signature, report, findings, checked_at, round
      FROM request_keys LEFT JOIN request_states ON request_states.request_key = request_keys.id
      WHERE environment = ?1 OR ?1 IS NULL ORDER BY contract, endpoint, environment, perspective, request
      """, [Value(environment)]
    ) { row throws(StoreError) in
      StoredRequest(
        key: row.requestKey(), signature: row.text(5), report: try row.optionallyDecoded(6, "request_states.report"),
        findings: try row.optionallyDecoded(7, "request_states.findings") ?? [], checkedAt: row.optionalDate(8),
        round: row.optionalInteger(9))
    }
  }
}

extension Connection {
  /// The five texts of a request key, in the order of the columns.
  static func texts(of key: RequestKey) -> [Value] {
    [key.contract, key.endpoint, key.request, key.environment, key.perspective].map { .text($0) }
  }

  /// SHA-256 of a URL. URLs are not stored, because query strings may contain keys.
  static func digest(ofURL url: String) -> Value { .blob(ContentDigest(Array(url.utf8)).bytes) }

  /// Row of a request key; `nil` for an unknown one.
  ///
  /// - Parameters:
  ///   - key: The request key.
  ///   - signature: Its request as declared; `nil`: any.
  /// - Returns: The id of the row.
  /// - Throws: `inconsistent` if the row is of another declared request, with the same digest.
  func row(of key: RequestKey, signature: String?) throws(StoreError) -> Int? {
    let found = try first(
      """
      SELECT id, signature FROM request_keys
      WHERE contract = ? AND endpoint = ? AND request = ? AND environment = ? AND perspective = ?
      """, Self.texts(of: key)
    ) { ($0.integer(0), $0.text(1)) }
    guard let (row, stored) = found else { return nil }
    guard signature == nil || stored == signature else {
      throw .inconsistent(
        store: path, reason: "two requests of \(key.contract)/\(key.endpoint) share the digest \(key.request)")
    }
    return row
  }

  fileprivate func memory(_ query: MemoryQuery) throws(StoreError) -> RequestMemory {
    var memory = RequestMemory()
    memory.isWhole = query.depth == .whole
    guard let row = try row(of: query.key, signature: query.signature) else { return memory }
    try readPresent(&memory, row)
    for url in query.urls { memory.responses[url] = try latestResponse(url, row) }
    try readImpact(&memory, row, isWhole: memory.isWhole)
    guard memory.isWhole else { return memory }
    try readPast(&memory, row)
    return memory
  }

  /// Reads what an unchanged response needs; of the incidents all if the memory is whole.
  private func readPresent(_ memory: inout RequestMemory, _ row: Int) throws(StoreError) {
    _ = try first(
      """
      SELECT report, findings, checked_at, last_good_at, responded_at,
        (SELECT stale_at FROM feeds WHERE feeds.request_key = request_states.request_key)
      FROM request_states WHERE request_key = ?
      """, [Value(row)]
    ) { row throws(StoreError) in
      memory.report = try row.decoded(0, "request_states.report")
      memory.findings = try row.decoded(1, "request_states.findings")
      (memory.checkedAt, memory.lastGoodAt, memory.lastResponseAt) = (
        row.date(2), row.optionalDate(3), row.optionalDate(4)
      )
      memory.staleAt = row.optionalDate(5)
    }
    let wanted = memory.isWhole ? "" : "AND state <> 'resolved'"
    memory.incidents = try all(
      "SELECT incident FROM incidents WHERE request_key = ? \(wanted) ORDER BY opened_at, id", [Value(row)]
    ) { row throws(StoreError) in try row.decoded(0, "incidents.incident") }
    memory.pendingChanges =
      try first("SELECT changes FROM pending_changes WHERE request_key = ?", [Value(row)]) { row throws(StoreError) in
        try row.decoded(0, "pending_changes.changes")
      } ?? []
  }

  /// The last examined response of one URL; `nil` if none was examined yet.
  private func latestResponse(_ url: String, _ row: Int) throws(StoreError) -> StoredResponse? {
    try first(
      """
      SELECT a.body_digest, builds.name, a.etag, a.last_modified, a.facts, a.outcome, a.examined_at, u.outcome,
        u.checked_at, u.not_modified
      FROM urls u JOIN latest_responses a ON a.url = u.id JOIN builds ON builds.id = a.build
      WHERE u.request_key = ? AND u.digest = ?
      """, [Value(row), Self.digest(ofURL: url)]
    ) { row throws(StoreError) in
      // It is a cache. If it cannot be read, as after an update, the response counts as never examined.
      var response = StoredResponse(
        facts: row.deferred(4, as: Examination.self), outcome: try row.word(5, "latest_responses.outcome"),
        examinedAt: row.date(6), buildID: row.text(1))
      (response.bodyDigest, response.etag) = (row.optionalHexadecimal(0), row.optionalText(2))
      response.lastModified = row.optionalText(3)
      (response.lastOutcome, response.checkedAt) = (try row.word(7, "urls.outcome"), row.date(8))
      response.notModifiedInRow = try row.count(9, "urls.not_modified")
      return response
    }
  }

  /// Reads what an evaluation needs besides the present.
  private func readPast(_ memory: inout RequestMemory, _ row: Int) throws(StoreError) {
    let id = [Value(row)]
    let baseline = try first("SELECT shape, responses FROM baselines WHERE request_key = ?", id) {
      row throws(StoreError) in
      (try row.decoded(0, "baselines.shape") as PayloadShape, try row.count(1, "baselines.responses"))
    }
    if let (shape, responses) = baseline { (memory.baseline, memory.baselineResponses) = (shape, responses) }
    let feeds = try first("SELECT members FROM feeds WHERE request_key = ?", id) { row throws(StoreError) in
      try row.decoded(0, "feeds.members") as [FreshnessStatistics]
    }
    memory.feeds = Dictionary((feeds ?? []).map { ($0.member, $0) }) { _, last in last }
    let mappings = try all(
      "SELECT version, name, statistics FROM mappings WHERE request_key = ? AND statistics IS NOT NULL", id
    ) { row throws(StoreError) in (row.mappingKey, try row.decoded(2, "mappings.statistics") as MappingStatistics) }
    memory.mappings = Dictionary(mappings) { _, last in last }
    let sends = try all("SELECT version, endpoint, shape FROM write_shapes WHERE request_key = ?", id) {
      row throws(StoreError) in (row.mappingKey, try row.decoded(2, "write_shapes.shape") as PayloadShape)
    }
    memory.sends = Dictionary(sends) { _, last in last }
    let uses = try all("SELECT acceptance, last_matched_at, applied_at FROM acceptance_uses WHERE request_key = ?", id)
    {
      ($0.text(0), AcceptanceUse(lastMatchedAt: $0.optionalDate(1), appliedAt: $0.optionalDate(2)))
    }
    memory.acceptanceUses = Dictionary(uses) { _, last in last }
  }
}

extension Row {
  /// A request key from five columns in the order of the table.
  func requestKey(from first: Int = 0) -> RequestKey {
    RequestKey(
      contract: text(first), endpoint: text(first + 1), request: text(first + 2), environment: text(first + 3),
      perspective: text(first + 4))
  }

  /// Version and mapping (or writing endpoint) from the first two columns.
  fileprivate var mappingKey: MappingKey { MappingKey(version: text(0), mapping: text(1)) }

  /// A value stored as JSON, which is decoded on first use; `nil` if it cannot be read.
  func deferred<Stored: Decodable & Sendable>(_ column: Int, as type: Stored.Type) -> Deferred<Stored?> {
    let text = text(column)
    return Deferred { try? StoredJSON.decode(type, from: text, part: "", path: "") }
  }
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
