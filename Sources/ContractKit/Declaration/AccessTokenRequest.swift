/// How an access token is obtained before requests are sent (OAuth 2.0, RFC 6749).
///
/// The token is kept in memory until it expires. If the API refuses it (401), it is obtained anew once.
public struct AccessTokenRequest: Sendable, Hashable {
  /// What a token is given for.
  public enum Grant: Sendable, Hashable {
    /// The client's own secret (RFC 6749 section 4.4).
    case clientCredentials
    /// A refresh token (section 6), with the secret of the client if it has one.
    case refreshToken(clientSecret: Credential?)
  }

  /// The token endpoint: an absolute URL with `https`, or of this machine.
  public let url: String
  /// What the token is given for.
  public let grant: Grant
  /// The client's id.
  public let clientID: String
  /// Further items of the request's form, such as `scope` and `audience`.
  public let parameters: [String: String]
  /// Whether the client's secret stands in the form, for servers that do not know Basic authentication (section 2.3.1).
  public let sendsSecretInForm: Bool
}

extension Authorization {
  /// `Authorization: Bearer …` with a token that the client gets for its own secret (RFC 6749 section 4.4).
  ///
  /// - Parameters:
  ///   - tokenURL: The token endpoint.
  ///   - clientID: The client's id.
  ///   - clientSecret: Where the client's secret is read. It is sent to the token endpoint only.
  ///   - parameters: Further items of the form, such as `scope` and `audience`.
  ///   - sendsSecretInForm: Whether the secret stands in the form in place of Basic authentication.
  ///   - isOptional: Whether requests are sent without a token if the secret is missing.
  ///   - origins: Origins that get the token beside those of the contract's base URL and environments.
  /// - Returns: The authorization.
  public static func clientCredentials(
    tokenURL: String, clientID: String, clientSecret: Credential, parameters: [String: String] = [:],
    sendsSecretInForm: Bool = false, isOptional: Bool = false, origins: [String] = []
  ) -> Authorization {
    let request = AccessTokenRequest(
      url: tokenURL, grant: .clientCredentials, clientID: clientID, parameters: parameters,
      sendsSecretInForm: sendsSecretInForm)
    return Authorization(
      placement: .accessToken(request), credential: clientSecret, isOptional: isOptional, origins: origins)
  }

  /// `Authorization: Bearer …` with a token that the client gets for a refresh token (RFC 6749 section 6).
  ///
  /// If the server gives a new refresh token with each access token, the new one is used as long as this process lives; after that the
  /// credential is read again, and must hold one that still works.
  ///
  /// - Parameters:
  ///   - token: Where the refresh token is read. It is sent to the token endpoint only.
  ///   - tokenURL: The token endpoint.
  ///   - clientID: The client's id.
  ///   - clientSecret: Where the client's secret is read, if it has one.
  ///   - parameters: Further items of the form.
  ///   - sendsSecretInForm: Whether the client's secret stands in the form in place of Basic authentication.
  ///   - isOptional: Whether requests are sent without a token if the refresh token is missing.
  ///   - origins: Origins that get the token beside those of the contract's base URL and environments.
  /// - Returns: The authorization.
  public static func refreshToken(
    _ token: Credential, tokenURL: String, clientID: String, clientSecret: Credential? = nil,
    parameters: [String: String] = [:], sendsSecretInForm: Bool = false, isOptional: Bool = false,
    origins: [String] = []
  ) -> Authorization {
    let request = AccessTokenRequest(
      url: tokenURL, grant: .refreshToken(clientSecret: clientSecret), clientID: clientID, parameters: parameters,
      sendsSecretInForm: sendsSecretInForm)
    return Authorization(placement: .accessToken(request), credential: token, isOptional: isOptional, origins: origins)
  }

  /// How its token is obtained; `nil` if the credential itself is sent.
  package var tokenRequest: AccessTokenRequest? {
    if case .accessToken(let request) = placement { request } else { nil }
  }

  /// The client's secret beside the credential; `nil` if there is none.
  package var clientSecret: Credential? {
    if case .refreshToken(let secret)? = tokenRequest?.grant { secret } else { nil }
  }
}
