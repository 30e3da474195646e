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
    var headers: [Authorization: Result<Field?, CredentialReader.Unreadable>] = [:]
    /// By contract: the mask, and the secrets that it was made of.
    var masks: [String: (secrets: [String], mask: SecretMask)] = [:]
  }

  init(_ reader: CredentialReader) { self.reader = reader }

  /// The header that carries a credential; `nil` if it is optional and not there.
  ///
  /// A command runs on no thread of the task pool, so that one that hangs holds up nobody else.
  ///
  /// - Parameters:
  ///   - authorization: What the contract says of the credential.
  ///   - deadline: The time after which no command is waited for.
  /// - Returns: The header.
  /// - Throws: `Unreadable`. Who asks again may find what was no command.
  func header(
    for authorization: Authorization, until deadline: ContinuousClock.Instant? = nil
  ) async throws(CredentialReader.Unreadable) -> Field? {
    if let known = known.withLock({ $0.headers[authorization] }) { return try known.get() }
    var reader = reader
    if let deadline {
      reader.command.seconds = max(0, min(reader.command.seconds, ContinuousClock.now.duration(to: deadline).seconds))
    }
    let header = await withCheckedContinuation { [reader] continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(CredentialReader.Unreadable) in try reader.header(for: authorization) })
      }
    }
    return try keep(header, of: authorization).get()
  }

  /// The first that was read counts, if several read at once.
  private func keep(
    _ header: Result<Field?, CredentialReader.Unreadable>, of authorization: Authorization
  ) -> Result<Field?, CredentialReader.Unreadable> {
    if case .failure = header, !authorization.isPrinted { return header }
    return known.withLock { known in
      let first = known.headers[authorization] ?? header
      known.headers[authorization] = first
      return first
    }
  }

  /// What is masked wherever something of a contract's responses is shown or stored.
  ///
  /// A credential that a command prints is masked once it was sent: nobody could have repeated it before, and no command is run
  /// for a mask. All others are read here.
  func mask(of contract: Contract) -> SecretMask {
    var secrets: [String] = []
    if let authorization = contract.authorization?.withoutOrigins, let field = knownHeader(for: authorization) {
      secrets.append(field.value)
      secrets.append(String(field.value.dropFirst(authorization.prefix.count)))
      if field.name.lowercased() == "cookie" {
        secrets += field.value.split(separator: ";").compactMap { $0.split(separator: "=", maxSplits: 1).last }.map(
          String.init)
      }
    }
    for case .environment(let variable, _) in contract.endpoints.flatMap(\.values.values) {
      if let value = reader.environment[variable] { secrets.append(value) }
    }
    if let known = known.withLock({ $0.masks[contract.id] }), known.secrets == secrets { return known.mask }
    let mask = SecretMask(secrets)
    known.withLock { $0.masks[contract.id] = (secrets, mask) }
    return mask
  }

  /// The header that carries a credential, if it can be known without running a command.
  private func knownHeader(for authorization: Authorization) -> Field? {
    if let known = known.withLock({ $0.headers[authorization] }) { return (try? known.get()) ?? nil }
    if authorization.isPrinted { return nil }
    let header = Result { () throws(CredentialReader.Unreadable) in try reader.header(for: authorization) }
    return (try? keep(header, of: authorization).get()) ?? nil
  }
}

extension Authorization {
  /// Whether a command prints the credential.
  fileprivate var isPrinted: Bool { if case .command = credential { true } else { false } }
}
