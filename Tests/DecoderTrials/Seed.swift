import JSONDocument

/// A payload with the places at which it can be changed.
package struct Seed: Sendable {
  /// The text, UTF-8.
  package let bytes: [UInt8]
  let sites: [Site]

  /// One value of the payload.
  struct Site: Sendable {
    /// RFC 6901 pointer.
    let pointer: String
    let value: Range<Int>
    /// The name of a member, without its quotes.
    let name: Range<Int>?
    /// Member or element, from its first byte to its last.
    let whole: Range<Int>
    /// What has to go for it to be removed: a comma too, if there is one.
    let removal: Range<Int>
    let isContainer: Bool
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let document = try? JSONDocument(bytes), document.text == bytes else {
      sites = []
      return
    }
    var sites: [Site] = []
    Self.collect(document.root, nil, removal: nil, document, &sites)
    self.sites = sites
  }

  /// Not for texts of megabytes, since pointers are made one by one.
  private static func collect(
    _ node: JSONNode, _ name: Range<Int>?, removal: Range<Int>?, _ document: JSONDocument, _ sites: inout [Site]
  ) {
    let value = document.byteRange(of: node)
    let whole = start(of: node, document)..<value.upperBound
    let kind = document.kind(of: node)
    sites.append(
      Site(
        pointer: document.pointer(to: node), value: value, name: name, whole: whole, removal: removal ?? whole,
        isContainer: kind == .object || kind == .array))
    let children = Array(document.children(of: node))
    for (index, child) in children.enumerated() {
      let begin = start(of: child, document)
      let end = document.byteRange(of: child).upperBound
      let removal =
        if index + 1 < children.count {
          begin..<start(of: children[index + 1], document)
        } else if index > 0 {
          document.byteRange(of: children[index - 1]).upperBound..<end
        } else {
          begin..<end
        }
      let inner = kind == .object ? document.nameRange(of: child) : nil
      collect(child, inner, removal: removal, document, &sites)
    }
  }

  private static func start(of node: JSONNode, _ document: JSONDocument) -> Int {
    document.isMember(node) ? document.nameRange(of: node).lowerBound - 1 : document.byteRange(of: node).lowerBound
  }
}
