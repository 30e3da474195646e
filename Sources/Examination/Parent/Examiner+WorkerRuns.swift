import Dispatch
import DriftModel
import Foundation
import Synchronization

extension Examiner {
  /// The run of one worker: how it ended, and in which unit.
  struct WorkerRun {
    /// The unit that was begun last.
    var unit: WorkUnit?
    /// The perturbed response that was tried last.
    var trial: UInt64?
    /// The records that were announced last.
    var records: Range<Int>?
    /// Whether all records together took too long, and not only those that were announced last.
    var isSlow = false
    /// Whether author code used up resources, so that another worker has to go on. The results so far are valid.
    var isExhausted = false
    var ending: WorkerEnding
  }

  /// What a worker is started for.
  enum Purpose {
    /// Everything that is not done yet.
    case all
    /// One unit alone with twice the time, because another process may have slowed it down; and with hash tables as an app has
    /// them, because names can be chosen that collide under the seed that workers share.
    case confirming(WorkUnit)
    /// One unit alone, record by record.
    case resuming(RecordSelection)

    var isConfirming: Bool { if case .confirming = self { true } else { false } }

    var only: WorkUnit? {
      switch self {
      case .all: nil
      case .confirming(let unit): unit
      case .resuming(let selection): selection.unit
      }
    }
  }

  /// Decides the result of a unit in which a worker ended; false if interrupted.
  func decide(
    _ unit: WorkUnit, _ ending: WorkerEnding, _ batch: Batch, _ interruption: Interruption,
    _ results: inout ExaminationBuilder
  ) -> Bool {
    var last = ending
    if ending.isConfirmed, unit.phase.isAuthorsOwn {
      // If the executable cannot be started any more, the next run reports it.
      guard let confirmed = try? runWorker(batch, for: .confirming(unit), interruption, &results) else { return true }
      last = confirmed.ending
      // Decoding is repeated in each worker, so that all that follow need what helped here.
      if ending.isHang, !last.isHang { results.hashesRandomly = true }
    }
    let authors: AuthorCodeEnding
    switch last {
    case .finished: return true
    case .interrupted: return false
    // Alone it happened again, so that the code did it.
    case .crashed(let reason), .suspect(let reason):
      authors = AuthorCodeEnding(execution: .crashed(reason: reason), how: reason)
    case .timedOut where unit.phase.isAuthorsOwn:
      authors = AuthorCodeEnding(execution: .timedOut(seconds: timeout), how: ending.words)
    case .outOfProcessorTime where unit.phase.isAuthorsOwn:
      let reason = "it used more than \(WorkerEnding.text(processorSeconds)) s of processor time"
      authors = AuthorCodeEnding(execution: .timedOut(seconds: timeout), how: reason, reason: reason)
    case .killed, .garbled:
      // Nobody can tell whose doing it was, or what is true of it, so it is no verdict on the code.
      let how =
        last == .garbled ? "its results are not believed: \(last.words)" : "its worker was killed: \(last.words)"
      results.note(unit, .notRun(reason: how), how: how)
      results.noteUnjudged(unit, how)
      return true
    case .timedOut, .outOfProcessorTime:
      authors = AuthorCodeEnding(execution: .crashed(reason: last.words), how: last.words)
    }
    guard unit.phase.hasRecords else {
      results.note(unit, authors.execution, how: authors.how)
      return true
    }
    return resume(unit, authors, batch, interruption, &results)
  }

  /// Repeats a unit that ended a worker, record by record and without those that end it again; false if interrupted.
  private func resume(
    _ unit: WorkUnit, _ ending: AuthorCodeEnding, _ batch: Batch, _ interruption: Interruption,
    _ results: inout ExaminationBuilder
  ) -> Bool {
    var selection = RecordSelection(unit)
    let contract = batch.jobs[unit.job].contract
    for _ in 0..<Self.maximumRecordRuns.unit
    where results.recordRuns[contract, default: 0] < Self.maximumRecordRuns.contract {
      results.recordRuns[contract, default: 0] += 1
      guard let run = try? runWorker(batch, for: .resuming(selection), interruption, &results) else { break }
      switch run.ending {
      case .interrupted: return false
      case .finished where results.done.contains(unit):
        results.noteResumed(selection, ending)
        return true
      case .finished: break
      case .killed, .garbled: break
      case .crashed, .suspect, .timedOut, .outOfProcessorTime:
        // If it crashed before the first record, or is slow for all of them, no single record is to blame.
        guard run.unit == unit, let records = run.records, !run.isSlow, selection.end == nil else { break }
        selection.note(records, isHang: run.ending.isHang)
        continue
      }
      break
    }
    results.note(selection, ending)
    return true
  }

  /// Runs one worker from its start to its end.
  ///
  /// - Throws: ``WorkerFailure`` if it cannot be started, and the errors of encoding its order.
  func runWorker(
    _ batch: Batch, for purpose: Purpose = .all, _ interruption: Interruption, _ results: inout ExaminationBuilder
  ) throws -> WorkerRun {
    let jobs = batch.jobs.indices.filter { index in purpose.only.map { $0.job == index } ?? results.isWanted(index) }
    guard !jobs.isEmpty else { return WorkerRun(ending: .finished) }
    let order = order(batch, jobs, purpose, results)
    var process = try worker(hashesRandomly: results.hashesRandomly || purpose.isConfirming)
    var run = WorkerRun(ending: .finished)
    var clock = RecordClock(examiner: self)
    var journal = WorkerJournal(jobs: jobs, only: purpose.only)
    var lastFrame = ContinuousClock.now
    let parts = [try Frame.encode(order)] + jobs.flatMap { batch.jobs[$0].bodies }
    run.ending = process.converse(
      order: parts, startTimeout: max(startTimeout, timeout),
      isCancelled: { interruption.isDue }
    ) { frame in
      let now = ContinuousClock.now
      // What passed since the last message went into the unit that was begun last.
      results.note(seconds: lastFrame.duration(to: now) / .seconds(1), on: run.unit)
      lastFrame = now
      guard let message = try? FrameDecoder.decode(WorkerMessage.self, from: frame),
        journal.accepts(message, beside: results)
      else { return .garbled }
      switch message {
      case .begun(let unit):
        (run.unit, run.trial, run.records) = (unit, nil, nil)
        clock = RecordClock(examiner: self)
      case .trying(_, let digest):
        run.trial = digest
        // A large response takes longer even if the code is fine.
        let job = run.unit.flatMap { batch.jobs.indices.contains($0.job) ? batch.jobs[$0.job] : nil }
        let megabytes = (job?.bodies.reduce(0) { $0 + $1.count } ?? 0) >> 20
        return .wait(seconds: min(timeout, Self.trialTimeout + Double(megabytes)))
      case .reached(_, let records):
        run.records = records
        let wait = clock.wait(for: records)
        run.isSlow = wait.isForAll
        return .wait(seconds: wait.seconds)
      case .exhausted:
        run.isExhausted = true
        return .done
      case .ended: return .done
      default: results.add(message)
      }
      return .wait(seconds: seconds(for: run.unit, purpose))
    }
    // What passed without a further message: until it crashed, was ended for its time, or the batch was.
    results.note(seconds: lastFrame.duration(to: .now) / .seconds(1), on: run.unit)
    return run
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
      crashingTrials: results.crashingTrials, selections: results.selections, memoryLimit: memoryLimit,
      processorLimit: processorSeconds, shapeBudget: shapeBudget)
    switch purpose {
    case .all: break
    case .confirming: order.processorLimit *= 2
    case .resuming(let selection): order.selections.append(selection)
    }
    return order
  }

  private var processorSeconds: Double { processorLimit ?? timeout * 2 }

  /// Author code gets the declared timeout. Our own work on a response gets more, but should not need it.
  private func seconds(for unit: WorkUnit?, _ purpose: Purpose) -> Double {
    switch purpose {
    case .confirming: timeout * 2
    case .all, .resuming: unit?.phase.isAuthorsOwn == false ? timeout * 4 : timeout
    }
  }
}

/// Limits the time of a unit that is repeated record by record: a short time for each record, and a limit for all
/// together.
private struct RecordClock {
  let examiner: Examiner
  private let start = DispatchTime.now().uptimeNanoseconds

  /// Seconds to wait after `records` were announced, and whether the limit for all records is the one that counts.
  func wait(for records: Range<Int>) -> (seconds: Double, isForAll: Bool) {
    let single = min(examiner.timeout, Examiner.trialTimeout)
    let own = records.count == 1 ? single : examiner.timeout
    let left = examiner.timeout * 2 + single - Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    return (max(0, min(own, left)), left < own)
  }
}
