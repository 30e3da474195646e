import JSONDocument

extension JSONDocument {
  /// The value that an RFC 6901 pointer names; nil if there is none.
  func node(at pointer: String) -> JSONNode? {
    guard !pointer.isEmpty else { return root }
    // Split by scalars, because a combining mark at the start of a name forms one character with the slash before it.
    guard pointer.unicodeScalars.first == "/" else { return nil }
    return pointer.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      .reduce(root as JSONNode?) { node, token in
        guard let node else { return nil }
        guard kind(of: node) == .array else {
          return member(token.replacing("~1", with: "/").replacing("~0", with: "~"), of: node)
        }
        guard let index = Int(token), index >= 0, index < count(of: node) else { return nil }
        return children(of: node).dropFirst(index).first { _ in true }
      }
  }
}
