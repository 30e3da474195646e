import ContractKit
import Foundation

/// A secret with the place in a request where it stands. It is never shown or stored.
struct RequestCredential: Sendable, Equatable {
  /// The secret itself.
  let secret: String
  private let placement: Authorization.Placement

  /// A secret that may stand there.
  init(_ secret: String, at placement: Authorization.Placement) { (self.secret, self.placement) = (secret, placement) }

  /// Whether a byte may be part of a cookie's value (RFC 6265 section 4.1.1, `cookie-octet`).
  static func isOfCookie(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte)
      && ![UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\")].contains(byte)
  }

  /// Everything that must be masked where something is shown or stored.
  var secrets: [String] {
    switch placement {
    case .header(let name, let prefix):
      // One of several cookies may be the secret.
      let cookies =
        name.lowercased() == "cookie"
        ? secret.split(separator: ";").compactMap { $0.split(separator: "=", maxSplits: 1).last }.map(String.init) : []
      return [prefix + secret, secret] + cookies
    case .queryItem, .cookie, .accessToken: return [secret]
    case .basic: return [secret, headerValue]
    }
  }

  /// The URL with the secret in its query, if it stands there; else the URL as it is.
  func url(_ url: String) -> String {
    guard case .queryItem(let name) = placement else { return url }
    let fragmentless = url.prefix { $0 != "#" }
    let (base, query) = (fragmentless.prefix { $0 != "?" }, fragmentless.drop { $0 != "?" }.dropFirst())
    // What is encoded stays as it is, since it was written so.
    let others = query.split(separator: "&").filter { item in
      item.prefix { $0 != "=" }.removingPercentEncoding != name
    }
    let own = "\(Self.encoded(name))=\(Self.encoded(secret))"
    return base + "?" + (others.map(String.init) + [own]).joined(separator: "&")
  }

  /// Headers with the secret among them, if it stands there.
  func headers(_ headers: [Field]) -> [Field] {
    switch placement {
    case .queryItem: return headers
    case .accessToken: return headers + [Field(name: "Authorization", value: "Bearer \(secret)")]
    case .header(let name, let prefix): return headers + [Field(name: name, value: prefix + secret)]
    case .basic: return headers + [Field(name: "Authorization", value: headerValue)]
    case .cookie(let name):
      // There is one such header in a request (RFC 6265 section 5.4).
      var headers = headers
      let own = "\(name)=\(secret)"
      guard let index = headers.firstIndex(where: { $0.name.lowercased() == "cookie" }) else {
        return headers + [Field(name: "Cookie", value: own)]
      }
      headers[index] = Field(name: headers[index].name, value: "\(headers[index].value); \(own)")
      return headers
    }
  }

  private var headerValue: String {
    guard case .basic(let user) = placement else { return secret }
    return "Basic " + Data("\(user):\(secret)".utf8).base64EncodedString()
  }

  /// With everything percent-encoded that is not unreserved (RFC 3986 section 2.3).
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(
      withAllowedCharacters: CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")) ?? ""
  }
}
