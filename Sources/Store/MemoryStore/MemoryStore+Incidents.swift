public import DriftModel
public import Foundation

// Incidents and their delivery.
extension MemoryStore {
  /// Every incident, oldest first.
  public func incidents() -> [Incident] {
    contents.requests.values.flatMap(\.memory.incidents).sorted {
      ($0.openedAt.milliseconds, $0.id) < ($1.openedAt.milliseconds, $1.id)
    }
  }

  /// Incidents that are not resolved, and those with one of these ids; oldest first.
  public func incidents(openOrOf ids: [String]) -> [Incident] {
    incidents().filter { $0.isOpen || ids.contains($0.id) }
  }

  /// Ids of all incidents, sorted.
  public func incidentIDs() -> [String] { incidents().map(\.id).sorted() }

  /// The transitions of an incident, oldest first.
  public func history(ofIncident id: String) -> [StoredTransition] {
    contents.transitions.filter { $0.transition.incident.id == id }
  }

  /// Marks an open incident as acknowledged.
  @discardableResult
  public func acknowledge(
    _ id: String, by person: String, note: String?, at date: Date
  ) throws(StoreError) -> Incident {
    try change(openIncident: id) { incident in
      incident.acknowledge(by: person, note: note, at: date)
    }
  }

  /// Takes an acknowledgement back.
  @discardableResult
  public func unacknowledge(_ id: String) throws(StoreError) -> Incident {
    try change(openIncident: id) { incident in
      incident.unacknowledge()
    }
  }

  private func change(openIncident id: String, _ body: (inout Incident) -> Void) throws(StoreError) -> Incident {
    guard let known = incidents().first(where: { $0.id == id }),
      let index = contents.requests[known.key]?.memory.incidents.firstIndex(where: { $0.id == id })
    else { throw .unknownIncident(store: location, id: StoreError.shown(id)) }
    guard known.isOpen else { throw .resolvedIncident(store: location, id: StoreError.shown(id)) }
    var incident = known
    body(&incident)
    contents.requests[known.key]?.memory.incidents[index] = incident
    return incident
  }

  /// Transitions that no delivered report contains yet, oldest first.
  public func undeliveredTransitions() -> [StoredTransition] { contents.transitions.filter { $0.deliveredAt == nil } }

  /// Marks these transitions as reported, and no other.
  public func markDelivered(_ sequences: [Int], at date: Date, environment: String) {
    let wanted = Set(sequences)
    for index in contents.transitions.indices
    where wanted.contains(contents.transitions[index].sequence) && contents.transitions[index].deliveredAt == nil {
      contents.transitions[index].deliveredAt = date.toTheMillisecond
    }
    contents.deliveries[environment] = date.toTheMillisecond
    contents.failedDeliveries[environment] = nil
  }

  /// When a report on `environment` was last delivered.
  public func lastDelivery(environment: String) -> Date? { contents.deliveries[environment] }

  /// Notes that a report could not be delivered.
  public func markUndeliverable(at date: Date, environment: String) {
    if contents.failedDeliveries[environment] == nil {
      contents.failedDeliveries[environment] = date.toTheMillisecond
    }
  }

  /// Since when reports cannot be delivered.
  public func undeliverableSince(environment: String) -> Date? { contents.failedDeliveries[environment] }
}
