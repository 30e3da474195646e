import Synchronization

/// Holds a worker that was started before there was work for it.
final class WorkerReserve: Sendable {
  private let waiting = Mutex<WorkerProcess?>(nil)

  /// Keeps `process`, and ends one that was kept before.
  func put(_ process: consuming sending WorkerProcess) {
    var former: WorkerProcess? = process
    waiting.withLock { swap(&$0, &former) }
  }

  /// Removes and returns the worker, if there is one.
  func take() -> WorkerProcess? { waiting.withLock { $0.take() } }
}
