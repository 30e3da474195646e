/// Finds where many values of one document stand, and what stands at many places.
///
/// `JSONDocument` reads the text and the siblings before a value for each answer. This notes every so many of them when it first passes, so
/// that a thousand answers cost hardly more than one.
public final class JSONLocator {
  private static let bytesApart = 4096
  private static let siblingsApart = 32
  /// Members from which on they are found by a table of their names.
  private static let manyMembers = 64

  /// The document.
  public let document: JSONDocument
  /// Lines and columns of some offsets, ascending.
  private lazy var positions = TextPosition.every(Self.bytesApart, in: document.text, from: document.textStart)
  /// By the index of a container: every so many of its children.
  private var children: [Int: [JSONNode]] = [:]
  private var members: [Int: [String: JSONNode]] = [:]

  /// Places in a document.
  public init(_ document: JSONDocument) { self.document = document }

  /// Line and column of a value's first byte.
  public func position(of node: JSONNode) -> TextPosition {
    let offset = document.byteOffset(of: node)
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle].byteOffset <= offset { low = middle + 1 } else { high = middle }
    }
    return TextPosition(of: offset, in: document.text, after: positions[max(0, low - 1)])
  }

  /// RFC 6901 pointer: `/0/price`, the empty text for the root.
  public func pointer(to node: JSONNode) -> String {
    var (pointer, current) = ("", document.root)
    while current != node {
      let noted = noted(of: current)
      var (low, high) = (0, noted.count)
      while low < high {
        let middle = (low + high) / 2
        if noted[middle].index <= node.index { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return pointer }
      var (child, position) = (noted[low - 1], (low - 1) * Self.siblingsApart)
      while document.endIndex(of: child) <= node.index, let next = document.nextSibling(of: child) {
        (child, position) = (next, position + 1)
      }
      guard child.index <= node.index, node.index < document.endIndex(of: child) else { return pointer }
      pointer += "/" + (document.key(of: child).map(JSONPath.pointerText) ?? "\(position)")
      current = child
    }
    return pointer
  }

  /// The element of an array at a position from 0.
  public func element(_ position: Int, of array: JSONNode) -> JSONNode? {
    guard document.kind(of: array) == .array, position >= 0, position < document.count(of: array) else { return nil }
    var child = noted(of: array)[position / Self.siblingsApart]
    for _ in 0..<(position % Self.siblingsApart) {
      guard let next = document.nextSibling(of: child) else { return nil }
      child = next
    }
    return child
  }

  /// The first member of an object with a name.
  public func member(_ name: String, of object: JSONNode) -> JSONNode? {
    guard document.kind(of: object) == .object, document.count(of: object) >= Self.manyMembers else {
      return document.member(name, of: object)
    }
    if let known = members[object.index] { return known[name] }
    var byName: [String: JSONNode] = [:]
    for child in document.children(of: object) {
      if let key = document.key(of: child), byName[key] == nil { byName[key] = child }
    }
    members[object.index] = byName
    return byName[name]
  }

  private func noted(of container: JSONNode) -> [JSONNode] {
    if let known = children[container.index] { return known }
    var (noted, position) = ([JSONNode](), 0)
    for child in document.children(of: container) {
      if position % Self.siblingsApart == 0 { noted.append(child) }
      position += 1
    }
    children[container.index] = noted
    return noted
  }
}

extension TextPosition {
  /// The position of `offset`, given one before it that is no half of a line's end.
  fileprivate init(of offset: Int, in bytes: [UInt8], after start: TextPosition) {
    let rest = TextPosition(of: offset, in: bytes, from: start.byteOffset)
    self.init(
      line: start.line + rest.line - 1, column: rest.line == 1 ? start.column + rest.column - 1 : rest.column,
      byteOffset: rest.byteOffset)
  }

  /// Positions about so many bytes apart, the first at `start`.
  fileprivate static func every(_ distance: Int, in bytes: [UInt8], from start: Int) -> [TextPosition] {
    var last = TextPosition(of: start, in: bytes, from: start)
    var positions = [last]
    var next = start + distance
    while next < bytes.count {
      // Between the two bytes of a line's end there is no position.
      while next < bytes.count, bytes[next - 1] == UInt8(ascii: "\r") { next += 1 }
      last = TextPosition(of: next, in: bytes, after: last)
      positions.append(last)
      next += distance
    }
    return positions
  }
}
