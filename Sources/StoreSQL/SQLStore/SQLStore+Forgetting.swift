public import DriftModel
public import Foundation
import PayloadShape
public import Store

extension SQLStore {
  /// Forgets what was learned of the request keys of an endpoint, in one transaction.
  public func forget(
    contract: String, endpoint: String, environment: String?, isWatched: Bool, at date: Date
  ) throws(StoreError) -> [ForgottenRequest] {
    try connection.transaction(.writing) { () throws(StoreError) in
      try connection.driver.claims?.revoke(contract: contract, endpoint: endpoint, environment: environment)
      let found = try connection.all(
        """
        SELECT id, contract, endpoint, request, environment, perspective FROM request_keys
        WHERE contract = ?1 AND endpoint = ?2 AND (environment = ?3 OR ?3 IS NULL)
        ORDER BY environment, perspective, request
        """, [Value(contract), Value(endpoint), Value(environment)]
      ) { (row: $0.integer(0), key: $0.requestKey(from: 1)) }
      return try found.map { entry throws(StoreError) in
        try connection.forget(entry.row, entry.key, isWatched: isWatched, at: date.toTheMillisecond)
      }
    }
  }
}

extension Connection {
  /// Forgets what was learned of one request key; inside a transaction.
  fileprivate func forget(
    _ row: Int, _ key: RequestKey, isWatched: Bool, at date: Date
  ) throws(StoreError) -> ForgottenRequest {
    let id = [Value(row)]
    var forgotten = ForgottenRequest(key: key)
    if let responses = try first("SELECT responses FROM baselines WHERE request_key = ?", id, { $0.integer(0) }) {
      (forgotten.hadShape, forgotten.responses) = (true, responses)
    }
    let pendingChanges: [PendingChange]? = try first("SELECT changes FROM pending_changes WHERE request_key = ?", id) {
      row throws(StoreError) in try row.decoded(0, "pending_changes.changes")
    }
    forgotten.pendingChanges = pendingChanges?.count ?? 0
    forgotten.mappings =
      try first(
        """
        SELECT (SELECT count(*) FROM mappings WHERE request_key = ?1 AND statistics IS NOT NULL)
          + (SELECT count(*) FROM write_shapes WHERE request_key = ?1)
        """, id
      ) { $0.integer(0) } ?? 0
    let round = try first("SELECT max(number) FROM rounds", [], { $0.integer(0) }) ?? 0
    try forgetHistory(row, at: HistoryMoment(round: round, at: date))
    forgotten.incidents = try endIncidents(row, isWatched: isWatched, at: date)
    // What happened stays: responses, counts, findings over time, incidents. The rest is of no use without the baseline.
    for table in ["baselines", "feeds", "pending_changes", "write_shapes", "impacts"] {
      try run("DELETE FROM \(table) WHERE request_key = ?", id)
    }
    // Else an equal response would be taken for one that is known.
    try run("DELETE FROM latest_responses WHERE url IN (SELECT id FROM urls WHERE request_key = ?)", id)
    try run("UPDATE urls SET not_modified = 0 WHERE request_key = ?", id)
    try run("UPDATE mappings SET statistics = NULL WHERE request_key = ?", id)
    try run("DELETE FROM acceptance_uses WHERE request_key = ? AND last_matched_at IS NULL", id)
    try run("UPDATE acceptance_uses SET applied_at = NULL WHERE request_key = ?", id)
    return forgotten
  }

  /// Ends the open incidents of a request key and removes its findings, but for those about missing responses where it is watched.
  ///
  /// - Returns: How many incidents ended.
  private func endIncidents(_ row: Int, isWatched: Bool, at date: Date) throws(StoreError) -> Int {
    let id = [Value(row)]
    let findings: [Finding] =
      try first("SELECT findings FROM request_states WHERE request_key = ?", id) { row throws(StoreError) in
        try row.decoded(0, "request_states.findings")
      } ?? []
    let kept = findings.filter { isWatched && $0.isAboutMissingResponses }
    try run(
      "UPDATE request_states SET findings = ? WHERE request_key = ?",
      [.text(try StoredJSON.encode(kept, part: "request_states.findings", path: path)), Value(row)])
    let open: [Incident] = try all(
      "SELECT incident FROM incidents WHERE request_key = ? AND state <> 'resolved' ORDER BY opened_at, id", id
    ) { row throws(StoreError) in try row.decoded(0, "incidents.incident") }
    let ended = RequestMemory.ended(of: open, keeping: kept, at: date)
    for incident in ended {
      try run(
        "UPDATE incidents SET state = ?, incident = ? WHERE id = ?",
        [
          Value(incident.state.rawValue),
          .text(try StoredJSON.encode(incident, part: "incidents.incident", path: path)), Value(incident.id),
        ])
      let transition = IncidentTransition(kind: .resolved, at: date, incident: incident)
      try run(
        "INSERT INTO transitions (incident, round, at, transition) SELECT ?, max(number), ?, ? FROM rounds",
        [
          Value(incident.id), Value(date),
          .text(try StoredJSON.encode(transition, part: "transitions.transition", path: path)),
        ])
    }
    return ended.count
  }
}
