import Synchronization
import Testing

@testable import Examination

@Suite("Seats for workers")
struct WorkSeatsTests {
  private final class Counts: Sendable {
    private let state = Mutex((seated: 0, most: 0, done: 0))
    var all: [Int] { state.withLock { [$0.seated, $0.most, $0.done] } }

    func sit() {
      state.withLock {
        $0.seated += 1
        $0.most = max($0.most, $0.seated)
      }
    }

    func leave() {
      state.withLock {
        $0.seated -= 1
        $0.done += 1
      }
    }
  }

  @Test("No more are seated at once than there are seats, everybody gets one, and a seat is free again afterwards")
  func seats() async {
    let seats = WorkSeats(3)
    let counts = Counts()
    for _ in 0..<2 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask { @concurrent in
            await seats.whileSeated { @concurrent in
              counts.sit()
              for _ in 0..<20 { await Task.yield() }
              counts.leave()
            }
          }
        }
      }
    }
    #expect(counts.all == [0, 3, 100])
  }
}
