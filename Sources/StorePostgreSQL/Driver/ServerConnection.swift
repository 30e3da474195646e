import CPostgreSQL
import Foundation
import Store
import StoreSQL

/// Sole owner of one connection to a PostgreSQL server.
final class ServerConnection {
  let raw: OpaquePointer
  let location: String
  /// Names of prepared statements by their text.
  private var prepared: [String: String] = [:]

  /// More than the ledger's own texts.
  private static let mostPrepared = 400

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: The server.
  ///   - isReadOnly: Whether nothing can be written.
  ///   - patience: How long a server is waited for that hangs.
  /// - Throws: `cannotOpen` where the server refuses; `unreachable` where it may answer later.
  init(
    _ address: ServerAddress, isReadOnly: Bool, patience: Duration = ServerConnection.standardPatience
  ) throws(StoreError) {
    self.patience = patience
    if let problem = drift_pg_load() {
      throw .cannotOpen(store: address.location, reason: String(cString: problem))
    }
    var parameters = address.parameters
    parameters["application_name"] = "driftwatch \(ProcessInfo.processInfo.processIdentifier)@\(Self.machine)"
    parameters["client_encoding"] = "UTF8"
    if let password = try address.password() { parameters["password"] = password }
    parameters["connect_timeout", default: "5"] += ""
    parameters["keepalives_idle"] = "10"
    parameters["keepalives_interval"] = "5"
    parameters["keepalives_count"] = "3"
    parameters["tcp_user_timeout"] = "20000"
    parameters["options"] = Self.options(address, isReadOnly)
    let connection = Self.connect(parameters)
    location = address.location
    guard let connection else { throw .failed(store: address.location, reason: "no memory for a connection") }
    guard drift_pg_status(connection) == DRIFT_PG_CONNECTED else {
      let message = String(cString: drift_pg_message(connection))
      drift_pg_finish(connection)
      throw StoreError(connecting: message, location: address.location)
    }
    raw = connection
    let version = Int(drift_pg_server_version(connection))
    guard version >= 150_000 else {
      throw .cannotOpen(store: location, reason: "it is PostgreSQL \(version / 10_000), and 15 or newer is needed")
    }
  }

  deinit { drift_pg_finish(raw) }

  /// The name of this machine.
  static let machine: String = {
    var name = [CChar](repeating: 0, count: 256)
    return gethostname(&name, name.count - 1) == 0
      ? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : "?"
  }()

  /// Settings of the session. A lock is waited for as long as in SQLite; a session that hangs inside a transaction is ended by the
  /// server, so that it holds up nobody.
  private static func options(_ address: ServerAddress, _ isReadOnly: Bool) -> String {
    let settings = [
      "search_path=\(address.schema)", "lock_timeout=\(Int(PostgreSQLDriver.busySeconds * 1000))",
      "statement_timeout=300000", "idle_in_transaction_session_timeout=60000", "bytea_output=hex",
      "standard_conforming_strings=on", "synchronous_commit=on",
      "default_transaction_read_only=\(isReadOnly ? "on" : "off")",
    ]
    return settings.map { "-c \($0)" }.joined(separator: " ")
  }

  private static func connect(_ parameters: [String: String]) -> OpaquePointer? {
    let pairs = parameters.sorted { $0.key < $1.key }
    return withCStrings(pairs.map(\.key)) { names in
      withCStrings(pairs.map(\.value)) { values in drift_pg_connect(names, values) }
    }
  }

  /// How long a server is waited for that neither answers nor goes away, as one that hangs.
  var patience: Duration

  /// For one statement; the server itself ends it later, so that this is a server that hangs.
  static let standardPatience = Duration.seconds(120)
  /// For statements that may take long by themselves: they remove much, or wait for other writers.
  static let longPatience = Duration.seconds(330)

  private func wait(_ ask: (Int, UnsafeMutablePointer<Int32>) -> OpaquePointer?) throws(StoreError) -> ServerResult {
    var isInVain: Int32 = 0
    let result = ask(max(1, Int(patience / .milliseconds(1))), &isInVain)
    if isInVain != 0 {
      isEnded = true
      throw .unreachable(store: location, reason: "no answer within \(Int(patience.components.seconds)) s")
    }
    return try checked(result)
  }

  /// Whether the server said that it ends this session; libpq sees that only at the next call.
  private var isEnded = false

  /// Whether the connection was lost.
  var isLost: Bool { isEnded || drift_pg_status(raw) != DRIFT_PG_CONNECTED }

  /// Runs statements without values; the result of the last.
  func execute(_ sql: String) throws(StoreError) -> ServerResult {
    try wait { drift_pg_exec(raw, sql, $0, $1) }
  }

  /// Runs one statement, which is prepared when it is first seen.
  func run(_ sql: String, _ values: [Value]) throws(StoreError) -> ServerResult {
    let name = try statement(sql)
    let texts = values.map(Self.text)
    return try wait { milliseconds, isInVain in
      withOptionalCStrings(texts) {
        drift_pg_exec_prepared(raw, name, Int32(texts.count), $0, milliseconds, isInVain)
      }
    }
  }

  private func statement(_ sql: String) throws(StoreError) -> String {
    if let name = prepared[sql] { return name }
    if prepared.count >= Self.mostPrepared {
      _ = try execute("DEALLOCATE ALL")
      prepared = [:]
    }
    let name = "s\(prepared.count)"
    _ = try wait { drift_pg_prepare(raw, name, Placeholders.numbered(sql), $0, $1) }
    prepared[sql] = name
    return name
  }

  private func checked(_ result: OpaquePointer?) throws(StoreError) -> ServerResult {
    guard let result else {
      isEnded = true
      throw .unreachable(store: location, reason: Self.line(String(cString: drift_pg_message(raw))))
    }
    let status = drift_pg_result_status(result)
    guard status == DRIFT_PG_COMMAND || status == DRIFT_PG_ROWS else {
      defer { drift_pg_clear(result) }
      let state = String(cString: drift_pg_sqlstate(result))
      // Without a state it is libpq that could not reach the server.
      if state.isEmpty || state.hasPrefix("57P") || state.hasPrefix("08") { isEnded = true }
      let message = state.isEmpty ? drift_pg_message(raw) : drift_pg_primary(result)
      throw StoreError(state: state, message: String(cString: message), isLost: isLost, location: location)
    }
    return ServerResult(raw: result)
  }

  /// A value as PostgreSQL reads it. Its texts hold no U+0000, which becomes U+FFFD.
  private static func text(_ value: Value) -> String? {
    switch value {
    case .null: nil
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let value): value.utf8.contains(0) ? value.replacing("\0", with: "\u{FFFD}") : value
    case .blob(let value): "\\x" + value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// The first line of a message, without the words that libpq puts before each.
  static func line(_ message: String) -> String {
    let first = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no message"
    return String(first.trimmingCharacters(in: .whitespaces).prefix(300))
  }
}

/// Calls `body` with C strings and a null pointer behind them, which are valid for the call.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  withOptionalCStrings(strings.map(Optional.some) + [nil], body)
}

private func withOptionalCStrings<Result>(
  _ strings: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { $0.map { strdup($0) } ?? nil }
  defer { for copy in copies { free(copy) } }
  let pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
  // Sound: the copies live until this returns, and the array until `body` returns.
  return pointers.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("an array that is never empty") }
    return body(start)
  }
}
