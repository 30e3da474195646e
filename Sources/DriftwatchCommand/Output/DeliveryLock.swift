import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sees to it that two reports on one ledger never deliver at once: an advisory `flock` on `<ledger>.report.lock`.
///
/// A lock of its own, so that a report never waits for a round. The system releases it when the process ends in whatever
/// way; the command of `--exec` does not inherit it. The file stays behind, empty: removing it would race with the next one.
final class DeliveryLock: Sendable {
  private let descriptor: Int32

  /// Waits until no other report is being delivered.
  ///
  /// - Parameters:
  ///   - ledger: Path of the ledger, which exists.
  ///   - seconds: How long to wait at most.
  /// - Throws: `CommandFailure` with exit code 75 if another one still delivers then, 4 where the lock file cannot be made.
  init(ledger: String, patience seconds: Double) async throws {
    // Two spellings of one file share one lock.
    let path = URL(fileURLWithPath: ledger).resolvingSymlinksInPath().path + ".report.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure.store("cannot make \(path) (\(String(cString: strerror(errno)))); make its folder writable")
    }
    self.descriptor = descriptor
    let end = ContinuousClock.now + .seconds(seconds)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw CommandFailure.store("cannot lock \(path) (\(String(cString: strerror(errno))))")
      }
      guard ContinuousClock.now < end else {
        throw CommandFailure(
          code: 75, message: "another report on \(ledger) has been delivering for over \(Int(seconds)) s; try again")
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  deinit { close(descriptor) }
}
