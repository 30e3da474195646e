/// Where a secret is found; a contract never holds the secret itself.
public enum Credential: Sendable, Hashable {
  /// An environment variable.
  case environment(String)
  /// A file, without the line end at its end; nobody but its owner and group may read it.
  case file(String)
  /// A file of systemd's `$CREDENTIALS_DIRECTORY` (systemd.exec(5), LoadCredential).
  case credential(String)
  /// What a command prints, without the line end at its end; run without a shell, ended after ten seconds.
  case command([String])

  /// What it is called in messages: the name, never the value.
  package var name: String {
    switch self {
    case .environment(let name): "environment variable \(name)"
    case .file(let path): "file \(path)"
    case .credential(let name): "credential \(name)"
    case .command(let words): "command \(words.first ?? "")"
    }
  }
}

/// How a credential is sent.
public struct Authorization: Sendable, Hashable {
  /// Header that carries it.
  public let header: String
  /// Text before the secret: `"Bearer "`.
  public let prefix: String
  /// Where the secret is found.
  public internal(set) var credential: Credential
  /// Whether requests are sent without it when it is missing; `false`: they are not sent, and that is said.
  public let isOptional: Bool

  /// `Authorization: Bearer …` (RFC 6750).
  public static func bearer(_ credential: Credential, isOptional: Bool = false) -> Authorization {
    Authorization(header: "Authorization", prefix: "Bearer ", credential: credential, isOptional: isOptional)
  }

  /// A header of its own, such as `X-Api-Key`.
  public static func header(_ name: String, _ credential: Credential, isOptional: Bool = false) -> Authorization {
    Authorization(header: name, prefix: "", credential: credential, isOptional: isOptional)
  }
}
