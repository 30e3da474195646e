import Foundation

/// Tells texts that hold a credential, as it is or in another spelling: a host may send back what it was sent.
struct SecretFilter: Sendable {
  private let spellings: [String]

  /// A filter for `secrets`; what is shorter than four bytes would be found everywhere.
  init(_ secrets: [String]) {
    spellings = secrets.filter { $0.utf8.count >= 4 }.flatMap { secret in
      let base64 = Data(secret.utf8).base64EncodedString()
      let unpadded = base64.replacing("=", with: "")
      let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
      let hexadecimal = secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return [
        secret, unpadded, unpadded.replacing("+", with: "-").replacing("/", with: "_"), percent, hexadecimal,
      ].map { $0.lowercased() }
    }
  }

  /// Whether `text` holds one of them.
  func holds(_ text: String) -> Bool {
    guard !spellings.isEmpty else { return false }
    let text = text.lowercased()
    let plain = text.removingPercentEncoding ?? text
    return spellings.contains { text.contains($0) || plain.contains($0) }
  }
}
