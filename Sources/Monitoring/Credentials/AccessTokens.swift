import ContractKit
import Fetching
import Foundation
import System

/// Access tokens that were obtained (RFC 6749), as long as they last. One is kept over rounds, in memory only.
public actor AccessTokens {
  private var known: [Key: Token] = [:]
  private var pending: [Key: Task<Result<Token, Unavailable>, Never>] = [:]
  /// So many seconds before its end a token is not used any more: it has to arrive.
  private static let margin = 30.0

  /// No token.
  public init() {}

  /// Whose token it is. A rotated secret is another one.
  struct Key: Hashable {
    let authorization: Authorization
    let secret: ContentDigest
  }

  /// A token.
  struct Token: Sendable, Equatable {
    let text: String
    /// When it expires; `nil` if the server did not say.
    var end: ContinuousClock.Instant?
    /// A new refresh token, in place of the one that was sent.
    var refresh: String?
    /// Whether the API was not asked with it before.
    var isNew = true
  }

  /// Why there is no token, in one line without a secret.
  struct Unavailable: Error, CustomStringConvertible { let description: String }

  /// A token that still lasts. Who asks while one is being obtained waits for that one.
  ///
  /// - Parameters:
  ///   - key: Whose it is.
  ///   - refused: A token that the API refused, in place of which a new one is wanted.
  ///   - obtain: Obtains one; gets the refresh token that came last, if one came.
  /// - Returns: The token.
  /// - Throws: ``Unavailable``.
  func token(
    for key: Key, inPlaceOf refused: String?, obtain: @escaping @Sendable (String?) async -> Result<Token, Unavailable>
  ) async throws(Unavailable) -> Token {
    if let token = known[key], token.text != refused,
      token.end.map({ ContinuousClock.now + .seconds(Self.margin) < $0 }) ?? true
    {
      return token
    }
    if let running = pending[key] { return try await running.value.get() }
    let refresh = known[key]?.refresh
    let task = Task { await obtain(refresh) }
    pending[key] = task
    let result = await task.value
    pending[key] = nil
    var token = try result.get()
    token.refresh = token.refresh ?? refresh
    known[key] = token
    known[key]?.isNew = false
    return token
  }
}

/// A request to a token endpoint, and what its response means.
struct TokenExchange: Sendable {
  let request: AccessTokenRequest
  /// The credential: the client's secret, or the refresh token.
  let credential: String
  /// The client's secret beside a refresh token.
  let clientSecret: String?

  /// Asks for a token.
  ///
  /// - Parameters:
  ///   - fetcher: Sends the request, and never sends it again where it may have arrived.
  ///   - deadline: When it is not waited for any more.
  ///   - refresh: The refresh token that came last, in place of the credential.
  /// - Returns: The token, or why there is none.
  func token(
    with fetcher: Fetcher, deadline: ContinuousClock.Instant?, refresh: String?
  ) async -> Result<AccessTokens.Token, AccessTokens.Unavailable> {
    func failure(_ words: String) -> Result<AccessTokens.Token, AccessTokens.Unavailable> {
      .failure(AccessTokens.Unavailable(description: "no access token: \(words)"))
    }
    guard let origin = WebOrigin(request.url) else { return failure("the token endpoint is no URL") }
    guard origin.isConfidential else {
      return failure("\(origin) is not asked, since everybody on the way could read the secret; use https")
    }
    let started = ContinuousClock.now
    let transfer = await fetcher.fetch([fetchRequest(refresh)], deadline: deadline).first
    guard let transfer else { return failure("\(origin) was not asked") }
    if let problem = transfer.failure { return failure("\(origin): \(problem.description)") }
    let status = transfer.status ?? 0
    let response = try? JSONDecoder().decode(TokenResponse.self, from: Data(transfer.body))
    guard status == 200, let text = response?.access_token, !text.isEmpty else {
      // The error codes of RFC 6749 section 5.2 are words; nothing else of the response is repeated.
      let code = response?.error.flatMap { $0.wholeMatch(of: /[a-z_]{1,40}/) == nil ? nil : $0 }
      return failure(
        "\(origin) answered \(status)" + (status == 200 ? " without an access_token" : "")
          + (code.map { " (\($0))" } ?? ""))
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return failure("\(origin) gave a token that no header can hold")
    }
    if let type = response?.token_type, type.lowercased() != "bearer" {
      return failure("\(origin) gave a token of a type that is not supported; only Bearer is")
    }
    let end = response?.expires_in.map { started + .seconds(max(0, min($0.seconds, 1e9))) }
    return .success(AccessTokens.Token(text: text, end: end, refresh: response?.refresh_token))
  }

  private func fetchRequest(_ refresh: String?) -> FetchRequest {
    var form = request.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let secret: String?
    switch request.grant {
    case .clientCredentials:
      form.insert(("grant_type", "client_credentials"), at: 0)
      secret = credential
    case .refreshToken:
      form.insert(("grant_type", "refresh_token"), at: 0)
      form.append(("refresh_token", refresh ?? credential))
      secret = clientSecret
    }
    var headers = [
      HeaderField(name: "Accept", value: "application/json"),
      HeaderField(name: "Content-Type", value: "application/x-www-form-urlencoded"),
    ]
    if let secret, !request.sendsSecretInForm {
      let pair = "\(Self.encoded(request.clientID)):\(Self.encoded(secret))"
      headers.append(
        HeaderField(name: "Authorization", value: "Basic " + Data(pair.utf8).base64EncodedString()))
    } else {
      form.append(("client_id", request.clientID))
      if let secret { form.append(("client_secret", secret)) }
    }
    let body = form.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
    return FetchRequest(
      label: "token", url: request.url, method: "POST", headers: headers, body: Array(body.utf8), isIdempotent: false)
  }

  /// As forms are encoded (WHATWG URL section 5.2), but for the space, which is `%20` to every server.
  private static func encoded(_ text: String) -> String { RequestCredential.encoded(text) }
}

/// RFC 6749 sections 5.1 and 5.2; names as they are sent.
private struct TokenResponse: Decodable {
  let access_token: String?
  let token_type: String?
  let expires_in: Lifetime?
  let refresh_token: String?
  let error: String?

  /// Seconds; some servers send them as text.
  struct Lifetime: Decodable {
    let seconds: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        seconds = number
      } else {
        seconds = Double(try container.decode(String.self)) ?? 0
      }
    }
  }
}
