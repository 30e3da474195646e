import Fetching
import Foundation

/// How old a response is by the word of the caches on its way, and how old it may be (RFC 9111 section 4.2).
struct CacheAge {
  /// Seconds since the provider made or confirmed it; `nil`: no cache says so.
  let age: Int?
  /// Seconds for which it may be used; `nil`: nobody says so.
  let lifetime: Int?

  /// A response of which nobody says how long it may be used is old after a day, as caches were to warn (RFC 7234 section 5.5.4).
  private static let unstatedLifetime = 86_400

  init(_ headers: HeaderFields) {
    age = headers.first("Age").flatMap(Self.seconds)
    // What is meant for caches on the way goes before what is meant for everybody (RFC 9213).
    let field = ["CDN-Cache-Control", "Surrogate-Control"].first(where: headers.contains) ?? "Cache-Control"
    var directives: [String: Int] = [:]
    for member in headers.list(field) {
      let pair = member.lowercased().split(separator: "=", maxSplits: 1)
      guard pair.count == 2, let seconds = Self.seconds(pair[1].filter { $0 != "\"" }) else { continue }
      let name = pair[0].trimmingCharacters(in: .whitespaces)
      directives[name] = directives[name] ?? seconds
    }
    // `max-age=0` is for browsers where a cache on the way keeps the response by an arrangement of its own.
    if let fresh = directives["s-maxage"] ?? directives["max-age"], fresh > 0 {
      // A cache may go on with it for a while, in which it asks for a newer one (RFC 5861).
      lifetime = fresh + (directives["stale-while-revalidate"] ?? 0)
    } else if let expires = headers.first("Expires").flatMap(HTTPDate.seconds),
      let date = headers.first("Date").flatMap(HTTPDate.seconds)
    {
      lifetime = max(0, expires - date)
    } else {
      lifetime = nil
    }
  }

  /// Whether a cache sent it although its time was over.
  var isOver: Bool { age.map { $0 > lifetime ?? Self.unstatedLifetime } ?? false }

  /// A number of seconds; one too large to matter counts as the largest (RFC 9111 section 1.2.2).
  private static func seconds(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(text) ?? .max, 1 << 31)
  }
}
