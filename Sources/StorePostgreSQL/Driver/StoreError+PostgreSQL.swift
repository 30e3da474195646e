import Foundation
import Store

extension StoreError {
  /// The error for a connection that was not made, from libpq's message.
  ///
  /// A name may have several addresses, and the message has what each of them said (PostgreSQL manual, "Specifying Multiple Hosts"). An
  /// address that refuses something answered, so it says more than those that did not.
  init(connecting message: String, location: String) {
    // libpq gives no SQLSTATE here; these are the server's words, which follow "FATAL:".
    let refusals = [
      "password authentication failed", "no pg_hba.conf entry", "does not exist", "no password supplied",
      "is not permitted",
      "authentication failed", "certificate", "SSL", "must be", "permission denied",
    ]
    let refusal = message.split(separator: "\n").first { line in
      refusals.contains { line.contains($0) } && !line.contains("No such file")
    }
    let line = ServerConnection.line(refusal.map(String.init) ?? message)
    let reason = line.components(separatedBy: "FATAL:").last?.trimmingCharacters(in: .whitespaces) ?? line
    let isRefused = refusal != nil
    self = isRefused ? .refused(store: location, reason: reason) : .unreachable(store: location, reason: reason)
  }

  /// The error for a statement that failed, by its SQLSTATE (PostgreSQL manual, "PostgreSQL Error Codes"). The message is the primary
  /// one, which names tables and columns and holds no value.
  init(state: String, message: String, isLost: Bool, location: String) {
    let reason = "\(ServerConnection.line(message)), SQLSTATE \(state.isEmpty ? "unknown" : state)"
    switch state {
    case "55P03", "40001", "40P01": self = .busy(store: location, seconds: PostgreSQLDriver.busySeconds)
    case "53100": self = .full(store: location)
    case "25006": self = .readOnly(store: location)
    case "42501", "3D000", "3F000": self = .refused(store: location, reason: reason)
    case "42P01", "42703": self = .damaged(store: location, part: "schema", reason: ServerConnection.line(message))
    case _ where isLost || state.hasPrefix("08") || state.hasPrefix("57P"):
      self = .unreachable(store: location, reason: state.isEmpty ? ServerConnection.line(message) : reason)
    // The same statement would fail again with the same values.
    case _ where ["21", "22", "23", "42", "54"].contains(state.prefix(2)):
      self = .inconsistent(store: location, reason: reason)
    default: self = .failed(store: location, reason: reason)
    }
  }
}
