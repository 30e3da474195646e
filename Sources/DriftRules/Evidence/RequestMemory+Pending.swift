package import DriftModel

extension RequestMemory {
  /// Whether something is to be reported or forgotten after one more response that equals the last, so that it must be evaluated.
  package var isUnsettled: Bool {
    PendingChangeUpdate.repeating(pendingChanges) == nil || incidents.contains { $0.isOpen && $0.isFlapping == true }
  }
}
