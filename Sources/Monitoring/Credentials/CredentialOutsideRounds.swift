public import ContractKit

/// A credential that is sent with single requests, outside of any round.
public struct CredentialOutsideRounds: Sendable {
  private let credential: RequestCredential?

  /// Reads a credential.
  ///
  /// - Parameters:
  ///   - authorization: How it is sent; no access token is obtained.
  ///   - environment: Where variables are read.
  /// - Throws: An error that says in one line, without the secret, why it cannot be read.
  public init(_ authorization: Authorization, environment: [String: String]) throws {
    credential = try CredentialReader(environment: environment).credential(for: authorization)
  }

  /// A URL with the credential in its query, if it stands there.
  public func url(_ url: String) -> String { credential?.url(url) ?? url }

  /// The headers that carry it.
  public var headers: [Field] { credential?.headers([]) ?? [] }
}
