import Synchronization

/// A worker that was started before there was work for it, until somebody takes it.
final class WorkerReserve: Sendable {
  private let waiting = Mutex<WorkerProcess?>(nil)

  /// Keeps `process`; one that waited already is ended.
  func put(_ process: consuming sending WorkerProcess) {
    var former: WorkerProcess? = process
    waiting.withLock { swap(&$0, &former) }
  }

  /// The worker that waits, if there is one; whoever takes it owns it.
  func take() -> WorkerProcess? { waiting.withLock { $0.take() } }
}
