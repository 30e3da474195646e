import DriftAnalysis
import Foundation

/// A URL given in place of a contract, as the names and the request that it becomes.
///
/// The names depend on the URL alone, so that its history is found again whatever stands beside it on the command line.
struct URLTarget: Equatable {
  /// Scheme, host and port.
  let origin: String
  /// Path and query, without a fragment.
  let path: String
  /// The host (and port) as an id, with a digest where those letters alone do not tell it apart.
  let contract: String
  /// The path as an id, with a digest where the path alone does not tell it apart; a query may hold what nobody should read.
  let endpoint: String

  /// - Throws: `CommandFailure` with exit code 2; its message repeats no password and no query.
  init(_ text: String) throws {
    let shown = Console.withoutPassword(String(text.prefix { $0 != "?" && $0 != "#" }.prefix(80)))
    guard let scheme = text.range(of: "://"), ["http", "https"].contains(text[..<scheme.lowerBound].lowercased()) else {
      throw CommandFailure.usage("\"\(shown)\" is no http or https URL")
    }
    let rest = text[scheme.upperBound...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
    guard !authority.contains("@") else {
      throw CommandFailure.usage("\"\(shown)\" holds a user or password; write a contract that names a credential")
    }
    guard !authority.isEmpty, !rest.contains(where: \.isWhitespace), URL(string: String(text))?.host?.isEmpty == false
    else { throw CommandFailure.usage("\"\(shown)\" is no http or https URL") }
    guard !rest.contains(where: { $0 == "{" || $0 == "}" }) else {
      throw CommandFailure.usage("\"\(shown)\": braces in a URL are written %7B and %7D")
    }
    guard authority.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw CommandFailure.usage("\"\(shown)\": write the host name in ASCII, as its xn-- form")
    }
    origin = "\(text[..<scheme.lowerBound].lowercased())://\(authority)"
    let tail = rest.dropFirst(authority.count)
    path = tail.isEmpty ? "/" : tail.hasPrefix("?") ? "/" + tail : String(tail)
    func words(_ text: some StringProtocol) -> [Substring] {
      Substring(text).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    }
    // Dots and the port's colon become hyphens, so whatever else a name holds has to tell itself from them.
    let host = String(words(authority).joined(separator: "-").prefix(60))
    let isHostTold =
      authority.count <= 60 && !authority.hasSuffix(".") && !authority.contains("..")
      && authority.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == ":" }
    contract = isHostTold ? host : "\(host)-\(ContentDigest(of: [authority]).short.prefix(6))"
    let named = words(path.prefix { $0 != "?" })
    let name = named.isEmpty ? "root" : String(named.joined(separator: "-").prefix(80))
    let isTold = path == "/" + named.joined(separator: "/") && path.count <= 80
    endpoint = isTold ? name : "\(name)-\(ContentDigest(of: [path]).short.prefix(6))"
  }
}
