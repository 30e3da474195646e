/// Scheme, host and port, lower case; the port is always set (RFC 6454).
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  let scheme: String
  let host: String
  let port: String

  init(scheme: String, host: String, port: String) { (self.scheme, self.host, self.port) = (scheme, host, port) }

  /// The origin of an absolute URL, as libcurl reads it; `nil` for any other text, and for a URL with a user name.
  public init?(_ url: String) {
    guard let address = try? WebAddress(url), !address.origin.host.isEmpty else { return nil }
    self = address.origin
  }

  /// Whether what is sent there can be read by nobody on the way: by `https`, or because it stays on this machine (RFC 6761 section 6.3).
  public var isConfidential: Bool {
    scheme == "https" || host == "localhost" || host.hasSuffix(".localhost") || NetworkAddress(host)?.kind == .loopback
  }

  /// `scheme://host:port` in printable ASCII only, because the host of a redirect is untrusted text. A host longer
  /// than any valid name (RFC 1035 section 2.3.4) is left out and not cut, because a secret that is cut would not be
  /// masked.
  public var description: String {
    let name = host.utf8.count <= 255 ? host : "(a name of \(host.utf8.count) bytes)"
    return String(
      String.UnicodeScalarView(
        "\(scheme)://\(name):\(port)".unicodeScalars.filter { (0x20...0x7E).contains($0.value) }))
  }
}
