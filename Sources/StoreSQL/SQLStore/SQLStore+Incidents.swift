public import DriftModel
public import Foundation
public import Store

// Reading and acknowledging incidents.
extension SQLStore {
  /// Every incident of every request key, oldest first.
  public func incidents() throws(StoreError) -> [Incident] {
    try connection.all("SELECT incident FROM incidents ORDER BY opened_at, id") { row throws(StoreError) in
      try row.decoded(0, "incidents.incident")
    }
  }

  /// Incidents that are not resolved, and those with one of these ids in any state; oldest first.
  ///
  /// A report needs these. The cost does not depend on the number of resolved ones.
  public func incidents(openOrOf ids: [String]) throws(StoreError) -> [Incident] {
    try connection.transaction(.reading) { () throws(StoreError) in
      var found = try connection.all("SELECT incident FROM incidents WHERE state <> 'resolved' ORDER BY opened_at, id")
      {
        row throws(StoreError) in try row.decoded(0, "incidents.incident") as Incident
      }
      for id in Set(ids).subtracting(found.map(\.id)) {
        if let incident = try connection.incident(id) { found.append(incident) }
      }
      return found.sorted { ($0.openedAt, $0.id) < ($1.openedAt, $1.id) }
    }
  }

  /// Ids of all incidents, sorted. A shown prefix must be unique among them.
  public func incidentIDs() throws(StoreError) -> [String] {
    try connection.all("SELECT id FROM incidents ORDER BY id") { $0.text(0) }
  }

  /// The transitions of an incident, oldest first; empty for an unknown id.
  ///
  /// If it came and went very often, the oldest that were reported are gone.
  public func history(ofIncident id: String) throws(StoreError) -> [StoredTransition] {
    try connection.all(
      "SELECT sequence, transition, round, delivered_at FROM transitions WHERE incident = ? ORDER BY sequence",
      [Value(id)], StoredTransition.init(row:))
  }

  /// Marks an incident as acknowledged.
  ///
  /// A round that runs meanwhile does not undo it. If it is acknowledged again, the last acknowledgement counts.
  ///
  /// - Parameters:
  ///   - id: The incident's whole id.
  ///   - person: Who acknowledges it.
  ///   - note: A remark; `nil` for none.
  ///   - date: When it was acknowledged.
  /// - Returns: The incident as it is now.
  /// - Throws: `unknownIncident`, or `resolvedIncident` for one that is not there any more; then nothing has changed.
  @discardableResult
  public func acknowledge(
    _ id: String, by person: String, note: String?, at date: Date
  ) throws(StoreError) -> Incident {
    try connection.change(openIncident: id) { incident in
      incident.acknowledge(by: person, note: note, at: date)
    }
  }

  /// Removes an acknowledgement, so that the incident is open again. One that is not acknowledged stays as it is.
  ///
  /// - Parameter id: The incident's whole id.
  /// - Returns: The incident as it is now.
  /// - Throws: `unknownIncident`, or `resolvedIncident` for one that is not there any more; then nothing has changed.
  @discardableResult
  public func unacknowledge(_ id: String) throws(StoreError) -> Incident {
    try connection.change(openIncident: id) { incident in
      incident.unacknowledge()
    }
  }
}

extension StoredTransition {
  /// From the columns `sequence, transition, round, delivered_at`.
  init(row: Row) throws(StoreError) {
    self.init(
      sequence: row.integer(0), transition: try row.decoded(1, "transitions.transition"), round: row.integer(2),
      deliveredAt: row.optionalDate(3))
  }
}

extension Connection {
  func incident(_ id: String) throws(StoreError) -> Incident? {
    try first("SELECT incident FROM incidents WHERE id = ?", [Value(id)]) { row throws(StoreError) in
      try row.decoded(0, "incidents.incident")
    }
  }

  fileprivate func change(
    openIncident id: String, _ body: (inout Incident) -> Void
  ) throws(StoreError) -> Incident {
    try transaction(.writing) { () throws(StoreError) in
      let shown = StoreError.shown(id)
      guard var incident = try incident(id) else { throw .unknownIncident(store: path, id: shown) }
      guard incident.isOpen else { throw .resolvedIncident(store: path, id: shown) }
      body(&incident)
      try run(
        "UPDATE incidents SET state = ?, incident = ? WHERE id = ?",
        [
          Value(incident.state.rawValue),
          .text(try StoredJSON.encode(incident, part: "incidents.incident", path: path)),
          Value(id),
        ])
      return incident
    }
  }

  /// Stores incidents and their transitions; inside a transaction.
  func writeIncidents(_ result: Evaluation, row: Int) throws(StoreError) {
    let changed = Set(result.transitions.map(\.incident.id))
    for incident in result.incidents {
      let incident = changed.contains(incident.id) ? incident : try acknowledgedMeanwhile(incident)
      try run(
        """
        INSERT INTO incidents (id, request_key, state, opened_at, incident) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET request_key = excluded.request_key, state = excluded.state, opened_at = excluded.opened_at,
          incident = excluded.incident
        """,
        [
          Value(incident.id), Value(row), Value(incident.state.rawValue), Value(incident.openedAt),
          .text(try StoredJSON.encode(incident, part: "incidents.incident", path: path)),
        ])
    }
    for transition in result.transitions {
      let id = transition.incident.id
      guard
        try first("SELECT 1 FROM incidents WHERE id = ? AND request_key = ?", [Value(id), Value(row)], { _ in true })
          != nil
      else { throw .inconsistent(store: path, reason: "a transition of incident \(id), which is not stored") }
      try run(
        "INSERT INTO transitions (incident, round, at, transition) VALUES (?, ?, ?, ?)",
        [
          Value(id), Value(result.round), Value(transition.at),
          .text(try StoredJSON.encode(transition, part: "transitions.transition", path: path)),
        ])
    }
    try boundIncidents(result, row: row)
  }

  /// The incident of the round, with an acknowledgement that was stored or removed after the round read it.
  private func acknowledgedMeanwhile(_ incident: Incident) throws(StoreError) -> Incident {
    let state = try first("SELECT state FROM incidents WHERE id = ?", [Value(incident.id)]) { $0.text(0) }
    // The stored incident is read only if the state says that there is an acknowledgement.
    guard let state, [state, incident.state.rawValue].contains(Incident.State.acknowledged.rawValue) else {
      return incident
    }
    return incident.withAcknowledgement(of: try self.incident(incident.id))
  }
}
