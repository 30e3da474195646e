import ContractKit
import DriftModel
import Foundation

/// Results go to standard output, messages to standard error; colour and progress only where a person looks.
struct Console: Sendable {
  let output: FileHandle
  let errors: FileHandle
  /// Columns of the report: `$COLUMNS` (POSIX, "Environment Variables"), else those of the terminal on standard output, else 80.
  let width: Int
  let isTerminal: Bool
  /// Whether a line of progress is shown on standard error: only on a terminal that can take a line back.
  var showsProgress: Bool

  /// The process's own streams.
  static var standard: Console {
    Console(
      output: .standardOutput, errors: .standardError, width: columns() ?? 80, isTerminal: isatty(1) == 1,
      showsProgress: isatty(2) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb")
  }

  /// Writes a result. It is no error if the reader has gone (`driftwatch … | head`).
  ///
  /// - Throws: `CommandFailure` with exit code 4 where the system refuses, as on a full disk.
  func print(_ text: String) throws {
    do { try write(text) } catch  where errno(of: error) == EPIPE {} catch {
      throw CommandFailure.store("cannot write the result to standard output; is there space left?")
    }
  }

  /// Writes a result that must be delivered. It is an error if the reader has gone.
  ///
  /// - Throws: `CommandFailure` with exit code 4.
  func hand(over text: String) throws {
    let lost = CommandFailure.store(
      "nobody read the report to its end; nothing counts as delivered, the next report has it again")
    do { try write(text) } catch  where errno(of: error) == EPIPE { throw lost } catch {
      throw CommandFailure.store("cannot write the result to standard output; is there space left?")
    }
    // A pipe accepts what fits into it even if its reader has gone (poll(2): POLLERR on a writing end).
    var state = pollfd(fd: output.fileDescriptor, events: 0, revents: 0)
    if poll(&state, 1, 0) > 0, state.revents & Int16(POLLERR) != 0 { throw lost }
  }

  private func write(_ text: String) throws { try output.write(contentsOf: Data(text.utf8)) }

  /// The system's number behind an error of Foundation's.
  private func errno(of error: any Error) -> Int32? {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(exactly: error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? NSError).flatMap { Int32(exactly: $0.code) }
  }

  /// Says in one line which endpoints of a live round are not fetched.
  func leaveOut(_ endpoints: [EndpointID], _ contracts: [Contract]) {
    if let words = Self.leftOut(endpoints, contracts) { complain(words) }
  }

  /// The line about endpoints that are not fetched, or about contracts of which none is; `nil` if there are none.
  static func leftOut(_ endpoints: [EndpointID], _ contracts: [Contract]) -> String? {
    guard !endpoints.isEmpty else { return nil }
    var words: [String] = []
    for contract in contracts {
      let own = endpoints.filter { $0.contract == contract.id }.map(\.description)
      words += own.count == contract.endpoints.count(where: \.isScheduled) && !own.isEmpty ? [contract.id] : own
    }
    return "left out, no base URL: \(words.joined(separator: ", "))"
  }

  /// `text` without the part between `//` and the last `@`, which may contain a password.
  static func withoutPassword(_ text: String) -> String {
    guard let at = text.range(of: "@", options: .backwards) else { return text }
    let start = text.range(of: "//").map(\.upperBound) ?? text.startIndex
    guard start < at.lowerBound else { return text }
    return text.replacingCharacters(in: start..<at.lowerBound, with: "…")
  }

  /// Writes one line to standard error, without control characters and commands to build servers.
  func complain(_ message: String) {
    try? errors.write(contentsOf: Data("driftwatch: \(message.asLogLine)\n".utf8))
  }

  /// Shows a line of progress in place of the last one, if standard error is a terminal.
  func progress(_ text: String) {
    guard showsProgress else { return }
    try? errors.write(contentsOf: Data("\r\u{1b}[K\(text)".utf8))
  }

  /// Takes the line of progress away.
  func endProgress() { progress("") }

  /// Whether to colour: on a terminal, unless the environment says no (no-color.org, `TERM=dumb`).
  func usesColour(_ environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  private static func columns() -> Int? {
    if let wanted = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init), wanted > 0 { return wanted }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
