import Foundation
import Synchronization

/// A semaphore that limits how many workers run at once. With more workers than processors, slow code could look like
/// code that hangs.
final class WorkerLimit: Sendable {
  /// One permit for each processor, and at least four, so that a worker that waits for hanging code does not block the
  /// others.
  static let shared = WorkerLimit(max(4, ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: max(1, count))) }

  /// Waits for a permit in order of arrival, and holds it while `body` runs.
  func withPermit<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    defer {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard !state.waiting.isEmpty else {
          state.free += 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
    return await body()
  }
}
