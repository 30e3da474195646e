import Foundation
import Reporting
import System

/// The file of `--metrics`, for node_exporter's textfile collector. It is replaced as a whole and readable by everyone.
struct MetricsFile: Sendable {
  let path: String

  /// Checks that it can be written, before any work is done.
  ///
  /// - Throws: `CommandFailure`: exit 2 where it would overwrite the ledger, exit 4 where it cannot be written.
  func check(ledger: String) throws {
    let file = OutputFile(format: ReportFormat.text, path: path)
    try file.check()
    if file.isPart(ofLedger: ledger) {
      throw CommandFailure.usage("--metrics: \(path) belongs to the ledger and would be overwritten; name another file")
    }
  }

  /// Replaces the file, so that a reader gets the old text or the new one.
  ///
  /// - Throws: `CommandFailure` with exit code 4 and the system's reason.
  func write(_ text: String) throws {
    let file = OutputFile(format: ReportFormat.text, path: path)
    // A pipe or device is not replaced, because other processes may have it open.
    if file.isDevice { return try writeAtOnce(text) }
    do {
      // The collector reads every file called `*.prom`, which the part that is being written is not.
      try ReplacedFile.save(Array(text.utf8), at: file.target.path, mode: 0o644)
    } catch {
      throw CommandFailure.store("cannot write \(path) (\(error))")
    }
  }

  /// How long writing to a pipe may take. A longer wait would delay the scheduler's watchdog
  /// signals.
  private static let timeout = Duration.seconds(1)

  /// Writes to a pipe or device without waiting for a reader.
  private func writeAtOnce(_ text: String) throws {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw errno == ENXIO ? CommandFailure.store("cannot write \(path) (nobody reads there)") : failure()
    }
    defer { close(descriptor) }
    try write(text, to: descriptor)
  }

  private func write(_ text: String, to descriptor: Int32) throws {
    var rest = Array(text.utf8)[...]
    let deadline = ContinuousClock.now + Self.timeout
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let left = (deadline - .now) / Duration.milliseconds(1)
        if left > 0, poll(&request, 1, Int32(left) + 1) != 0 { continue }
        throw CommandFailure.store("cannot write \(path) (its reader reads no more)")
      }
      guard count > 0 else { throw failure() }
      rest = rest.dropFirst(count)
    }
  }

  private func failure() -> CommandFailure { .store("cannot write \(path) (\(String(cString: strerror(errno))))") }
}

/// `write(2)`, whose name the method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
