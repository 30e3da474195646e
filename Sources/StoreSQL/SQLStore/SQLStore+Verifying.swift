import DriftModel
import Foundation
import PayloadShape
public import Store

extension SQLStore {
  /// All problems of the file: structure, references, schema, and the content of rows.
  ///
  /// Reads the whole file. Changes nothing, and may run beside a round.
  ///
  /// - Returns: One line for each problem with table, column and rows, never a value; empty if there are none. If the
  ///   structure is broken, only that is returned, because its content cannot be trusted.
  /// - Throws: `StoreError` if the file cannot be read: `busy`, `cannotOpen`, `readOnly`; `newerContent` if nothing else is wrong than
  ///   that a newer program wrote some of it.
  public func verify() throws(StoreError) -> [String] {
    let structure = try collecting { () throws(StoreError) in try connection.driver.structuralProblems() }
    guard structure.isEmpty else { return structure }
    return try connection.transaction(.reading) { () throws(StoreError) in
      var problems = try collecting { () throws(StoreError) in try connection.driver.schemaProblems() }
      var newer: StoreError?
      problems += try collecting { () throws(StoreError) in try connection.unreadableRows(newer: &newer) }
      problems += try collecting { () throws(StoreError) in try connection.incidentProblems() }
      problems += try collecting { () throws(StoreError) in try connection.transitionProblems() }
      problems += try collecting { () throws(StoreError) in try connection.incidentsWithoutTransitions() }
      problems += try collecting { () throws(StoreError) in try connection.acceptanceProblems() }
      problems += try collecting { () throws(StoreError) in try connection.unknownWords() }
      problems += try collecting { () throws(StoreError) in try connection.contradictions() }
      if let newer {
        if problems.isEmpty { throw newer }
        problems.append(newer.description)
      }
      return problems
    }
  }

  /// Problems found by `check`, including damage on which it fails.
  private func collecting(_ check: () throws(StoreError) -> [String]) throws(StoreError) -> [String] {
    do throws(StoreError) {
      return try check()
    } catch {
      switch error {
      case .damaged(_, let part, let reason): return ["\(part): \(reason)"]
      case .foreign: return ["file: not a database any more"]
      default: throw error
      }
    }
  }
}

extension Connection {
  /// Columns whose JSON is not a value of its type. The facts of responses are not checked, because they are a cache,
  /// and if they cannot be read the response is examined again.
  /// `newer` is set where there is a value that a newer program wrote, which is no damage.
  fileprivate func unreadableRows(newer: inout StoreError?) throws(StoreError) -> [String] {
    var problems: [String] = []
    try problems += unreadable(PayloadShape.self, "baselines", "shape", newer: &newer)
    try problems += unreadable(PayloadShape.self, "write_shapes", "shape", newer: &newer)
    try problems += unreadable(PayloadShape.self, "shape_versions", "shape", newer: &newer)
    try problems += unreadable(MappingStatistics.self, "mappings", "statistics", newer: &newer)
    try problems += unreadable(EndpointReport.self, "request_states", "report", newer: &newer)
    try problems += unreadable([Finding].self, "request_states", "findings", newer: &newer)
    try problems += unreadable([FreshnessStatistics].self, "feeds", "members", newer: &newer)
    try problems += unreadable([PendingChange].self, "pending_changes", "changes", newer: &newer)
    try problems += unreadable(ImpactMatrix.self, "impacts", "matrix", newer: &newer)
    try problems += unreadable(ObservedForm.self, "findings", "form", newer: &newer)
    try problems += unreadable(PayloadStructure.self, "impacts", "structure", newer: &newer)
    return problems
  }

  private func unreadable<Stored: Decodable>(
    _ type: Stored.Type, _ table: String, _ column: String, newer: inout StoreError?
  ) throws(StoreError) -> [String] {
    try wrongRows(
      "SELECT \(dialect.rowNumber(table)), \(column) FROM \(table) WHERE \(column) IS NOT NULL", "\(table).\(column)"
    ) { row in
      do throws(StoreError) {
        _ = try StoredJSON.decode(type, from: row.text(1), part: "\(table).\(column)", path: path)
        return nil
      } catch {
        guard case .newerContent = error else { return "cannot be read" }
        newer = error
        return nil
      }
    }
  }

  /// Rows, whose number is in the first column, in which `fault` finds something; one line for each kind of fault.
  private func wrongRows(
    _ sql: String, _ part: String, _ fault: (Row) -> String?
  ) throws(StoreError) -> [String] {
    var found: [String: (count: Int, shown: [Int])] = [:]
    _ = try all(sql) { row in
      guard let fault = fault(row) else { return }
      var rows = found[fault] ?? (0, [])
      rows.count += 1
      if rows.shown.count < 3 { rows.shown.append(row.integer(0)) }
      found[fault] = rows
    }
    return found.sorted { $0.key < $1.key }.map { fault, rows in
      let numbers = rows.shown.map(String.init).joined(separator: ", ") + (rows.count > 3 ? ", …" : "")
      return rows.count == 1 ? "\(part): row \(numbers) \(fault)" : "\(part): \(rows.count) rows (\(numbers)) \(fault)"
    }
  }

  fileprivate func incidentProblems() throws(StoreError) -> [String] {
    try wrongRows(
      """
      SELECT \(dialect.rowNumber("incidents")), incident, incidents.id, state, opened_at, contract, endpoint, request, environment,
        perspective
      FROM incidents JOIN request_keys ON request_keys.id = incidents.request_key
      """, "incidents.incident"
    ) { row in
      guard let incident = try? row.decoded(1, "incident") as Incident else { return "cannot be read" }
      if incident.id != row.text(2) { return "has another id than its row" }
      if incident.state.rawValue != row.text(3) { return "has another state than its row" }
      if incident.openedAt.milliseconds != Int64(row.integer(4)) {
        return "was opened at another time than its row"
      }
      return incident.key == row.requestKey(from: 5) ? nil : "belongs to another request key than its row"
    }
  }

  fileprivate func transitionProblems() throws(StoreError) -> [String] {
    try wrongRows("SELECT sequence, transition, incident FROM transitions", "transitions.transition") { row in
      guard let transition = try? row.decoded(1, "transition") as IncidentTransition else { return "cannot be read" }
      return transition.incident.id == row.text(2) ? nil : "is of another incident than its row"
    }
  }

  /// Incidents whose last transition is missing or differs from their state, because an unreported change could be
  /// lost.
  fileprivate func incidentsWithoutTransitions() throws(StoreError) -> [String] {
    try wrongRows(
      """
      SELECT \(dialect.rowNumber("incidents")), state,
        (SELECT transition FROM transitions WHERE incident = incidents.id ORDER BY sequence DESC LIMIT 1)
      FROM incidents
      """, "incidents"
    ) { row in
      guard !row.isNull(2) else { return "without a transition" }
      guard let last = try? row.decoded(2, "transition") as IncidentTransition else { return nil }  // found above
      // Acknowledging is not a transition.
      let isOpen = row.text(1) != Incident.State.resolved.rawValue
      return last.incident.isOpen == isOpen ? nil : "in another state than the last transition"
    }
  }

  fileprivate func acceptanceProblems() throws(StoreError) -> [String] {
    try wrongRows(
      "SELECT \(dialect.rowNumber("acceptances")), acceptance, id, contract FROM acceptances", "acceptances.acceptance"
    ) { row in
      guard let acceptance = try? row.decoded(1, "acceptance") as Acceptance else { return "cannot be read" }
      return acceptance.id(contract: row.text(3)) == row.text(2) ? nil : "has another id than its row"
    }
  }

  /// Columns with words of a fixed vocabulary.
  fileprivate func unknownWords() throws(StoreError) -> [String] {
    let outcomes = Set(Outcome.allCases.map(\.rawValue))
    let rules = Set(RuleID.allCases.map(\.rawValue))
    let (levels, states) = (Set(Level.allCases.map(\.rawValue)), Set(Finding.State.allCases.map(\.rawValue)))
    let endings = Set(FindingInterval.Ending.allCases.map(\.rawValue) + [""])
    var problems: [String] = []
    for (table, column, known) in [
      ("urls", "outcome", outcomes), ("latest_responses", "outcome", outcomes), ("responses", "outcome", outcomes),
      ("findings", "rule", rules), ("findings", "level", levels), ("findings", "state", states),
      ("findings", "ending", endings),
    ] {
      let words = try all("SELECT DISTINCT \(column) FROM \(table)") { $0.text(0) }
      if !known.isSuperset(of: words) { problems.append("\(table).\(column): an unknown word") }
    }
    let sources = try all("SELECT DISTINCT source FROM rounds") { $0.text(0) }
    if !sources.allSatisfy({ RoundInfo.Source(rawValue: $0) != nil }) {
      problems.append("rounds.source: an unknown word")
    }
    return problems
  }

  /// Columns with values that contradict each other, or are invalid.
  fileprivate func contradictions() throws(StoreError) -> [String] {
    let digest = Self.digestBytes
    var problems: [String] = []
    for (rows, fault) in [
      ("rounds WHERE ended_at < started_at", "rounds.ended_at: before the round's start"),
      ("urls WHERE length(digest) <> \(digest)", "urls.digest: not \(digest) bytes"),
      ("latest_responses WHERE length(body_digest) <> \(digest)", "latest_responses.body_digest: not \(digest) bytes"),
      ("responses WHERE length(body_digest) <> \(digest)", "responses.body_digest: not \(digest) bytes"),
      (
        "urls WHERE responses <> (SELECT count(*) FROM responses WHERE url = urls.id)",
        "urls.responses: not the number of its responses"
      ),
      ("urls WHERE not_modified NOT BETWEEN 0 AND 9007199254740992", "urls.not_modified: a count that cannot be"),
      ("installs WHERE percent NOT BETWEEN 0 AND 100", "installs.percent: a share that cannot be"),
      ("backoffs WHERE refusals < 1", "backoffs.refusals: below 1"),
      ("findings WHERE ended_round < first_round", "findings.ended_round: before the first"),
      ("findings WHERE ended_at < first_at", "findings.ended_at: before the first"),
      ("findings WHERE last_at < first_at", "findings.last_at: before the first"),
      (
        "findings AS a JOIN findings AS b USING (request_key, fingerprint)"
          + " WHERE a.ended_at IS NULL AND b.ended_at IS NULL AND a.id < b.id",
        "findings: two of one fingerprint that last"
      ),
      ("request_states WHERE last_good_at > checked_at", "request_states.last_good_at: after the last check"),
      (
        "request_keys WHERE id NOT IN (SELECT request_key FROM request_states)",
        "request_keys: without a row in request_states"
      ),
      // What is pending differs from a baseline, which is removed only with it.
      (
        """
        request_keys WHERE id IN (SELECT request_key FROM pending_changes WHERE changes <> '[]')
          AND id NOT IN (SELECT request_key FROM baselines)
        """,
        "request_keys: without a row in baselines"
      ),
      ("baselines WHERE responses NOT BETWEEN 0 AND 9007199254740992", "baselines.responses: a count that cannot be"),
      (
        "shape_versions WHERE responses NOT BETWEEN 0 AND 9007199254740992",
        "shape_versions.responses: a count that cannot be"
      ),
      ("responses WHERE bytes < 0 OR milliseconds < 0", "responses: a size or time below 0"),
      (
        "mapping_counts WHERE \(dialect.least)(records_in, records_out, dropped, threw, lost_responses) < 0",
        "mapping_counts: a count below 0"
      ),
      ("findings WHERE \(dialect.least)(count, total) < 0", "findings: a count below 0"),
    ] {
      let count = try first("SELECT count(*) FROM \(rows)") { $0.integer(0) } ?? 0
      if count > 0 { problems.append("\(fault) in \(count) row\(count == 1 ? "" : "s")") }
    }
    return problems
  }
}
