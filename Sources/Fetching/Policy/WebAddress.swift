internal import CCurl
import System

/// An absolute URL without user name, password and fragment. libcurl's own parser splits it, so that the URL that is
/// checked cannot be read differently when it is requested.
struct WebAddress: Sendable, Hashable {
  typealias Origin = WebOrigin

  /// Why a text is not an address; the raw value completes "URL …".
  enum Flaw: String, Error {
    case controlCharacter = "holds a control character"
    case malformed = "is not an absolute URL"
    case credentials = "holds a user name or password; give credentials by name, as a header"
  }

  /// The text to request: normalized, with spaces and non-ASCII octets of path and query percent-encoded, without
  /// fragment.
  let text: String
  let origin: Origin
  /// Whether the text has the host as it is requested, and not in a decimal, octal, short or encoded spelling.
  let hasUsualHost: Bool

  /// Parses `text`, resolved against `base` if given (RFC 3986 section 5).
  init(_ text: String, relativeTo base: WebAddress? = nil) throws(Flaw) {
    // libcurl takes C strings, so U+0000 would end the text early. A line break would end the request line.
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter }
    guard let url = curl_url() else { throw .malformed }
    defer { curl_url_cleanup(url) }
    // Links may contain spaces. Without the flag, libcurl 7 encodes them and libcurl 8 refuses them.
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
    // Schemes that are never requested may have neither. They are refused later.
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
