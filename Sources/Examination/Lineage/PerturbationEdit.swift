import JSONDocument

/// Makes a document's text with one value removed or replaced. Everything else stays byte for byte.
struct PerturbationEdit {
  let document: JSONDocument

  func replacing(_ node: JSONNode, with bytes: some Collection<UInt8>) -> [UInt8] {
    let range = document.byteRange(of: node)
    return Array(document.text[..<range.lowerBound]) + bytes + document.text[range.upperBound...]
  }

  /// The text without a member or element. Members of the same name are removed too, because the next one would be read
  /// instead. Nil for the root, which cannot be removed.
  func removing(_ node: JSONNode) -> [UInt8]? {
    guard let container = container(of: node) else { return nil }
    let name = document.key(of: node)
    let rest = document.children(of: container).filter { $0 != node && (name == nil || document.key(of: $0) != name) }
    let isObject = document.kind(of: container) == .object
    let inside = rest.map { document.text[spelledRange(of: $0)] }.joined(separator: ",".utf8)
    return replacing(container, with: Array((isObject ? "{" : "[").utf8) + inside + Array((isObject ? "}" : "]").utf8))
  }

  /// The value that begins at a byte of the text.
  func node(at byteOffset: Int) -> JSONNode? {
    var current = document.root
    while document.byteOffset(of: current) != byteOffset {
      let inner = document.children(of: current).first { document.byteRange(of: $0).upperBound > byteOffset }
      guard let inner, document.byteOffset(of: inner) <= byteOffset else { return nil }
      current = inner
    }
    return current
  }

  /// The range from a member's name, or from an element's beginning, to the end of the value.
  private func spelledRange(of node: JSONNode) -> Range<Int> {
    let range = document.byteRange(of: node)
    return document.isMember(node) ? (document.nameRange(of: node).lowerBound - 1)..<range.upperBound : range
  }

  private func container(of node: JSONNode) -> JSONNode? {
    var container: JSONNode?
    var current = document.root
    while current != node {
      let inner = document.children(of: current).first { document.endIndex(of: $0) > node.index }
      guard let inner, inner.index <= node.index else { return nil }
      (container, current) = (current, inner)
    }
    return container
  }
}
