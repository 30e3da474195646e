import ContractKit
import Synchronization
import System

/// The secrets that contracts declare: credentials, which are read once and kept as long as this value exists, and
/// values of environment variables.
final class DeclaredSecrets: Sendable {
  private let reader: CredentialReader
  private let known = Mutex(Known())

  private struct Known {
    var headers: [Authorization: Result<Field?, CredentialReader.Unreadable>] = [:]
    var masks: [String: SecretMask] = [:]
  }

  init(_ reader: CredentialReader) { self.reader = reader }

  /// The header with a credential; `nil` if it is optional and missing.
  func header(for authorization: Authorization) -> Result<Field?, CredentialReader.Unreadable> {
    if let known = known.withLock({ $0.headers[authorization] }) { return known }
    // Read without holding the lock, because a credential may be the output of a command.
    let header = Result { () throws(CredentialReader.Unreadable) in try reader.header(for: authorization) }
    known.withLock { $0.headers[authorization] = header }
    return header
  }

  /// The mask for everything of a contract's responses that is shown or stored.
  func mask(of contract: Contract) -> SecretMask {
    if let mask = known.withLock({ $0.masks[contract.id] }) { return mask }
    var secrets: [String] = []
    if let authorization = contract.authorization, let field = try? header(for: authorization).get() {
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
    let mask = SecretMask(secrets)
    known.withLock { $0.masks[contract.id] = mask }
    return mask
  }
}
