package import DriftModel
import PayloadShape

extension RequestMemory {
  /// Whether something is to be reported or forgotten after one more response that equals the last, so that it must be evaluated.
  package var isUnsettled: Bool {
    PendingChangeUpdate.repeating(pendingChanges) == nil || incidents.contains { $0.isOpen && $0.isFlapping == true }
      || findings.contains(where: \.isWaitingForRecords)
  }

  /// Where the pending changes stood before, but for those that `differences` outgrow: these are no cause of a loss any more.
  func formerStates(beside differences: [ShapeChange]) -> [EvidenceSubject: PendingChange.State] {
    let pending = Set(pendingChanges.map(\.subject))
    let observations = Dictionary(
      differences.filter { !pending.isDisjoint(with: $0.subjects) }.flatMap(\.observations).map { ($0.subject, $0) },
      uniquingKeysWith: { first, _ in first })
    let lasting = pendingChanges.filter { change in
      observations[change.subject].map { !change.isOutgrown(by: $0) } ?? true
    }
    return Dictionary(lasting.map { ($0.subject, $0.state) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Finding {
  /// Whether it tells the loss of all records, of which there were too few yet.
  fileprivate var isWaitingForRecords: Bool {
    state == .pending && count == total && Rules.rule(for: rule).loss == .records
  }
}
