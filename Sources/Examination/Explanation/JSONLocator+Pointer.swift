import JSONDocument

extension JSONLocator {
  /// The value that an RFC 6901 pointer names; nil if there is none.
  func node(at pointer: String) -> JSONNode? {
    guard !pointer.isEmpty else { return document.root }
    // Split by scalars, because a combining mark at the start of a name forms one character with the slash before it.
    guard pointer.unicodeScalars.first == "/" else { return nil }
    return pointer.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      .reduce(document.root as JSONNode?) { node, token in
        guard let node else { return nil }
        guard document.kind(of: node) == .array else {
          return member(token.replacing("~1", with: "/").replacing("~0", with: "~"), of: node)
        }
        return Int(token).flatMap { element($0, of: node) }
      }
  }
}
