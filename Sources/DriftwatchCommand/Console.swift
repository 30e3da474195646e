import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Results go to standard output, messages to standard error; colour and progress only where a person looks.
struct Console: Sendable {
  let output: FileHandle
  let errors: FileHandle
  /// Columns of the terminal on standard output; 80 where there is none.
  let width: Int
  let isTerminal: Bool
  let errorsAreTerminal: Bool

  /// The process's own streams.
  static var standard: Console {
    Console(
      output: .standardOutput, errors: .standardError, width: columns() ?? 80, isTerminal: isatty(1) == 1,
      errorsAreTerminal: isatty(2) == 1)
  }

  /// Writes a result; nobody reading any more is no error.
  func print(_ text: String) { try? output.write(contentsOf: Data(text.utf8)) }

  /// Writes one line to standard error, without control characters.
  func complain(_ message: String) {
    let line = String(message.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    try? errors.write(contentsOf: Data("driftwatch: \(line)\n".utf8))
  }

  /// Shows a line of progress in place of the last one; nothing where standard error is no terminal.
  func progress(_ text: String) {
    guard errorsAreTerminal else { return }
    try? errors.write(contentsOf: Data("\r\u{1b}[K\(text)".utf8))
  }

  /// Takes the line of progress away.
  func endProgress() { progress("") }

  /// Whether to colour: on a terminal, unless the environment says no (no-color.org, `TERM=dumb`).
  func usesColour(_ environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  private static func columns() -> Int? {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
