import Synchronization
import Testing

@testable import Examination

@Suite("Seats for workers")
struct WorkSeatsTests {
  @Test("No more are seated at once than there are seats, everybody gets one, and a seat is free again afterwards")
  func seats() async {
    let seats = WorkSeats(3)
    let state = Mutex((seated: 0, most: 0, done: 0))
    for _ in 0..<2 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            await seats.whileSeated {
              state.withLock {
                $0.seated += 1
                $0.most = max($0.most, $0.seated)
              }
              for _ in 0..<20 { await Task.yield() }
              state.withLock {
                $0.seated -= 1
                $0.done += 1
              }
            }
          }
        }
      }
    }
    let (seated, most, done) = state.withLock { $0 }
    #expect(seated == 0 && most <= 3 && done == 100)
  }
}
