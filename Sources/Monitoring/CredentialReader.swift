import ContractKit
import Foundation

/// Reads credentials where the contract says they are, anew for each round; a secret is never kept, shown or stored.
struct CredentialReader: Sendable {
  let environment: [String: String]

  /// Why a credential cannot be used: names it, never shows it.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// The header to send; `nil` when the credential is optional and not there.
  func header(for authorization: Authorization) throws(Unreadable) -> Field? {
    let secret: String?
    switch authorization.credential {
    case .environment(let name): secret = environment[name]
    case .file(let path): secret = read(file: path)
    case .credential(let name):
      secret = environment["CREDENTIALS_DIRECTORY"].flatMap { name.contains("/") ? nil : read(file: $0 + "/" + name) }
    case .command(let words): secret = output(of: words)
    }
    guard let line = secret?.split(whereSeparator: \.isNewline).first.map(String.init), !line.isEmpty else {
      if authorization.isOptional { return nil }
      throw Unreadable(description: "no credential: \(authorization.credential.name) is not set or empty")
    }
    guard line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
      throw Unreadable(description: "the credential from \(authorization.credential.name) holds a control character")
    }
    return Field(name: authorization.header, value: authorization.prefix + line)
  }

  private func read(file path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private func output(of words: [String]) -> String? {
    guard let program = words.first else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
    process.arguments = program.contains("/") ? Array(words.dropFirst()) : words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
