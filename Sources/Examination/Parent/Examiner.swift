import ContractKit
import Dispatch
public import DriftModel
import Foundation
import PayloadShape
import Synchronization
import System

/// Examines responses in a worker process, so that author code that crashes, hangs or exits becomes a finding and does
/// not end the monitor.
///
/// The worker is an executable that knows the same contracts. It is started once for a batch, and again after each
/// crash. A small batch of responses that no version reads needs no worker, because no author code runs on it.
public struct Examiner: Sendable {
  /// The hidden subcommand under which an executable becomes a worker.
  public static let subcommand = "__examine"

  /// Path of the executable that is spawned.
  public var executable: String
  /// Seconds that one unit of author code may take. A timeout is confirmed once, alone, with twice as long.
  public var timeout: Double
  /// After this many crashes of one contract's code in a batch, the rest of its responses is not examined.
  public var maximumCrashes: Int
  /// Bytes of memory that author code may use. Beyond that an allocation fails and ends the worker.
  public var memoryLimit: Int
  /// Seconds of processor time that one unit of author code may use with all its threads; nil means twice the timeout.
  /// Exceeding it is confirmed in the same way as a timeout.
  public var processorLimit: Double?
  /// Seconds for a single record, or for a perturbed response.
  static let trialTimeout = 2.0
  /// Seconds that the trials of one mapping may take in all workers together before the next one that ends a worker is the last.
  var maximumTrialSeconds = 30.0
  /// How many workers may be started to find crashing records, for one unit and for all units of a contract.
  static let maximumRecordRuns = (unit: 24, contract: 120)
  /// Bytes that the shape of a response may take.
  public var shapeBudget = PayloadShape.standardBudget
  let reserve = WorkerReserve()
  /// Seconds until a worker's first message, after it has read its work.
  var startTimeout: Double = 20

  /// An examiner.
  ///
  /// - Parameters:
  ///   - executable: What is spawned; by default the running executable, even if its file was replaced meanwhile.
  ///   - timeout: Seconds that one unit of author code may take.
  ///   - maximumCrashes: Crashes of one contract's code in a batch before the rest of its responses is left out.
  ///   - memoryLimit: Bytes of memory that author code may use.
  public init(
    executable: String? = nil, timeout: Double = 10, maximumCrashes: Int = 20, memoryLimit: Int = 4 << 30
  ) {
    self.executable = executable ?? ExecutableIdentity.runningExecutable
    self.timeout = timeout
    self.maximumCrashes = maximumCrashes
    self.memoryLimit = memoryLimit
  }

  /// Starts a worker for the next batch, so that it is ready when the responses are. The caller must call ``dismiss()``
  /// at the end, because that batch may never come. If the worker cannot be started, the batch reports it.
  public func prepare() {
    if let process = try? WorkerProcess(executable: executable, arguments: [Self.subcommand]) { reserve.put(process) }
  }

  /// Ends a prepared worker that got no work.
  public func dismiss() { _ = reserve.take() }

  /// The prepared worker, else a new one.
  func worker(hashesRandomly: Bool = false) throws(WorkerFailure) -> WorkerProcess {
    if !hashesRandomly, let process = reserve.take() { return process }
    return try WorkerProcess(
      executable: executable, arguments: [Self.subcommand], hashesRandomly: hashesRandomly)
  }

  /// Examines every job of the batch. The results are in the order of the jobs, and say what failed; nothing is thrown.
  ///
  /// The worker gets the responses as they came. Only the results are masked, by ``Job/mask``. If the task is
  /// cancelled, the worker is ended at once, and unfinished jobs count as not examined.
  @concurrent public func examine(_ batch: Batch) async -> [Examination] {
    await timedExaminations(of: batch).map(\.facts)
  }

  /// The same, with the seconds that a worker spent on each job.
  ///
  /// - Parameter batch: The work; what is not done at its deadline counts as not examined.
  /// - Returns: Facts and seconds, in the order of the jobs.
  @concurrent public func timedExaminations(of batch: Batch) async -> [(facts: Examination, seconds: Double)] {
    var results = await results(of: batch)
    let seconds = results.seconds
    return zip(batch.jobs, results.finish()).enumerated().map { index, result in
      (result.1.masked(by: result.0.mask), seconds[index])
    }
  }

  /// What depends on each response of a batch of ``Job/lineage(contract:endpoint:versions:context:body:)``, in the
  /// order of the jobs: one lineage for each version and mapping. A lineage that is not known says why; nothing is
  /// thrown.
  ///
  /// Author code runs some hundred times on perturbed responses. If one ends the process, that is a cell of the
  /// lineage. If the task is cancelled, unfinished lineages are missing.
  @concurrent public func lineages(of batch: Batch) async -> [[Lineage]] {
    zip(batch.jobs, await results(of: batch).lineages).map { job, lineages in job.mask.masked(lineages) }
  }

  private func results(of batch: Batch) async -> ExaminationBuilder {
    guard !batch.jobs.isEmpty else { return ExaminationBuilder(jobs: []) }
    return await WorkerLimit.shared.withPermit { await resultsWithPermit(of: batch) }
  }

  private func resultsWithPermit(of batch: Batch) async -> ExaminationBuilder {
    let interruption = Interruption(at: batch.deadline)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Waiting for a process blocks a thread, so it must not run on one of the few threads of the task pool.
        DispatchQueue.global().async { continuation.resume(returning: self.workBlocking(batch, interruption)) }
      }
    } onCancel: {
      interruption.request()
    }
  }

  private func workBlocking(_ batch: Batch, _ interruption: Interruption) -> ExaminationBuilder {
    var results = ExaminationBuilder(jobs: batch.jobs, maximumTrialSeconds: maximumTrialSeconds)
    if let own = InProcessWork(batch, shapeBudget: shapeBudget) {
      let isDone = own.add(to: &results) { interruption.isDue }
      results.ending = isDone ? .finished : .interrupted(interruption.words)
    } else {
      results.ending = work(batch, interruption, &results)
    }
    return results
  }

  /// Starts workers until everything is done, and returns how that ended.
  private func work(
    _ batch: Batch, _ interruption: Interruption, _ results: inout ExaminationBuilder
  ) -> ExaminationBuilder.Ending {
    var failedStarts = 0
    var repeated: Set<WorkUnit> = []
    while true {
      let run: WorkerRun
      do {
        run = try runWorker(batch, interruption, &results)
      } catch {
        return .failed("\(error)")
      }
      // An exhausted worker has finished at least one unit, and the next one goes on behind it.
      if run.isExhausted {
        if results.noteExhaustion() { continue }
        return .failed("its workers gave up again and again, because its code left too few descriptors open")
      }
      if run.ending == .finished { return .finished }
      if run.ending == .interrupted { return .interrupted(interruption.words) }
      guard let unit = run.unit else {
        // It ended before it began a unit, so author code is not to blame. It is started once more.
        failedStarts += 1
        guard failedStarts < 2 else {
          let name = executable == ExecutableIdentity.runningExecutable ? "this executable" : executable
          return .failed("\(name) does not work as an examination process: \(run.ending.words)")
        }
        continue
      }
      // A crash on a perturbed response is a cell of the lineage. The next worker goes on after it.
      if results.noteTrial(run.trial, of: unit, run.ending) { continue }
      // Our own work used too much processor time. Threads that author code left running may be the reason, so try
      // again.
      if run.ending == .outOfProcessorTime, !unit.phase.isAuthorsOwn, repeated.insert(unit).inserted { continue }
      guard decide(unit, run.ending, batch, interruption, &results) else { return .interrupted(interruption.words) }
      results.noteCrash(in: unit, most: maximumCrashes)
    }
  }
}

/// Whether to end the batch.
final class Interruption: Sendable {
  private let isRequested = Atomic(false)
  private let deadline: ContinuousClock.Instant?

  init(at deadline: ContinuousClock.Instant? = nil) { self.deadline = deadline }

  func request() { isRequested.store(true, ordering: .relaxed) }

  /// Why there is no result.
  var words: String {
    isDue && !isRequested.load(ordering: .relaxed) ? "the deadline was reached" : WorkerEnding.interrupted.words
  }

  /// Whether it was requested, or the deadline has passed.
  var isDue: Bool { isRequested.load(ordering: .relaxed) || deadline.map { ContinuousClock.now >= $0 } ?? false }
}
