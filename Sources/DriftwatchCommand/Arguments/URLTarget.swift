import DriftModel
import DriftRules
import Foundation
import System

/// A URL given in place of a contract, as the names and the request that it becomes.
///
/// The names depend on the URL alone, so that its history is found again with any other arguments.
struct URLTarget: Equatable {
  /// Scheme, host and port.
  let origin: String
  /// Path and query, without a fragment.
  let path: String
  /// The host (and port) as an id, with a digest if the letters alone are ambiguous.
  let contract: String
  /// The path as an id, with a digest if the path alone is ambiguous. The query is not shown, because it may contain a
  /// secret.
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
    guard !rest.contains(where: \.isWhitespace) else {
      throw CommandFailure.usage("\"\(shown)\" holds white space; a space in a URL is written %20")
    }
    if let port = authority.split(separator: ":", omittingEmptySubsequences: false).dropFirst().last,
      !authority.hasSuffix("]"), !port.isEmpty, UInt16(port).map({ $0 == 0 }) ?? true
    {
      throw CommandFailure.usage("\"\(shown)\": a port is a number from 1 to 65535")
    }
    guard !authority.isEmpty, URL(string: String(text))?.host?.isEmpty == false
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
    let host = String(words(authority).joined(separator: "-").prefix(60))
    contract =
      Self.nameSaysAll(authority, scheme: origin) ? host : "\(host)-\(ContentDigest(of: [origin]).short.prefix(6))"
    let named = words(path.prefix { $0 != "?" })
    let name = named.isEmpty ? "root" : String(named.joined(separator: "-").prefix(80))
    let isWhole = path == "/" + named.joined(separator: "/") && path.count <= 80 && named != ["root"]
    endpoint = isWhole ? name : "\(name)-\(ContentDigest(of: [path]).short.prefix(6))"
  }

  /// Whether the host is still unique if dots and the port's colon become hyphens: its labels are plain words, the
  /// last one a number only in an address, and the scheme is the usual one.
  private static func nameSaysAll(_ authority: String, scheme origin: String) -> Bool {
    let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let labels = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    func isNumber(_ text: Substring) -> Bool { !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) } }
    guard authority.count <= 60, parts.count == 1 || isNumber(parts[1]),
      labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber } })
    else { return false }
    let isAddress = labels.count == 4 && labels.allSatisfy(isNumber)
    guard isAddress || !isNumber(labels[labels.count - 1]) else { return false }
    let isLoopback = parts[0] == "localhost" || isAddress && labels[0] == "127"
    return origin.hasPrefix(isLoopback ? "http:" : "https:")
  }
}
