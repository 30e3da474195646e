internal import CCurl

/// An absolute URL without user name, password and fragment, split by libcurl's own parser: what is checked and what is
/// requested can then not be read differently.
struct WebAddress: Sendable, Hashable {
  /// Scheme, host and port, lower case; the port is always set (RFC 6454).
  struct Origin: Sendable, Hashable, CustomStringConvertible {
    let scheme: String
    let host: String
    let port: String

    /// `scheme://host:port` in printable ASCII only, because a redirect's host is foreign text. A host that is longer than any
    /// name (RFC 1035 section 2.3.4) is not shown, and none is cut: a secret in it would not be found any more.
    var description: String {
      let name = host.utf8.count <= 255 ? host : "(a name of \(host.utf8.count) bytes)"
      return String(
        String.UnicodeScalarView(
          "\(scheme)://\(name):\(port)".unicodeScalars.filter { (0x20...0x7E).contains($0.value) }))
    }
  }

  /// Why a text is not an address; the raw value completes "URL …".
  enum Flaw: String, Error {
    case controlCharacter = "holds a control character"
    case malformed = "is not an absolute URL"
    case credentials = "holds a user name or password; give credentials by name, as a header"
  }

  /// Text to request: normalized, spaces and non-ASCII octets of path and query percent-encoded, no fragment.
  let text: String
  let origin: Origin
  /// Whether the host stands in the text as it is requested, and not as a decimal, octal, short or encoded spelling of it.
  let hasUsualHost: Bool

  /// Reads `text`, resolved against `base` where there is one (RFC 3986 section 5).
  init(_ text: String, relativeTo base: WebAddress? = nil) throws(Flaw) {
    // libcurl takes C strings: U+0000 would end one early, and a line break would end the request line.
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter }
    guard let url = curl_url() else { throw .malformed }
    defer { curl_url_cleanup(url) }
    // Links hold spaces; without the flag libcurl 7 encodes them and libcurl 8 refuses them.
    let flags = UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME | CURLU_ALLOW_SPACE)
    if let base {
      guard curl_url_set(url, CURLUPART_URL, base.text, flags) == CURLUE_OK else { throw .malformed }
    }
    guard curl_url_set(url, CURLUPART_URL, text, flags) == CURLUE_OK else { throw .malformed }
    func part(_ part: CURLUPart) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(url, part, &value, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(cString: value)
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else { throw .credentials }
    guard let scheme = part(CURLUPART_SCHEME) else { throw .malformed }
    // Schemes that are never requested may have neither; they are refused by name later.
    origin = Origin(
      scheme: scheme.lowercased(), host: (part(CURLUPART_HOST) ?? "").lowercased(), port: part(CURLUPART_PORT) ?? "0")
    let start = "\(origin.scheme)://\(origin.host)".utf8
    let following = text.utf8.dropFirst(start.count).first
    hasUsualHost =
      start.elementsEqual(text.utf8.prefix(start.count).lazy.map(\.asciiLowercased))
      && (following.map { ":/?#".utf8.contains($0) } ?? true)
    curl_url_set(url, CURLUPART_FRAGMENT, nil, 0)
    var whole: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, CURLUPART_URL, &whole, 0) == CURLUE_OK, let whole else { throw .malformed }
    defer { curl_free(whole) }
    self.text = String(cString: whole)
  }
}
