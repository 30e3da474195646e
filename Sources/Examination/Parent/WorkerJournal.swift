import DriftModel

/// What one worker may say next. Its code may write to any descriptor of its process, so a message that does not fit what was said
/// before is no result: one about another unit than the one that was begun last, a second result of a unit, or an end before the work
/// is done.
struct WorkerJournal {
  /// Jobs that the worker was given.
  let jobs: [Int]
  /// The only unit that it was started for; `nil`: everything that was not done yet.
  let only: WorkUnit?
  /// The unit that was begun last.
  private(set) var unit: WorkUnit?
  /// Whether it brought the result of a unit of author code that no worker had brought before.
  private var hasProgress = false

  /// The journal of a worker that said nothing yet.
  init(jobs: [Int], only: WorkUnit?) { (self.jobs, self.only) = (jobs, only) }

  /// Whether a message fits what was said before; `results` are those so far.
  mutating func accepts(_ message: WorkerMessage, beside results: ExaminationBuilder) -> Bool {
    let isAccepted = fits(message, beside: results)
    switch message {
    case .judged(let unit, _), .mapped(let unit, _), .sent(let unit, _), .wroteBack(let unit, _), .skipped(let unit, _):
      if isAccepted, unit.phase.isAuthorsOwn, !results.isDecided(unit) { hasProgress = true }
    default: break
    }
    return isAccepted
  }

  private mutating func fits(_ message: WorkerMessage, beside results: ExaminationBuilder) -> Bool {
    func isResult(_ result: WorkUnit, _ phases: WorkUnit.Phase...) -> Bool {
      result == unit && phases.contains(result.phase) && !results.done.contains(result)
    }
    switch message {
    case .planned(let plan): return results.isKnown(plan.job, version: plan.version)
    case .begun(let unit):
      guard results.isKnown(unit.job, version: unit.version) else { return false }
      self.unit = unit
      return true
    case .text(let unit, _): return isResult(unit, .text)
    case .judged(let unit, let execution): return isResult(unit, .judge) && execution.isOwnWord
    case .mapped(let unit, let mapping):
      return isResult(unit, .mapping, .join) && mapping.name == unit.name && mapping.execution.isOwnWord
    // Two declarations may send to one endpoint; the last result counts.
    case .sent(let unit, let send):
      return unit == self.unit && unit.phase == .send && send.endpoint == unit.name && send.execution.isOwnWord
    case .wroteBack(let unit, let writeBack):
      return isResult(unit, .writeBack) && writeBack.target == unit.name && writeBack.execution.isOwnWord
    case .explained(let unit, _): return isResult(unit, .explain, .explore)
    case .shaped(let unit, _): return isResult(unit, .shape)
    case .blamed(let unit, _): return isResult(unit, .blame)
    case .traced(let unit, _): return unit == self.unit && unit.phase == .lineage
    case .trying(let unit, _): return unit == self.unit
    case .reached(let unit, let records):
      return unit == self.unit && records.lowerBound >= 0 && records.upperBound.isPossible
    case .skipped(let unit, _):
      return results.isKnown(unit.job, version: unit.version) && !results.done.contains(unit)
    // Only author code uses up resources. Without a result of its own a worker would be followed by others without end.
    case .exhausted: return hasProgress && unit.map(results.isDecided) ?? false
    case .ended: return only.map(results.isDecided) ?? jobs.allSatisfy(results.isWhole)
    }
  }
}

extension Execution {
  /// Whether a worker can say it of its own code: of one that crashed or hung only the parent knows.
  fileprivate var isOwnWord: Bool {
    switch self {
    case .succeeded, .failed, .notRun: true
    case .crashed, .timedOut: false
    }
  }
}

extension ExaminationBuilder {
  /// Whether the batch asks for a version of a job, or for a job.
  fileprivate func isKnown(_ job: Int, version: String?) -> Bool {
    jobs.indices.contains(job) && version.map(jobs[job].versions.contains) ?? true
  }

  /// Whether a worker that knows the versions of a job left nothing of it out, as far as what is declared says; what a mapping depends
  /// on is reported as missing by itself.
  fileprivate func isWhole(_ index: Int) -> Bool {
    let job = jobs[index]
    guard !job.isLineage else { return true }
    let planned = job.versions.compactMap { template(WorkUnit(index, .judge, version: $0)) }
    if job.join != nil {
      return planned.allSatisfy { plan in
        plan.mappings.allSatisfy { isDecided(WorkUnit(index, .join, version: plan.version, name: $0.name)) }
      }
    }
    guard isDecided(WorkUnit(index, .text)) else { return false }
    guard isReadable(index) else { return true }
    let judges = planned.map { WorkUnit(index, .judge, version: $0.version) }
    if job.onlyReads, judges.allSatisfy({ decoding(of: $0) == .succeeded }) {
      return judges.allSatisfy { isDecided($0) && parts(of: $0).filter { $0.phase == .mapping }.allSatisfy(isDecided) }
    }
    return isDecided(WorkUnit(index, .shape))
      && planned.allSatisfy { plan in
        let judged = WorkUnit(index, .judge, version: plan.version)
        guard isDecided(judged) else { return false }
        switch decoding(of: judged) {
        case .succeeded:
          return isDecided(WorkUnit(index, .explain, version: plan.version)) && parts(of: judged).allSatisfy(isDecided)
        case .failed: return isDecided(WorkUnit(index, .explain, version: plan.version))
        case .crashed, .timedOut, .notRun, nil: return true
        }
      }
  }
}
