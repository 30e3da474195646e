import Foundation
import Synchronization

/// How many workers run at once in this process: more than there are processors would make each so slow that code which takes
/// its time looks like code that hangs.
final class WorkSeats: Sendable {
  /// The seats of this process: one for each processor, and at least four, so that one that waits for code that hangs keeps
  /// nobody else waiting.
  static let shared = WorkSeats(max(4, ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: max(1, count))) }

  /// Waits for a seat, first come first served, and holds it while `body` runs.
  func whileSeated<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
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
