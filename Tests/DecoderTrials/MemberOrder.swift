import JSONDocument

/// One document with its members in other orders.
enum MemberOrder {
  /// Members that are tried, at most.
  private static let limit = 400

  /// For each member a document in which it stands first in its object, and so does every member around it.
  ///
  /// A member with the name of an earlier one stays behind it, since the first is the one that is read.
  static func variants(of document: JSONDocument) -> [[UInt8]] {
    var chains: [[Int]] = []
    collect(document.root, in: document, chain: [], &chains)
    return chains.prefix(limit).map { chain in
      var bytes: [UInt8] = []
      write(document.root, of: document, first: Set(chain), to: &bytes)
      return bytes
    }
  }

  /// Adds, for each member at or below `node`, the indexes of it and of the members around it.
  private static func collect(_ node: JSONNode, in document: JSONDocument, chain: [Int], _ chains: inout [[Int]]) {
    let kind = document.kind(of: node)
    guard kind == .object || kind == .array else { return }
    var names: Set<String> = []
    for child in document.children(of: node) {
      let inner = kind == .object ? chain + [child.index] : chain
      if kind == .object, names.insert(document.key(of: child) ?? "").inserted { chains.append(inner) }
      collect(child, in: document, chain: inner, &chains)
    }
  }

  private static func write(
    _ node: JSONNode, of document: JSONDocument, first: Set<Int>, to bytes: inout [UInt8]
  ) {
    let kind = document.kind(of: node)
    guard kind == .object || kind == .array else {
      bytes += document.bytes(of: node)
      return
    }
    let children = Array(document.children(of: node))
    let ordered = children.filter { first.contains($0.index) } + children.filter { !first.contains($0.index) }
    bytes.append(UInt8(ascii: kind == .object ? "{" : "["))
    for (position, child) in (kind == .object ? ordered : children).enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      if kind == .object {
        bytes += [UInt8(ascii: "\"")] + document.text[document.nameRange(of: child)] + Array("\":".utf8)
      }
      write(child, of: document, first: first, to: &bytes)
    }
    bytes.append(UInt8(ascii: kind == .object ? "}" : "]"))
  }
}
