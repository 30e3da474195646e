import JSONDocument

extension JSONDocument {
  /// The value that an RFC 6901 pointer names; nil if there is none.
  func node(at pointer: String) -> JSONNode? {
    guard !pointer.isEmpty else { return root }
    guard pointer.hasPrefix("/") else { return nil }
    return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .reduce(root as JSONNode?) { node, token in
        guard let node else { return nil }
        guard kind(of: node) == .array else {
          return member(String(token).replacing("~1", with: "/").replacing("~0", with: "~"), of: node)
        }
        guard let index = Int(token), index >= 0, index < count(of: node) else { return nil }
        return children(of: node).dropFirst(index).first { _ in true }
      }
  }
}
