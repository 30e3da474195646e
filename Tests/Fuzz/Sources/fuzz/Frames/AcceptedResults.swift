import DriftModel

@testable import Examination

/// What the journal let through, kept beside the parent's own results: what nobody said must not count as a success.
struct AcceptedResults {
  /// Jobs whose text was said to be JSON that is accepted.
  private var readable: Set<Int> = []
  /// Units that were said to have succeeded.
  private var succeeded: Set<WorkUnit> = []
  /// Units of which anything was said.
  private var told: Set<WorkUnit> = []

  /// How many units of author code anything was said of.
  var authorUnits: Int { told.count { $0.phase.isAuthorsOwn } }

  /// Notes a message that was accepted.
  mutating func note(_ message: WorkerMessage) {
    switch message {
    case .text(let unit, let facts):
      if facts.verdict == .json, facts.envelope == .accepted { readable.insert(unit.job) }
    case .judged(let unit, let execution): note(unit, execution)
    case .mapped(let unit, let facts): note(unit, facts.execution)
    case .sent(let unit, let facts): note(unit, facts.execution)
    case .wroteBack(let unit, let facts): note(unit, facts.execution)
    case .shaped(let unit, _), .explained(let unit, _), .skipped(let unit, _): told.insert(unit)
    default: break
    }
  }

  private mutating func note(_ unit: WorkUnit, _ execution: Execution) {
    told.insert(unit)
    if execution.hasSucceeded { succeeded.insert(unit) }
  }

  /// What `examination` says that was never said, or what it keeps quiet about; nil if nothing.
  func fault(of examination: Examination, _ index: Int, _ job: Job) -> String? {
    guard job.join == nil else { return joinFault(of: examination, index, job) }
    guard examination.text == .json, examination.envelope == .accepted else { return nil }
    guard readable.contains(index) else { return "its text counts as read" }
    if examination.shape != nil, !told.contains(WorkUnit(index, .shape)) { return "it has a shape" }
    if examination.shape == nil, examination.incomplete.isEmpty { return "nothing is said of its missing shape" }
    guard job.versions.allSatisfy({ id in examination.versions.contains { $0.version == id } }) else {
      return "a version is missing"
    }
    for version in examination.versions {
      guard job.versions.contains(version.version) else { return "a version that was not asked for" }
      let judged = WorkUnit(index, .judge, version: version.version)
      if version.decoding.hasSucceeded, !succeeded.contains(judged) { return "\(version.version) counts as decoded" }
      if let fault = partsFault(of: version, index) { return "\(version.version): \(fault)" }
    }
    return nil
  }

  private func partsFault(of version: VersionExamination, _ index: Int) -> String? {
    func unit(_ phase: WorkUnit.Phase, _ name: String) -> WorkUnit {
      WorkUnit(index, phase, version: version.version, name: name)
    }
    for mapping in version.mappings where mapping.execution.hasSucceeded {
      guard succeeded.contains(unit(.mapping, mapping.name)) || succeeded.contains(unit(.join, mapping.name)) else {
        return "mapping \(mapping.name.debugDescription) counts as run"
      }
    }
    for send in version.sends where send.execution.hasSucceeded && !succeeded.contains(unit(.send, send.endpoint)) {
      return "a send counts as run"
    }
    for writeBack in version.writeBacks ?? []
    where writeBack.execution.hasSucceeded && !succeeded.contains(unit(.writeBack, writeBack.target)) {
      return "a write counts as run"
    }
    let explained = WorkUnit(index, .explain, version: version.version)
    if version.decoding.hasSucceeded, version.explanationMissing == nil, !told.contains(explained) {
      return "nothing is said of its missing explanation"
    }
    return nil
  }

  private func joinFault(of examination: Examination, _ index: Int, _ job: Job) -> String? {
    for version in examination.versions {
      for mapping in version.mappings where mapping.execution.hasSucceeded {
        let names: [WorkUnit.Phase] = [.join, .mapping]
        let units = names.map { WorkUnit(index, $0, version: version.version, name: mapping.name) }
        if !units.contains(where: succeeded.contains) { return "the aggregate counts as made" }
      }
    }
    return nil
  }
}
