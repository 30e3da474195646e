import Foundation
public import JSONDocument
import System

/// How a response leads to the next page of its list.
public struct ObservedPaging: Sendable, Hashable {
  /// Where the way to the next page stands.
  enum Method: Hashable {
    /// In the header `Link`.
    case linkHeader
    /// A link in a member.
    case link
    /// A member that is sent as an item of the query.
    case cursor(item: String)
  }

  let method: Method
  /// Names of the members that lead to it: `meta`, `next_cursor`; none for a header.
  let members: [String]
  /// The URL of the next page, absolute.
  public let url: String

  /// What it stands in, for people.
  public var words: String { members.isEmpty ? "the header Link" : path }

  /// The JSONPath of the member.
  private var path: String { "$" + members.map(JSONPath.memberText).joined() }

  /// The argument of `.paged(by:)`.
  var source: String {
    switch method {
    case .linkHeader: ".link"
    case .link: ".link(at: \(SwiftLiteral.text(path)))"
    case .cursor(let item): ".cursor(at: \(SwiftLiteral.text(path)), as: \(SwiftLiteral.text(item)))"
    }
  }

  /// Names of members that lead to a next page, in small letters and without signs, with what is left of them without `next`.
  private static let names: Set<String> = [
    "continuation", "continuationcursor", "continuationlink", "continuationpage", "continuationpagetoken",
    "continuationtoken", "continuationurl", "cursor", "next", "nextcursor", "nextlink", "nextpage", "nextpagetoken",
    "nexttoken", "nexturl",
  ]

  /// The longest URL of a next page, in bytes: few servers take a longer one.
  private static let longestURL = 8000

  /// Looks for the way to a next page; `nil` if the response leads nowhere, or not to its own host.
  ///
  /// - Parameters:
  ///   - url: The URL of the response.
  ///   - document: The response.
  ///   - link: The target of the link with the relation `next` in its header `Link`; `nil` if there is none.
  ///   - sent: What else was asked for: a request that sends the cursor tells as which item.
  public init?(after url: String, _ document: JSONDocument, link: String?, sent: SentItems) {
    guard let own = URLComponents(string: url), let base = URL(string: url) else { return nil }
    if let link, link.utf8.count <= Self.longestURL, let target = URL(string: link, relativeTo: base)?.absoluteString,
      let parts = URLComponents(string: target),
      Self.isOrigin(parts, of: own)
    {
      self.init(method: .linkHeader, members: [], url: target)
      return
    }
    for (members, text) in Self.candidates(in: document) where text.utf8.count <= Self.longestURL {
      let isLink = text.contains("://")
      if isLink || text.hasPrefix("/") || text.hasPrefix("?"),
        let target = URL(string: text, relativeTo: base)?.absoluteString, let parts = URLComponents(string: target),
        parts.user == nil, RequestedPath(parts) == RequestedPath(own)
      {
        self.init(method: .link, members: members, url: target)
        return
      }
      // A link elsewhere is no cursor.
      if isLink { continue }
      let item = sent.item(carrying: text, like: own) ?? Self.item(for: members.last ?? "")
      guard let target = Self.url(own, setting: item, to: text), target.utf8.count <= Self.longestURL else { continue }
      self.init(method: .cursor(item: item), members: members, url: target)
      return
    }
    return nil
  }

  private init(method: Method, members: [String], url: String) {
    (self.method, self.members, self.url) = (method, members, url)
  }

  /// Whether a response is the next page: with another list, which an API that knows no such item has not, and after a cursor, whose item is
  /// found by its name, of the same kind as the first.
  public func leads(from first: JSONDocument, to next: JSONDocument) -> Bool {
    guard first.kind(of: first.root) == next.kind(of: next.root), Self.listed(in: first) != Self.listed(in: next)
    else { return false }
    if case .cursor = method { return ResponseOutline(first).isLike(ResponseOutline(next)) }
    return true
  }

  /// The values in the lists of a response.
  private static func listed(in document: JSONDocument) -> [String] {
    var values: [String] = []
    func add(_ node: JSONNode) {
      guard [.array, .object].contains(document.kind(of: node)) else {
        values.append(document.scalarText(at: node) ?? "")
        return
      }
      for child in document.children(of: node) { add(child) }
    }
    let top =
      document.kind(of: document.root) == .object ? Array(document.children(of: document.root)) : [document.root]
    for node in top where document.kind(of: node) == .array { add(node) }
    return values
  }

  /// Members with such a name and a text or number, beside a list in the outermost object or one level below.
  private static func candidates(in document: JSONDocument) -> [(members: [String], text: String)] {
    guard document.kind(of: document.root) == .object else { return [] }
    let top = document.children(of: document.root)
    guard top.contains(where: { document.kind(of: $0) == .array }) else { return [] }
    var found: [(members: [String], text: String)] = []
    func look(at node: JSONNode, below members: [String]) {
      guard let key = document.key(of: node), names.contains(key.lowercased().filter(\.isLetter)),
        [.string, .number].contains(document.kind(of: node)), let text = document.scalarText(at: node),
        !["", "false", "0"].contains(text)
      else { return }
      found.append((members + [key], text))
    }
    for node in top { look(at: node, below: []) }
    for node in top where document.kind(of: node) == .object {
      guard let key = document.key(of: node) else { continue }
      for child in document.children(of: node) { look(at: child, below: [key]) }
    }
    return found
  }

  /// `next_page_token` is sent as `page_token`, `nextCursor` as `cursor`.
  private static func item(for member: String) -> String {
    let rest = member.lowercased().hasPrefix("next") ? member.dropFirst(4).drop { !$0.isLetter } : Substring(member)
    return rest.isEmpty ? "cursor" : rest.prefix(1).lowercased() + rest.dropFirst()
  }

  private static func url(_ own: URLComponents, setting item: String, to value: String) -> String? {
    func encoded(_ text: String) -> String? { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
    guard let name = encoded(item), let value = encoded(value) else { return nil }
    var parts = own
    let items = (own.percentEncodedQueryItems ?? []).filter { $0.name.removingPercentEncoding != item }
    parts.percentEncodedQueryItems = items + [URLQueryItem(name: name, value: value)]
    return parts.string
  }

  private static func isOrigin(_ parts: URLComponents, of own: URLComponents) -> Bool {
    parts.user == nil && RequestedPath(parts).isAtOrigin(of: RequestedPath(own))
  }
}
