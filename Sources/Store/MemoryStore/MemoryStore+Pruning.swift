public import DriftModel
public import Foundation

extension MemoryStore {
  /// Removes request keys and incidents that are older than `policy` says.
  ///
  /// There are no rows of single responses and counts, and rounds are kept, because there are few.
  public func prune(keeping policy: PrunePolicy, now: Date, isRehearsal: Bool) -> PruneSummary {
    var pruned = contents
    var summary = PruneSummary()
    pruned.removeRequests(policy, now, &summary)
    pruned.removeIncidents(resolvedBefore: now.addingTimeInterval(-policy.incidents), &summary)
    pruned.removeFindings(endedBefore: now.addingTimeInterval(-policy.incidents), &summary)
    pruned.removeShapes(endedBefore: now.addingTimeInterval(-policy.incidents), &summary)
    pruned.removeInstallShares(endedBefore: now.addingTimeInterval(-policy.incidents))
    summary.isCompacted = true
    if !isRehearsal { contents = pruned }
    return summary
  }

  /// No problems, because there is no file that could be damaged.
  public func verify() -> [String] { [] }
}

extension MemoryContents {
  private func isReported(_ incident: Incident) -> Bool {
    !transitions.contains { $0.transition.incident.id == incident.id && $0.deliveredAt == nil }
  }

  private mutating func forget(_ incidents: [Incident]) {
    let ids = Set(incidents.map(\.id))
    transitions.removeAll { ids.contains($0.transition.incident.id) }
  }

  fileprivate mutating func removeRequests(_ policy: PrunePolicy, _ now: Date, _ summary: inout PruneSummary) {
    guard let latest = rounds.last(where: \.isComplete)?.finishedAt else { return }
    let oldest = min(latest, now).addingTimeInterval(-policy.requestKeys).toTheMillisecond
    for (key, stored) in requests {
      guard let checkedAt = stored.memory.checkedAt, checkedAt < oldest,
        stored.memory.incidents.allSatisfy({ !$0.isOpen && isReported($0) }),
        !policy.declared.contains(DeclaredRequest(of: key))
      else { continue }
      forget(stored.memory.incidents)
      requests[key] = nil
      summary.incidents += stored.memory.incidents.count
      summary.findings += stored.openFindings.count + stored.endedFindings.count
      summary.shapes += stored.shapes.count
      summary.requestKeys += 1
    }
  }

  fileprivate mutating func removeShapes(endedBefore date: Date, _ summary: inout PruneSummary) {
    for (key, stored) in requests {
      // The last one that was followed before the date, and all before it.
      let old = stored.shapes.dropFirst().lastIndex { $0.since.at < date.toTheMillisecond } ?? 0
      summary.shapes += old
      requests[key]?.shapes.removeFirst(old)
    }
  }

  fileprivate mutating func removeFindings(endedBefore date: Date, _ summary: inout PruneSummary) {
    for (key, stored) in requests {
      let kept = stored.endedFindings.filter { $0.ended.map { $0.at >= date.toTheMillisecond } ?? true }
      summary.findings += stored.endedFindings.count - kept.count
      requests[key]?.endedFindings = kept
    }
  }

  fileprivate mutating func removeIncidents(resolvedBefore date: Date, _ summary: inout PruneSummary) {
    for (key, stored) in requests {
      let old = stored.memory.incidents.filter { incident in
        !incident.isOpen && (incident.resolvedAt ?? incident.lastSeenAt) < date && isReported(incident)
      }
      guard !old.isEmpty else { continue }
      forget(old)
      requests[key]?.memory.incidents.removeAll { incident in old.contains { $0.id == incident.id } }
      summary.incidents += old.count
    }
  }
}
