import ContractKit
import Dispatch
public import DriftModel
import Foundation
import Synchronization
import System

/// Examines responses in a worker process, so that author code that crashes, hangs or exits is a finding and not our end.
///
/// The worker is an executable that knows the same contracts; it is started once for a batch, and once more after each death. A
/// few small responses that no version reads need none: no author code runs on them.
public struct Examiner: Sendable {
  /// The hidden subcommand under which an executable becomes a worker.
  public static let subcommand = "__examine"

  /// Path of the executable that is spawned.
  public var executable: String
  /// Seconds that one piece of author code may take; a timeout is confirmed once, alone, with twice as long.
  public var patience: Double
  /// Deaths in one batch by one contract's code, after which the rest of its responses is not examined.
  public var maximumDeaths: Int
  /// Bytes of memory that author code may take; beyond, an allocation fails and ends the worker.
  public var memoryLimit: Int
  /// Seconds of processor time that one piece of author code may take with all its threads; nil: twice the patience. More is
  /// confirmed as a timeout is.
  public var processorLimit: Double?
  /// Seconds that author code may take over a single record, or over a response that nobody sent: less, since nobody waits for it.
  static let trialPatience = 2.0
  /// Processes that may be spent on the records of one unit, and on those of all units of a contract.
  static let maximumRecordLives = (unit: 24, contract: 120)
  let reserve = WorkerReserve()
  /// Seconds that a worker may take to its first word, once it has read its work.
  var startPatience: Double = 20

  /// An examiner.
  ///
  /// - Parameters:
  ///   - executable: What is spawned; by default the running executable, even where its file was replaced meanwhile.
  ///   - patience: Seconds that one piece of author code may take.
  ///   - maximumDeaths: Deaths in one batch by one contract's code, after which the rest of its responses is not examined.
  ///   - memoryLimit: Bytes of memory that author code may take.
  public init(
    executable: String? = nil, patience: Double = 10, maximumDeaths: Int = 20, memoryLimit: Int = 4 << 30
  ) {
    self.executable = executable ?? ExecutableIdentity.runningExecutable
    self.patience = patience
    self.maximumDeaths = maximumDeaths
    self.memoryLimit = memoryLimit
  }

  /// Starts a worker for the next batch, which gets ready while the responses are looked for; whoever asks for it ends with
  /// ``dismiss()``, since that batch may never come. Where none can be started, the batch says so.
  public func prepare() {
    if let process = try? WorkerProcess(executable: executable, arguments: [Self.subcommand]) { reserve.put(process) }
  }

  /// Ends a worker that was prepared and got no work.
  public func dismiss() { _ = reserve.take() }

  /// The worker that was prepared, else one that is started now.
  func worker() throws(WorkerFailure) -> WorkerProcess {
    if let process = reserve.take() { return process }
    return try WorkerProcess(executable: executable, arguments: [Self.subcommand])
  }

  /// Examines every job of the batch; the results are in the order of the jobs. Never throws: what failed stands in the result.
  ///
  /// The worker gets the responses as they came. Only the results are masked, by ``Job/mask``.
  ///
  /// Where the task is cancelled the worker is ended at once, and what it had not finished is not examined.
  @concurrent public func examine(_ batch: Batch) async -> [Examination] {
    var results = await results(of: batch)
    return zip(batch.jobs, results.finish()).map { job, facts in facts.masked(by: job.mask) }
  }

  /// What depends on each response of a batch of ``Job/lineage(contract:endpoint:versions:context:body:)``, in the order of the
  /// jobs: one lineage for each version and mapping. Never throws: what is not known says why.
  ///
  /// Author code runs some hundred times on responses that no provider sent; where that ends the process it is a cell of the
  /// lineage. Where the task is cancelled nothing is known of what was not finished.
  @concurrent public func lineages(of batch: Batch) async -> [[Lineage]] {
    zip(batch.jobs, await results(of: batch).lineages).map { job, lineages in job.mask.masked(lineages) }
  }

  private func results(of batch: Batch) async -> ExaminationBuilder {
    guard !batch.jobs.isEmpty else { return ExaminationBuilder(jobs: []) }
    return await WorkSeats.shared.whileSeated { await seatedResults(of: batch) }
  }

  private func seatedResults(of batch: Batch) async -> ExaminationBuilder {
    let interruption = Interruption()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Waiting for a process blocks a thread, which must not be one of the few that run tasks.
        DispatchQueue.global().async { continuation.resume(returning: self.workBlocking(batch, interruption)) }
      }
    } onCancel: {
      interruption.isWanted.store(true, ordering: .relaxed)
    }
  }

  private func workBlocking(_ batch: Batch, _ interruption: Interruption) -> ExaminationBuilder {
    var results = ExaminationBuilder(jobs: batch.jobs)
    if let own = OwnWork(batch) {
      let isDone = own.add(to: &results) { interruption.isWanted.load(ordering: .relaxed) }
      results.ending = isDone ? .finished : .interrupted
    } else {
      results.ending = work(batch, interruption, &results)
    }
    return results
  }

  /// Starts workers until all is done; how that ended.
  private func work(
    _ batch: Batch, _ interruption: Interruption, _ results: inout ExaminationBuilder
  ) -> ExaminationBuilder.Ending {
    var failedStarts = 0
    var repeated: Set<WorkUnit> = []
    while true {
      let life: Life
      do {
        life = try live(batch, interruption, &results)
      } catch {
        return .failed("\(error)")
      }
      // Something was finished in it, or it would not have said so; hence this comes to an end.
      if life.isSpoilt { continue }
      if life.ending == .finished { return .finished }
      if life.ending == .interrupted { return .interrupted }
      guard let unit = life.unit else {
        // It ended before it began anything, which is not author code's fault. Once may be chance.
        failedStarts += 1
        guard failedStarts < 2 else {
          let name = executable == ExecutableIdentity.runningExecutable ? "this executable" : executable
          return .failed("\(name) does not work as an examination process: \(life.ending.words)")
        }
        continue
      }
      // A death over a response that nobody sent is a cell, and the next process goes on behind it.
      if results.noteTrial(life.trial, of: unit, life.ending) { continue }
      // Our own work took too much processor time: author code may have left threads behind that go on.
      if life.ending == .overspent, !unit.phase.isAuthorsOwn, repeated.insert(unit).inserted { continue }
      guard settle(unit, life.ending, batch, interruption, &results) else { return .interrupted }
      results.noteDeath(in: unit, most: maximumDeaths)
    }
  }
}

/// Whether the batch is to end.
final class Interruption: Sendable {
  let isWanted = Atomic(false)
}
