import Dispatch

/// Runs an actor on a private queue, so that waiting for a disk or a lock does not block a thread of the cooperative
/// pool.
final class BlockingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "driftwatch.ledger")
  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
