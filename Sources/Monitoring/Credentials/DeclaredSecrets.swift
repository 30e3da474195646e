import ContractKit
import Dispatch
import Synchronization
import System

/// The secrets that contracts declare: credentials, which are kept once they could be read, for as long as this lives, and values of
/// environment variables. No command that prints one is run twice.
final class DeclaredSecrets: Sendable {
  private let reader: CredentialReader
  private let known = Mutex(Known())

  private struct Known {
    var credentials: [Authorization: Result<RequestCredential?, CredentialReader.Unreadable>] = [:]
    /// Access tokens that were sent for a credential.
    var tokens: [Authorization: Set<String>] = [:]
    /// By contract: the mask, and the secrets that it was made of.
    var masks: [String: (secrets: [String], mask: SecretMask)] = [:]
  }

  init(_ reader: CredentialReader) { self.reader = reader }

  /// A credential as it is sent; `nil` if it is optional and not there.
  ///
  /// A command runs on no thread of the task pool, so that one that hangs holds up nobody else.
  ///
  /// - Parameters:
  ///   - authorization: What the contract says of the credential.
  ///   - deadline: The time after which no command is waited for.
  /// - Returns: The credential.
  /// - Throws: `Unreadable`. Who asks again may find what was no command.
  func credential(
    for authorization: Authorization, until deadline: ContinuousClock.Instant? = nil
  ) async throws(CredentialReader.Unreadable) -> RequestCredential? {
    if let known = known.withLock({ $0.credentials[authorization] }) { return try known.get() }
    var reader = reader
    if let deadline {
      reader.command.seconds = max(0, min(reader.command.seconds, ContinuousClock.now.duration(to: deadline).seconds))
    }
    let credential = await withCheckedContinuation { [reader] continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(CredentialReader.Unreadable) in try reader.credential(for: authorization) })
      }
    }
    return try keep(credential, of: authorization).get()
  }

  /// The first that was read counts, if several read at once.
  private func keep(
    _ credential: Result<RequestCredential?, CredentialReader.Unreadable>, of authorization: Authorization
  ) -> Result<RequestCredential?, CredentialReader.Unreadable> {
    if case .failure = credential, !authorization.isPrinted { return credential }
    return known.withLock { known in
      let first = known.credentials[authorization] ?? credential
      known.credentials[authorization] = first
      return first
    }
  }

  /// Masks an access token from now on.
  func note(token: String, of authorization: Authorization) {
    known.withLock { _ = $0.tokens[authorization, default: []].insert(token) }
  }

  /// What is masked wherever something of a contract's responses is shown or stored.
  ///
  /// A credential that a command prints is masked once it was sent: nobody could have repeated it before, and no command is run
  /// for a mask. All others are read here.
  func mask(of contract: Contract) -> SecretMask {
    var secrets: [String] = []
    if let authorization = contract.authorization?.withoutOrigins {
      secrets += known(authorization)?.secrets ?? []
      secrets += authorization.clientAuthorization.flatMap(known)?.secrets ?? []
      secrets += known.withLock { $0.tokens[authorization] ?? [] }.sorted()
    }
    for case .environment(let variable, _) in contract.endpoints.flatMap(\.values.values) {
      if let value = reader.environment[variable] { secrets.append(value) }
    }
    if let known = known.withLock({ $0.masks[contract.id] }), known.secrets == secrets { return known.mask }
    let mask = SecretMask(secrets)
    known.withLock { $0.masks[contract.id] = (secrets, mask) }
    return mask
  }

  /// A credential, if it can be known without running a command.
  private func known(_ authorization: Authorization) -> RequestCredential? {
    if let known = known.withLock({ $0.credentials[authorization] }) { return (try? known.get()) ?? nil }
    if authorization.isPrinted { return nil }
    let credential = Result { () throws(CredentialReader.Unreadable) in try reader.credential(for: authorization) }
    return (try? keep(credential, of: authorization).get()) ?? nil
  }
}

extension Authorization {
  /// The client's own secret, where a refresh token is sent beside it.
  var clientAuthorization: Authorization? {
    guard let clientSecret, let tokenRequest else { return nil }
    return .basic(user: tokenRequest.clientID, password: clientSecret)
  }

  /// Whether a command prints the credential.
  fileprivate var isPrinted: Bool { if case .command = credential { true } else { false } }
}
