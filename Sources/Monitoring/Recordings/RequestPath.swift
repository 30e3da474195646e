import ContractKit
import Foundation

/// The path of a request as declared, by which a recording is known to belong to it.
struct RequestPath {
  /// The components: texts that must be there, `nil` for a value that may be any.
  private var components: [String?]

  /// Of the path below a base URL; `nil` for a request whose path is not declared, such as a link.
  ///
  /// - Parameters:
  ///   - request: The request as declared.
  ///   - baseURL: Where the API is; `nil` if that is not known.
  init?(of request: Request, baseURL: String?) {
    // A link is nothing but one placeholder with a blank in it.
    if request.path.hasPrefix("{"), request.path.contains(" ") { return nil }
    let path = request.path.prefix { $0 != "?" && $0 != "#" }
    let base = baseURL.flatMap { URLComponents(string: $0)?.path } ?? ""
    components = (base + path).split(separator: "/").map { part in
      part.contains("{") ? nil : part.removingPercentEncoding ?? String(part)
    }
  }

  /// The same for a URL that somebody typed: what is no plain word may be any value.
  func typed() -> RequestPath {
    var path = self
    path.components = components.map { $0.flatMap { Self.isWord($0) ? $0 : nil } }
    return path
  }

  /// Whether a part of a path is a plain word, as `products` is, and `v2`.
  static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 24 && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      || text.wholeMatch(of: /v[0-9]{1,2}/) != nil
  }

  /// Whether a recorded path is one of this request.
  func matches(_ path: [String]) -> Bool {
    path.count == components.count && zip(components, path).allSatisfy { $0 == nil || $0 == $1 }
  }

  /// Whether a recorded path ends like this request.
  func matches(endOf path: [String]) -> Bool {
    path.count >= components.count && matches(Array(path.suffix(components.count)))
  }
}
