/// A path into JSON documents: the part of RFC 9535 made of `$`, `.name`, `['name']`, `["name"]`, `[n]`, `[*]`, `.*`
/// and the descendant forms `..name`, `..[…]` and `..*`.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  /// What one step selects.
  enum Selector: Sendable, Hashable {
    case name(String)
    case wildcard
    /// From the end if negative.
    case index(Int)
  }

  /// One step, taken from a value or, if `isDescendant`, from it and everything inside it.
  struct Segment: Sendable, Hashable {
    let selector: Selector
    let isDescendant: Bool
  }

  let segments: [Segment]
  /// The path as written.
  public let description: String
  /// The path with each name spelled in one way, as paths of findings and shapes are: `$.orders[*]` of `$['orders'][*]`.
  public let pattern: String

  /// Parses a path such as `$.results[*].url`.
  ///
  /// - Throws: ``JSONPathError`` with the position and the reason.
  public init(_ text: String) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    segments = try parser.parse()
    (description, pattern) = (text, parser.pattern)
  }

  /// The values that the path selects, in document order of each step. A value occurs twice only if the path selects it
  /// twice.
  public func nodes(in document: JSONDocument) -> [JSONNode] {
    var current = [document.root]
    for segment in segments {
      current = current.flatMap { node -> [JSONNode] in
        let origins = segment.isDescendant ? document.subtree(of: node) : [node]
        return origins.flatMap { Self.select(segment.selector, of: $0, in: document) }
      }
    }
    return current
  }

  private static func select(_ selector: Selector, of node: JSONNode, in document: JSONDocument) -> [JSONNode] {
    switch selector {
    case .name(let name):
      return document.member(name, of: node).map { [$0] } ?? []
    case .wildcard:
      return Array(document.children(of: node))
    case .index(let index):
      guard document.kind(of: node) == .array else { return [] }
      let position = index < 0 ? document.count(of: node) + index : index
      guard position >= 0, position < document.count(of: node) else { return [] }
      return document.children(of: node).dropFirst(position).prefix(1).map { $0 }
    }
  }

  /// A member as a step of a path: `.name`, or `["odd name"]` if RFC 9535 allows no shorthand.
  public static func memberText(_ name: String) -> String {
    let name = boundedName(name)
    if isPlainShorthand(name) { return "." + name }
    let isShorthand =
      name.unicodeScalars.first.map { Self.startsName($0) } ?? false
      && name.unicodeScalars.allSatisfy { Self.startsName($0) || ("0"..."9").contains($0) }
    guard !isShorthand else { return "." + name }
    return "[\(JSONText.quoted(name))]"
  }

  /// Whether a name consists of ASCII letters, digits and underscores and does not begin with a digit.
  private static func isPlainShorthand(_ name: String) -> Bool {
    var isFirst = true
    for byte in name.utf8 {
      let isLetter = (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
      guard isLetter || !isFirst && byte &- 0x30 < 10 else { return false }
      isFirst = false
    }
    return !isFirst
  }

  /// A name in an RFC 6901 pointer: `~` becomes `~0` and `/` becomes `~1`.
  package static func pointerText(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text.append(contentsOf: "~0".unicodeScalars)
      case "/": text.append(contentsOf: "~1".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// RFC 9535 `name-first`.
  static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar.value >= 0x80
  }
}

extension JSONDocument {
  /// A value and everything inside it, in document order.
  fileprivate func subtree(of node: JSONNode) -> [JSONNode] {
    Array(values(from: node.index, to: endIndex(of: node)))
  }
}
