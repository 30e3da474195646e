import Foundation

/// Where a request goes to, without its query: the letter case of a host does not count, and the port is the scheme's where none is given.
struct RequestedPath: Hashable {
  private let scheme: String?
  private let host: String?
  private let port: Int
  private let path: String

  init(_ parts: URLComponents) {
    scheme = parts.scheme?.lowercased()
    host = parts.encodedHost?.lowercased()
    port = parts.port ?? (scheme == "https" ? 443 : 80)
    let path = parts.percentEncodedPath
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  func isAtOrigin(of other: RequestedPath) -> Bool {
    (scheme, host, port) == (other.scheme, other.host, other.port)
  }
}

/// By which item of the query each value was sent, for each path: looked up for every response, so that it is made once.
public struct SentItems {
  private var names: [RequestedPath: [String: String]] = [:]

  /// Of a value that was sent by several items, the first one counts.
  public init(of urls: [String]) {
    for url in urls {
      guard let parts = URLComponents(string: url), parts.user == nil, let items = parts.queryItems else { continue }
      let sent = items.compactMap { item in item.value.map { ($0, item.name) } }
      names[RequestedPath(parts), default: [:]].merge(sent) { first, _ in first }
    }
  }

  /// The item by which a request for the same path sent `value`; `nil` if none did.
  func item(carrying value: String, like request: URLComponents) -> String? {
    names[RequestedPath(request)]?[value]
  }
}
