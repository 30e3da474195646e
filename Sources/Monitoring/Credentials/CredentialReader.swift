import ContractKit
import System

/// Reads credentials where the contract says. It keeps nothing, so that a rotated credential is used; the caller
/// keeps a credential for at most a round, and never shows or stores it.
struct CredentialReader: Sendable {
  let environment: [String: String]
  /// Variables that no command gets, because they hold secrets that contracts name.
  var secretVariables: Set<String> = []
  /// Limits for a command that prints a credential.
  var command = CommandOutput()

  /// The largest file of a credential, in bytes.
  private static let limit = 64 << 10

  /// Why a credential cannot be used. It contains the credential's name and never its value.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// The credential as it is sent; `nil` if it is optional and missing.
  ///
  /// - Throws: ``Unreadable`` if it is missing and not optional, or if it exists and must not be
  ///   used: a file that everybody can read, a line break or another control character inside, a command that does not
  ///   end.
  func credential(for authorization: Authorization) throws(Unreadable) -> RequestCredential? {
    let name = authorization.credential.name
    guard var secret = try secret(authorization.credential, isOptional: authorization.isOptional) else {
      if authorization.isOptional { return nil }
      throw Unreadable(description: "no credential: \(name) is not set or empty")
    }
    while let last = secret.last, last == 0x0A || last == 0x0D { secret.removeLast() }
    guard !secret.isEmpty else {
      if authorization.isOptional { return nil }
      throw Unreadable(description: "no credential: \(name) is not set or empty")
    }
    guard !secret.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw Unreadable(description: "the credential from \(name) holds a line break inside; leave one line in it")
    }
    guard secret.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), let text = String(validating: secret, as: UTF8.self) else {
      throw Unreadable(description: "the credential from \(name) holds a control character or is no text")
    }
    if case .cookie = authorization.placement, !text.utf8.allSatisfy(RequestCredential.isOfCookie) {
      throw Unreadable(
        description: "the credential from \(name) holds a character that no cookie can have (RFC 6265 section 4.1.1)")
    }
    return RequestCredential(text, at: authorization.placement)
  }

  private func secret(_ credential: Credential, isOptional: Bool) throws(Unreadable) -> [UInt8]? {
    switch credential {
    case .environment(let name): return environment[name].map { Array($0.utf8) }
    case .file(let path): return try content(of: path, credential)
    case .credential(let name):
      guard !name.contains("/"), let folder = environment["CREDENTIALS_DIRECTORY"] else { return nil }
      return try content(of: folder + "/" + name, credential)
    case .command(let words):
      let passedOn = environment.filter { !secretVariables.contains($0.key) }
      do throws(CommandOutput.Failure) { return try command.of(words, environment: passedOn) } catch {
        switch error {
        case .notStarted where isOptional, .ended where isOptional: return nil
        default: throw Unreadable(description: "no credential: \(credential.name) \(error)")
        }
      }
    }
  }

  /// The content of a file that only its owner and group may read; `nil` if there is none.
  private func content(of path: String, _ credential: Credential) throws(Unreadable) -> [UInt8]? {
    let file: RegularFile
    do throws(RegularFile.Problem) { file = try RegularFile(path, limit: Self.limit) } catch {
      let reason =
        switch error {
        case .missing: nil as String?
        case .unreadable(let failure): "cannot be read (\(failure))"
        case .notRegular: "is no regular file"
        case .tooLarge: "is larger than \(Self.limit) bytes"
        }
      guard let reason else { return nil }
      throw Unreadable(description: "no credential: \(credential.name) \(reason)")
    }
    guard !file.isReadableByEverybody else {
      throw Unreadable(description: "\(credential.name) can be read by everybody and is not used: chmod 600 \(path)")
    }
    return file.bytes
  }
}
