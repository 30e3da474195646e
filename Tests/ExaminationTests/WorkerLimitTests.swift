import Synchronization
import Testing

@testable import Examination

@Suite("The limit of workers")
struct WorkerLimitTests {
  private final class Counts: Sendable {
    private let state = Mutex((running: 0, most: 0, done: 0))
    var all: [Int] { state.withLock { [$0.running, $0.most, $0.done] } }

    func begin() {
      state.withLock {
        $0.running += 1
        $0.most = max($0.most, $0.running)
      }
    }

    func end() {
      state.withLock {
        $0.running -= 1
        $0.done += 1
      }
    }
  }

  @Test("Never more run at once than there are permits; everyone gets one, and permits are free again afterwards")
  func permits() async {
    let limit = WorkerLimit(3)
    let counts = Counts()
    for _ in 0..<2 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask { @concurrent in
            await limit.withPermit { @concurrent in
              counts.begin()
              for _ in 0..<20 { await Task.yield() }
              counts.end()
            }
          }
        }
      }
    }
    #expect(counts.all == [0, 3, 100])
  }
}
