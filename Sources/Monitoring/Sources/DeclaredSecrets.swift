import ContractKit
import Synchronization
import System

/// The secrets that contracts declare: credentials, which are kept once they could be read, for as long as this lives, and values
/// of environment variables.
final class DeclaredSecrets: Sendable {
  private let reader: CredentialReader
  private let known = Mutex(Known())

  private struct Known {
    var headers: [Authorization: Field?] = [:]
    /// By contract: the mask, and the secrets that it was made of.
    var masks: [String: (secrets: [String], mask: SecretMask)] = [:]
  }

  init(_ reader: CredentialReader) { self.reader = reader }

  /// The header that carries a credential; `nil` if it is optional and not there.
  ///
  /// - Throws: `Unreadable`, which is not kept: who asks again may find it.
  func header(for authorization: Authorization) throws(CredentialReader.Unreadable) -> Field? {
    if let known = known.withLock({ $0.headers[authorization] }) { return known }
    // Not under the lock: a credential may be what a command prints.
    let header = try reader.header(for: authorization)
    known.withLock { $0.headers[authorization] = .some(header) }
    return header
  }

  /// What is masked wherever something of a contract's responses is shown or stored.
  ///
  /// A credential that a command prints is masked once it was sent: nobody could have repeated it before, and no command is run
  /// for a mask. All others are read here.
  func mask(of contract: Contract) -> SecretMask {
    var secrets: [String] = []
    if let authorization = contract.authorization, let field = knownHeader(for: authorization) {
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
    if case .command = authorization.credential { return known.withLock { $0.headers[authorization] } ?? nil }
    return (try? header(for: authorization)) ?? nil
  }
}
