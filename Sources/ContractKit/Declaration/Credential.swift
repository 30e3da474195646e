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
  /// Where in a request it stands.
  public enum Placement: Sendable, Hashable {
    /// In a header, behind some text: `"Bearer "`.
    case header(String, prefix: String)
    /// In the query of the URL, as the value of an item: `?api_key=…`.
    case queryItem(String)
    /// In the `Cookie` header, as the value of a cookie (RFC 6265 section 4.2).
    case cookie(String)
    /// In the `Authorization` header as the password of a user (RFC 7617).
    case basic(user: String)
    /// In the `Authorization` header as `Bearer` with a token that is obtained for it.
    case accessToken(AccessTokenRequest)
  }

  /// Where in a request it stands.
  public let placement: Placement
  /// Where the secret is read.
  public internal(set) var credential: Credential
  /// Whether requests are sent without it if it is missing. `false` means that they are not sent, which is reported.
  public let isOptional: Bool
  /// Origins that get the credential beside those of the contract's base URL and environments: `https://files.example.com`.
  public internal(set) var origins: [String]

  /// The same, wherever it is sent: two that differ in their origins are one credential.
  package var withoutOrigins: Authorization {
    Authorization(placement: placement, credential: credential, isOptional: isOptional, origins: [])
  }

  /// What tells it apart from others, without the secret: `Authorization: Bearer environment variable SHOP_TOKEN`.
  package var name: String {
    switch placement {
    case .header(let name, let prefix): "\(name): \(prefix) \(credential.name)"
    case .queryItem(let name): "query item \(name): \(credential.name)"
    case .cookie(let name): "cookie \(name): \(credential.name)"
    case .basic(let user): "Authorization: Basic \(user) \(credential.name)"
    case .accessToken(let request): "Authorization: Bearer of \(request.clientID) \(credential.name)"
    }
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
      placement: .header("Authorization", prefix: "Bearer "), credential: credential, isOptional: isOptional,
      origins: origins)
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
    Authorization(
      placement: .header(name, prefix: ""), credential: credential, isOptional: isOptional, origins: origins)
  }

  /// An item of the query, such as `?api_key=…`. An item of this name that a link has already is replaced.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - credential: Where the secret is read.
  ///   - isOptional: Whether requests are sent without it if it is missing.
  ///   - origins: Origins that get it beside those of the contract's base URL and environments; one with `http` gets it without encryption.
  /// - Returns: The authorization.
  public static func queryItem(
    _ name: String, _ credential: Credential, isOptional: Bool = false, origins: [String] = []
  ) -> Authorization {
    Authorization(placement: .queryItem(name), credential: credential, isOptional: isOptional, origins: origins)
  }

  /// A cookie, such as that of a session.
  ///
  /// - Parameters:
  ///   - name: The name of the cookie.
  ///   - credential: Where its value is read.
  ///   - isOptional: Whether requests are sent without it if it is missing.
  ///   - origins: Origins that get it beside those of the contract's base URL and environments; one with `http` gets it without encryption.
  /// - Returns: The authorization.
  public static func cookie(
    _ name: String, _ credential: Credential, isOptional: Bool = false, origins: [String] = []
  ) -> Authorization {
    Authorization(placement: .cookie(name), credential: credential, isOptional: isOptional, origins: origins)
  }

  /// `Authorization: Basic …` (RFC 7617), in UTF-8.
  ///
  /// - Parameters:
  ///   - user: The user's name, without a colon.
  ///   - password: Where the password is read.
  ///   - isOptional: Whether requests are sent without it if it is missing.
  ///   - origins: Origins that get it beside those of the contract's base URL and environments; one with `http` gets it without encryption.
  /// - Returns: The authorization.
  public static func basic(
    user: String, password: Credential, isOptional: Bool = false, origins: [String] = []
  ) -> Authorization {
    Authorization(placement: .basic(user: user), credential: password, isOptional: isOptional, origins: origins)
  }
}
