import Dispatch
import DriftModel
import Foundation
import Synchronization

extension Examiner {
  /// How one worker ended, and in which unit.
  struct Life {
    var unit: WorkUnit?
    /// The perturbed response that was tried last in it.
    var trial: UInt64?
    /// The records that were announced last in it.
    var records: Range<Int>?
    /// Whether the records together took too long, and not those that were announced last.
    var isSlow = false
    /// Whether author code left it in a state in which it could not go on; what it did stands.
    var isSpoilt = false
    var ending: WorkerEnding
  }

  /// What a worker is started for.
  enum Purpose {
    /// All that is not done yet.
    case all
    /// One unit, alone and with twice the time, since another process may have taken what it needed.
    case confirming(WorkUnit)
    /// One unit, alone and record by record.
    case resuming(RecordCourse)

    var only: WorkUnit? {
      switch self {
      case .all: nil
      case .confirming(let unit): unit
      case .resuming(let course): course.unit
      }
    }
  }

  /// Says what a unit came to in which a worker ended; false if that was interrupted.
  func settle(
    _ unit: WorkUnit, _ ending: WorkerEnding, _ batch: Batch, _ interruption: Interruption,
    _ results: inout ExaminationBuilder
  ) -> Bool {
    var last = ending
    if ending.isConfirmed, unit.phase.isAuthorsOwn {
      // An executable that cannot be started any more shows in the next life.
      guard let confirmed = try? live(batch, for: .confirming(unit), interruption, &results) else { return true }
      last = confirmed.ending
    }
    let authors: AuthorsEnding
    switch last {
    case .finished: return true
    case .interrupted: return false
    case .died(let reason): authors = AuthorsEnding(execution: .crashed(reason: reason), how: reason)
    case .timedOut where unit.phase.isAuthorsOwn:
      authors = AuthorsEnding(execution: .timedOut(seconds: patience), how: ending.words)
    case .overspent where unit.phase.isAuthorsOwn:
      let reason = "it used more than \(WorkerEnding.text(processorSeconds)) s of processor time"
      authors = AuthorsEnding(execution: .timedOut(seconds: patience), how: reason, reason: reason)
    case .timedOut, .overspent: authors = AuthorsEnding(execution: .crashed(reason: last.words), how: last.words)
    }
    guard unit.phase.hasRecords else {
      results.note(unit, authors.execution, how: authors.how)
      return true
    }
    return resume(unit, authors, batch, interruption, &results)
  }

  /// Does a unit that ended a worker once more, record by record and without those that end it again; false if interrupted.
  private func resume(
    _ unit: WorkUnit, _ ending: AuthorsEnding, _ batch: Batch, _ interruption: Interruption,
    _ results: inout ExaminationBuilder
  ) -> Bool {
    var course = RecordCourse(unit)
    let contract = batch.jobs[unit.job].contract
    for _ in 0..<Self.maximumRecordLives.unit
    where results.recordLives[contract, default: 0] < Self.maximumRecordLives.contract {
      results.recordLives[contract, default: 0] += 1
      guard let life = try? live(batch, for: .resuming(course), interruption, &results) else { break }
      switch life.ending {
      case .interrupted: return false
      case .finished where results.done.contains(unit):
        results.noteResumed(course, ending)
        return true
      case .finished: break
      case .died, .timedOut, .overspent:
        // Dead before the first record, or slow over all of them: no record is to blame.
        guard life.unit == unit, let records = life.records, !life.isSlow, course.end == nil else { break }
        course.note(records, isHang: life.ending.isConfirmed)
        continue
      }
      break
    }
    results.note(course, ending)
    return true
  }

  /// The life of one worker, from its start to its end.
  ///
  /// - Throws: ``WorkerFailure`` if it cannot be started, and what encoding its order throws.
  func live(
    _ batch: Batch, for purpose: Purpose = .all, _ interruption: Interruption, _ results: inout ExaminationBuilder
  ) throws -> Life {
    let jobs = batch.jobs.indices.filter { index in purpose.only.map { $0.job == index } ?? results.isWanted(index) }
    guard !jobs.isEmpty else { return Life(ending: .finished) }
    let order = order(batch, jobs, purpose, results)
    var process = try worker()
    var life = Life(ending: .finished)
    var clock = RecordClock(examiner: self)
    let decoder = JSONDecoder()
    let parts = [try Frame.encode(order)] + jobs.flatMap { batch.jobs[$0].bodies }
    life.ending = process.converse(
      order: parts, startPatience: max(startPatience, patience),
      isCancelled: { interruption.isWanted.load(ordering: .relaxed) }
    ) { frame in
      guard let message = try? decoder.decode(WorkerMessage.self, from: frame) else { return .garbled }
      switch message {
      case .begun(let unit):
        (life.unit, life.trial, life.records) = (unit, nil, nil)
        clock = RecordClock(examiner: self)
      case .trying(_, let digest):
        life.trial = digest
        // A large response takes its time however well the code behaves.
        let job = life.unit.flatMap { batch.jobs.indices.contains($0.job) ? batch.jobs[$0.job] : nil }
        let megabytes = (job?.bodies.reduce(0) { $0 + $1.count } ?? 0) >> 20
        return .wait(seconds: min(patience, Self.trialPatience + Double(megabytes)))
      case .reached(_, let records):
        life.records = records
        let wait = clock.wait(for: records)
        life.isSlow = wait.isForAll
        return .wait(seconds: wait.seconds)
      case .spoilt:
        life.isSpoilt = true
        return .done
      case .ended: return .done
      default: results.add(message)
      }
      return .wait(seconds: seconds(for: life.unit, purpose))
    }
    return life
  }

  private func order(
    _ batch: Batch, _ jobs: [Int], _ purpose: Purpose, _ results: ExaminationBuilder
  ) -> WorkOrder {
    let items = batch.jobs.indices.map { index in
      var item = WorkOrder.Item(batch.jobs[index], dictionaryPaths: results.dictionaryPaths[index])
      if !jobs.contains(index) { item.lengths = [] }
      return item
    }
    var order = WorkOrder(
      items: items, finished: Array(results.done), killed: Array(results.killed), jobs: jobs, only: purpose.only,
      deadlyTrials: results.deadlyTrials, courses: results.courses, memoryLimit: memoryLimit,
      processorLimit: processorSeconds)
    switch purpose {
    case .all: break
    case .confirming: order.processorLimit *= 2
    case .resuming(let course): order.courses.append(course)
    }
    return order
  }

  private var processorSeconds: Double { processorLimit ?? patience * 2 }

  /// What the author's code may take is declared; our own work on a response is given more, and has no business taking it.
  private func seconds(for unit: WorkUnit?, _ purpose: Purpose) -> Double {
    switch purpose {
    case .confirming: patience * 2
    case .all, .resuming: unit?.phase.isAuthorsOwn == false ? patience * 4 : patience
    }
  }
}

/// How long a unit may take that is done record by record: each record little, all of them no more than alone at once.
private struct RecordClock {
  let examiner: Examiner
  private let start = DispatchTime.now().uptimeNanoseconds

  init(examiner: Examiner) { self.examiner = examiner }

  /// Seconds to wait after `records` were announced, and whether that is what all of them have left.
  func wait(for records: Range<Int>) -> (seconds: Double, isForAll: Bool) {
    let single = min(examiner.patience, Examiner.trialPatience)
    let own = records.count == 1 ? single : examiner.patience
    let left = examiner.patience * 2 + single - Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    return (max(0, min(own, left)), left < own)
  }
}
