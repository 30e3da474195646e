public import Store
import Foundation
import System

/// A ledger on a PostgreSQL server, as people write it: `postgres://user@host:5432/database?schema=driftwatch&sslmode=verify-full`.
///
/// The parts are those of libpq's connection URIs (PostgreSQL manual, "Connection Strings") with two more: `schema`, which holds the
/// tables, `driftwatch` unless told; and `passwordfile`, a file with nothing but the password, such as a secret of a container. A password
/// does not belong here, because the text is stored and shown.
public struct ServerAddress: Equatable, Sendable {
  /// Whether a ledger's name is such an address.
  public static func isOne(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// What leads to this ledger and no other: user, host, port, database, and the schema where it was named; without what says how to
  /// connect.
  public let location: String
  /// The schema that holds the tables.
  public let schema: String
  /// The file that holds the password and no more; `nil`: libpq looks for one.
  let passwordFile: String?
  /// Parameters of libpq by name.
  let parameters: [String: String]

  /// Reads an address.
  ///
  /// - Throws: `cannotOpen` with what is wrong with it; a password is not repeated.
  public init(_ text: String) throws(StoreError) {
    let shown = Self.shown(text)
    func wrong(_ reason: String) -> StoreError { .cannotOpen(store: shown, reason: reason) }
    guard Self.isOne(text), let parts = URLComponents(string: text) else { throw wrong("it is no address") }
    guard parts.password == nil else {
      throw wrong(
        "a password does not belong into its address; put it into a file and name that in PGPASSFILE, or here with passwordfile="
      )
    }
    var parameters: [String: String] = [:]
    for item in parts.queryItems ?? [] {
      guard let value = item.value, !value.isEmpty else {
        throw wrong("its parameter \(Self.word(item.name)) has no value")
      }
      guard item.name != "password" else {
        throw wrong(
          "a password does not belong into its address; put it into a file and name that in PGPASSFILE, or here with passwordfile="
        )
      }
      guard Self.known.contains(item.name) else {
        throw wrong("there is no parameter \(Self.word(item.name)); there are \(Self.known.joined(separator: ", "))")
      }
      parameters[item.name] = value
    }
    schema = parameters.removeValue(forKey: "schema") ?? Self.usualSchema
    guard schema.utf8.count <= 63 else { throw wrong("a schema has at most 63 letters") }
    guard schema.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }),
      !schema.isEmpty, !(schema.utf8.first.map { (48...57).contains($0) } ?? true), !schema.hasPrefix("pg_")
    else {
      throw wrong("a schema has lower case letters, digits and _")
    }
    passwordFile = parameters.removeValue(forKey: "passwordfile")
    guard passwordFile == nil || parameters["passfile"] == nil else { throw wrong("it has passfile and passwordfile") }
    if let host = parts.host, !host.isEmpty { parameters["host"] = host }
    if let port = parts.port { parameters["port"] = "\(port)" }
    if let user = parts.user, !user.isEmpty { parameters["user"] = user }
    let database = parts.path.dropFirst()
    guard !database.contains("/") else { throw wrong("it has more than one database") }
    if !database.isEmpty { parameters["dbname"] = String(database) }
    if parameters["sslmode"] == nil, let host = parameters["host"], !Self.isLocal(host) {
      parameters["sslmode"] = "require"
    }
    self.parameters = parameters
    let user = parts.user.flatMap { $0.isEmpty ? nil : parts.percentEncodedUser }.map { "\($0)@" } ?? ""
    let ending = schema == Self.usualSchema ? "" : "?schema=\(schema)"
    location = "postgres://\(user)\(shown.dropFirst("postgres://".count))\(ending)"
  }

  private static let usualSchema = "driftwatch"

  /// More than any password.
  private static let longestPassword = 4_096

  /// The password of ``passwordFile`` without the line break at its end; `nil` where there is no such file named.
  ///
  /// - Throws: `passwordUnreadable` with the file and what is wrong with it.
  func password() throws(StoreError) -> String? {
    guard let passwordFile else { return nil }
    let shown = String(
      passwordFile.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200).map(Character.init))
    func wrong(_ reason: String) -> StoreError {
      .passwordUnreadable(store: location, reason: "its passwordfile \(shown) \(reason)")
    }
    let file: RegularFile
    do throws(RegularFile.Problem) { file = try RegularFile(passwordFile, limit: Self.longestPassword + 2) } catch {
      switch error {
      case .missing: throw wrong("does not exist")
      case .unreadable(let failure): throw wrong("cannot be read: \(failure)")
      case .notRegular: throw wrong("is no regular file")
      case .tooLarge: throw wrong("is larger than \(Self.longestPassword) bytes")
      }
    }
    guard !file.bytes.isEmpty else { throw wrong("is empty") }
    var bytes = file.bytes[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard bytes.count <= Self.longestPassword else { throw wrong("is larger than \(Self.longestPassword) bytes") }
    guard !bytes.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "\n")) else {
      throw wrong("holds something else than a password")
    }
    guard let password = String(validating: bytes, as: UTF8.self) else { throw wrong("is not in UTF-8") }
    return password
  }

  private static let known = [
    "host", "port", "schema", "connect_timeout", "passfile", "passwordfile", "sslmode", "sslrootcert", "sslcert",
    "sslkey",
    "target_session_attrs",
  ]

  /// Whether what is sent to a host leaves this machine: a folder is one with a socket.
  private static func isLocal(_ host: String) -> Bool {
    host.hasPrefix("/") || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
  }

  private static func word(_ name: String) -> String {
    String(name.filter { $0.isLetter || $0.isNumber || $0 == "_" }.prefix(40))
  }

  /// The address without user, password and parameters.
  private static func shown(_ text: String) -> String {
    guard let end = text.range(of: "://")?.upperBound else { return "postgres://" }
    var rest = text[end...].prefix { $0 != "?" && $0 != "#" }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    return "postgres://" + rest.filter { !$0.isWhitespace }.prefix(200)
  }
}
