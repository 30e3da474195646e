import Foundation
import Reporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of `--metrics`, for node_exporter's textfile collector: replaced as a whole, readable by everybody.
struct MetricsFile: Sendable {
  let path: String

  /// Finds out whether it can be written, before any work is done.
  ///
  /// - Throws: `CommandFailure`: exit 2 where it would overwrite the ledger, exit 4 where it cannot be written.
  func check(ledger: String) throws {
    let file = OutputFile(format: .text, path: path)
    try file.check()
    if file.isPart(ofLedger: ledger) {
      throw CommandFailure.usage("--metrics: \(path) belongs to the ledger and would be overwritten; name another file")
    }
  }

  /// Replaces the file; a reader finds the old text or the new.
  ///
  /// - Throws: `CommandFailure` with exit code 4 and the system's reason.
  func write(_ text: String) throws {
    let file = OutputFile(format: .text, path: path)
    // A pipe or device stays one; replacing it would take it from everybody who has it open.
    if file.isDevice { return try file.write(text) }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // Not `*.prom`: the collector reads every file that is called so.
    let part = target.deletingLastPathComponent().appendingPathComponent(".\(target.lastPathComponent).\(getpid())")
      .path
    func failure() -> CommandFailure { .store("cannot write \(path) (\(String(cString: strerror(errno))))") }
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure() }
    fchmod(descriptor, 0o644)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let problem = failure()
        close(descriptor)
        unlink(part)
        throw problem
      }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
    guard rename(part, target.path) == 0 else {
      let problem = failure()
      unlink(part)
      throw problem
    }
  }
}

/// `write(2)`, whose name the method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
