public import Foundation

extension RequestMemory {
  /// The memory of a request key after what was learned of it is forgotten: the next response is a first observation.
  ///
  /// What happened stays: when it was checked, and its incidents. Open ones end, with a reason, because what they say rests on what is
  /// forgotten; only those about missing responses last, as long as it is watched.
  ///
  /// - Parameters:
  ///   - isWatched: Whether it is still checked, so that the next check decides on missing responses.
  ///   - date: When they end.
  /// - Returns: The memory, and the incidents that end.
  public func forgettingLearned(isWatched: Bool, at date: Date) -> (memory: RequestMemory, ended: [Incident]) {
    var memory = RequestMemory()
    (memory.report, memory.checkedAt, memory.lastGoodAt) = (report, checkedAt, lastGoodAt)
    memory.lastResponseAt = lastResponseAt
    memory.findings = findings.filter { isWatched && $0.isAboutMissingResponses }
    memory.acceptanceUses = acceptanceUses.compactMapValues { use in
      use.lastMatchedAt.map { AcceptanceUse(lastMatchedAt: $0) }
    }
    let ended = Self.ended(of: incidents, keeping: memory.findings, at: date)
    let byID = Dictionary(ended.map { ($0.id, $0) }) { _, last in last }
    memory.incidents = incidents.map { byID[$0.id] ?? $0 }
    return (memory, ended)
  }

  /// The open incidents among these as they end, but for those of `findings`, which stay.
  package static func ended(of incidents: [Incident], keeping findings: [Finding], at date: Date) -> [Incident] {
    let kept = Set(findings.compactMap(\.incident))
    return incidents.filter { $0.isOpen && !kept.contains($0.id) }.map { incident in
      var incident = incident
      incident.forget(at: date)
      return incident
    }
  }
}

extension Finding {
  /// Whether it says that no response came, which rests on nothing that was learned.
  package var isAboutMissingResponses: Bool { rule.family == .watch }
}

extension Incident {
  /// Ends it because what was learned is forgotten; the provider has repaired nothing.
  fileprivate mutating func forget(at date: Date) {
    (state, resolvedAt, acknowledgement, isFlapping) = (.resolved, max(date, lastSeenAt), nil, false)
    resolution = "what was learned of \(key.contract)/\(key.endpoint) was forgotten"
  }
}

/// What was forgotten of one request key.
public struct ForgottenRequest: Sendable, Equatable {
  /// The request key.
  public var key: RequestKey
  /// Responses that fed its baseline.
  public var responses = 0
  /// Whether its shape was known.
  public var hadShape = false
  /// Pending changes.
  public var pendingChanges = 0
  /// Mappings, types and writes of which something was known.
  public var mappings = 0
  /// Incidents that were open and ended.
  public var incidents = 0

  /// Nothing forgotten yet.
  public init(key: RequestKey) { self.key = key }

  /// Whether nothing was known.
  public var isEmpty: Bool { !hadShape && responses + pendingChanges + mappings + incidents == 0 }
}
