import DriftModel
import Foundation

@testable import Examination

/// The parent's side of the work on a batch, as `Examiner` does it, without processes.
struct Conversation {
  enum Reply { case wait, done, garbled }

  /// Two responses with the versions that read them, an aggregate, and a lineage.
  static let jobs = [
    Job(contract: "shop", endpoint: "list", versions: ["v1", "v2"], body: Array("[]".utf8)),
    Job(contract: "shop", endpoint: "list", versions: ["v1"], body: Array("{}".utf8)),
    Job(
      contract: "shop", endpoint: "list", version: "v1", join: "Shelf", bodies: [Array("[]".utf8), Array("{}".utf8)]),
    Job.lineage(contract: "plain", endpoint: "all", versions: ["v1"], body: Array("[]".utf8)),
  ]

  /// What was wrong with a message.
  private(set) var fault: String?
  private var results = ExaminationBuilder(jobs: jobs, maximumTrialSeconds: 30)
  private var journal = WorkerJournal(jobs: Array(jobs.indices), only: nil)
  private var accepted = AcceptedResults()
  private var trial: UInt64?
  private var records: Range<Int>?
  private var isExhausted = false
  /// Units of author code with a result before this worker.
  private var formerUnits = 0

  /// A worker is started for everything that is not done yet.
  mutating func begin() {
    journal = WorkerJournal(jobs: Self.jobs.indices.filter(results.isWanted), only: nil)
    (trial, records, isExhausted) = (nil, nil, false)
    formerUnits = accepted.authorUnits
  }

  /// A frame as `Examiner.runWorker` takes it.
  mutating func take(_ frame: [UInt8]) -> Reply {
    results.note(seconds: 0.5, on: journal.unit)
    guard let message = try? FrameDecoder.decode(WorkerMessage.self, from: frame) else { return .garbled }
    fault = fault ?? MessageFault(message).words
    guard journal.accepts(message, beside: results) else { return .garbled }
    accepted.note(message)
    switch message {
    case .begun: (trial, records) = (nil, nil)
    case .trying(_, let digest): trial = digest
    case .reached(_, let range): records = range
    case .exhausted:
      isExhausted = true
      if accepted.authorUnits == formerUnits { fault = fault ?? "another worker follows one that brought no result" }
      return .done
    case .ended: return .done
    default: results.add(message)
    }
    return .wait
  }

  /// The end of a worker, as `Examiner.work` and `Examiner.decide` take it where the code ends each further worker in the same way.
  ///
  /// - Returns: Whether another worker is started.
  mutating func end(_ ending: WorkerEnding) -> Bool {
    if isExhausted, ending == .finished { return true }
    switch ending {
    case .finished:
      results.ending = .finished
      return false
    case .interrupted:
      results.ending = .interrupted(ending.words)
      return false
    default: break
    }
    guard let unit = journal.unit else {
      results.ending = .failed("it does not work as an examination process: \(ending.words)")
      return true
    }
    if results.noteTrial(trial, of: unit, ending) { return true }
    note(ending, of: unit)
    results.noteCrash(in: unit, most: 3)
    return true
  }

  private mutating func note(_ ending: WorkerEnding, of unit: WorkUnit) {
    let authors: AuthorCodeEnding
    switch ending {
    case .killed, .garbled:
      results.note(unit, .notRun(reason: ending.words), how: ending.words)
      results.noteUnjudged(unit, ending.words)
      return
    case .timedOut where unit.phase.isAuthorsOwn, .outOfProcessorTime where unit.phase.isAuthorsOwn:
      authors = AuthorCodeEnding(execution: .timedOut(seconds: 2), how: ending.words)
    default: authors = AuthorCodeEnding(execution: .crashed(reason: ending.words), how: ending.words)
    }
    guard unit.phase.hasRecords, let records else {
      results.note(unit, authors.execution, how: authors.how)
      return
    }
    var selection = RecordSelection(unit)
    selection.note(records, isHang: ending.isHang)
    if results.done.contains(unit) {
      results.noteResumed(selection, authors)
    } else {
      results.note(selection, authors)
    }
  }

  /// The results, held against what was accepted; what is wrong, in one line.
  mutating func finish() -> String? {
    if let fault { return fault }
    let examinations = results.finish()
    guard examinations.count == Self.jobs.count else { return "\(examinations.count) results" }
    for (index, examination) in examinations.enumerated() {
      if let fault = accepted.fault(of: examination, index, Self.jobs[index]) { return "job \(index): \(fault)" }
    }
    return Judgement(examinations).fault()
  }
}
