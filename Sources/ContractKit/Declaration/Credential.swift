/// Where a secret is read. A contract never contains the secret itself.
public enum Credential: Sendable, Hashable {
  /// An environment variable.
  case environment(String)
  /// A file, without the line end at its end. Only its owner and group may be able to read it.
  case file(String)
  /// A file of systemd's `$CREDENTIALS_DIRECTORY` (systemd.exec(5), LoadCredential).
  case credential(String)
  /// The output of a command, without the line end at its end. It runs without a shell and is ended after ten seconds.
  case command([String])

  /// Its name in messages; never the value.
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
  /// The header of the credential.
  public let header: String
  /// Text before the secret: `"Bearer "`.
  public let prefix: String
  /// Where the secret is read.
  public internal(set) var credential: Credential
  /// Whether requests are sent without it if it is missing. `false` means that they are not sent, which is reported.
  public let isOptional: Bool
  /// Origins that get the credential beside those of the contract's base URL and environments: `https://files.example.com`.
  public internal(set) var origins: [String]

  /// The same, wherever it is sent: two that differ in their origins are one credential.
  package var withoutOrigins: Authorization {
    Authorization(header: header, prefix: prefix, credential: credential, isOptional: isOptional, origins: [])
  }

  /// `Authorization: Bearer …` (RFC 6750).
  ///
  /// - Parameters:
  ///   - credential: Where the secret is read.
  ///   - isOptional: Whether requests are sent without it if it is missing.
  ///   - origins: Origins that get it beside those of the contract's base URL and environments; one with `http` gets it without encryption.
  /// - Returns: The authorization.
  public static func bearer(
    _ credential: Credential, isOptional: Bool = false, origins: [String] = []
  ) -> Authorization {
    Authorization(
      header: "Authorization", prefix: "Bearer ", credential: credential, isOptional: isOptional, origins: origins)
  }

  /// A header of its own, such as `X-Api-Key`.
  ///
  /// - Parameters:
  ///   - name: The name of the header.
  ///   - credential: Where the secret is read.
  ///   - isOptional: Whether requests are sent without it if it is missing.
  ///   - origins: Origins that get it beside those of the contract's base URL and environments; one with `http` gets it without encryption.
  /// - Returns: The authorization.
  public static func header(
    _ name: String, _ credential: Credential, isOptional: Bool = false, origins: [String] = []
  ) -> Authorization {
    Authorization(header: name, prefix: "", credential: credential, isOptional: isOptional, origins: origins)
  }
}
