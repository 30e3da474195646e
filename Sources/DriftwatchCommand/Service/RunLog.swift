import Foundation
import System

/// The log of `driftwatch run` on standard error: one line for each event, as text or as one JSON object.
///
/// Lines contain names, outcomes and reasons, never a response or a secret. Control characters are removed from text
/// and escaped in JSON, so that nothing from a provider can begin a line.
struct RunLog: Sendable {
  /// Forms of a line.
  enum Format: String, CaseIterable { case text, json }

  /// How much an event matters; the number is its priority in the journal (sd-daemon(3)).
  enum Level: String, Comparable {
    case error, warning, info

    var priority: Int {
      switch self {
      case .error: 3
      case .warning: 4
      case .info: 6
      }
    }

    static func < (left: Level, right: Level) -> Bool { left.priority > right.priority }
  }

  /// A value in a JSON line.
  enum Value {
    case text(String)
    case number(Double)
    case integer(Int)
    case list([String])
  }

  let console: Console
  let format: Format
  /// The least important level that is written.
  let threshold: Level
  /// Whether lines begin with their priority, for the journal.
  let hasPriorities: Bool

  init(_ call: CommandCall, _ environment: [String: String], _ console: Console) throws {
    self.console = console
    format = try call.choice("--log-format", Format.self) ?? .text
    threshold = call.has("--quiet") ? .warning : .info
    hasPriorities = Self.isJournal(console.errors.fileDescriptor, environment["JOURNAL_STREAM"])
  }

  /// Writes one event.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - event: What kind it is, one word: the same in every release.
  ///   - message: The line for people.
  ///   - fields: The same for machines, in this order.
  func write(_ level: Level, _ event: String, _ message: String, _ fields: KeyValuePairs<String, Value?> = [:]) {
    guard level >= threshold else { return }
    let now = Date()
    var line = hasPriorities ? "<\(level.priority)>" : ""
    switch format {
    case .text:
      line += "driftwatch: \(now.formatted(.iso8601)) \(message.asLogLine)\n"
    case .json:
      let stamp = now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      var members: [(String, Value)] = [
        ("ts", .text(stamp)), ("level", .text(level.rawValue)), ("event", .text(event)),
      ]
      for (name, value) in fields { if let value { members.append((name, value)) } }
      members.append(("message", .text(message)))
      line += "{" + members.map { "\(Self.quoted($0.0)):\(Self.json($0.1))" }.joined(separator: ",") + "}\n"
    }
    // The monitor goes on if the log cannot be written.
    try? console.errors.write(contentsOf: Data(line.utf8))
  }

  private static func json(_ value: Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): number.isFinite ? String((number * 1000).rounded() / 1000) : "null"
    case .integer(let number): String(number)
    case .list(let texts): "[" + texts.map(quoted).joined(separator: ",") + "]"
    }
  }

  /// A JSON string (RFC 8259 section 7) with ``SteeringCharacters`` escaped.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    var steering = SteeringCharacters()
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where steering.includesNext(scalar): result += scalar.escapedInJSON
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether `descriptor` is the journal's socket, which it names as `device:inode` (systemd.exec(5),
  /// `$JOURNAL_STREAM`).
  private static func isJournal(_ descriptor: Int32, _ name: String?) -> Bool {
    guard let name else { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && name == "\(status.st_dev):\(status.st_ino)"
  }
}
