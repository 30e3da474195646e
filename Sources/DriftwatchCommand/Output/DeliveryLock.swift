import Foundation
import System

/// Sees to it that two reports on one ledger never deliver at once: a ``FileLock`` on `<ledger>.report.lock`.
///
/// It is a lock of its own, so that a report never waits for a round.
struct DeliveryLock: Sendable {
  private let lock: FileLock

  /// Waits until no other report is being delivered.
  ///
  /// - Parameters:
  ///   - ledger: Path of the ledger, which exists.
  ///   - seconds: How long to wait at most.
  /// - Throws: `CommandFailure` with exit code 75 if another one still delivers then, 4 where the lock file cannot be made.
  init(ledger: String, patience seconds: Double) async throws {
    // Two spellings of one file share one lock.
    let path = URL(fileURLWithPath: ledger).resolvingSymlinksInPath().path + ".report.lock"
    do throws(SystemFailure) { lock = try FileLock(file: path) } catch {
      throw CommandFailure.store("cannot make \(path) (\(error)); make its folder writable")
    }
    let end = ContinuousClock.now + .seconds(seconds)
    while try !isTaken(path) {
      guard ContinuousClock.now < end else {
        throw CommandFailure(
          code: 75, message: "another report on \(ledger) has been delivering for over \(Int(seconds)) s; try again")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func isTaken(_ path: String) throws -> Bool {
    do throws(SystemFailure) { return try lock.tryToTake() } catch {
      throw CommandFailure.store("cannot lock \(path) (\(error))")
    }
  }
}
