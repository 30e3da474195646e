import DriftModel

/// How author code ended a worker.
struct AuthorCodeEnding {
  var execution: Execution
  /// The ending in words.
  var how: String
  /// A reason that `execution` cannot express.
  var reason: String?
}

extension ExaminationBuilder {
  /// Records the result of a unit that ended a worker and was then repeated record by record.
  ///
  /// The unit counts as crashed, and its results for the other records are kept. If no record ended the process again,
  /// the author's code is not to blame and the results count as they are.
  mutating func noteResumed(_ selection: RecordSelection, _ ending: AuthorCodeEnding) {
    let unit = selection.unit
    guard selection.leavesOut else {
      change(unit) {
        $0.incomplete.append("\(unit.name ?? "a mapping") ended the process once, and not again: \(ending.how)")
      }
      return
    }
    var rest = selection
    rest.isAnnounced = false
    selections.append(rest)
    setEnding(of: unit, ending)
    // Blame trials need one record that is fine and one that is not.
    if unit.phase == .mapping { done.remove(WorkUnit(unit.job, .blame, version: unit.version, name: unit.name)) }
  }

  /// Records that a unit ended a worker, and could not be finished even without some of its records.
  mutating func note(_ selection: RecordSelection, _ ending: AuthorCodeEnding) {
    note(selection.unit, ending.execution, how: ending.how)
    let known = CrashingRecords(count: selection.crashing.count, first: selection.crashing.min(), reason: ending.reason)
    guard known.count > 0 || known.reason != nil else { return }
    setEnding(of: selection.unit, ending, known)
  }

  private mutating func setEnding(of unit: WorkUnit, _ ending: AuthorCodeEnding, _ known: CrashingRecords? = nil) {
    changeVersion(unit) { version in
      if unit.phase == .mapping, let index = version.mappings.firstIndex(where: { $0.name == unit.name }) {
        version.mappings[index].execution = ending.execution
        version.mappings[index].crashing = known ?? version.mappings[index].crashing
        version.mappings[index].crashing?.reason = ending.reason
      }
      if unit.phase == .send, let index = version.sends.firstIndex(where: { $0.endpoint == unit.name }) {
        version.sends[index].execution = ending.execution
        version.sends[index].crashing = known ?? version.sends[index].crashing
        version.sends[index].crashing?.reason = ending.reason
      }
    }
  }
}
