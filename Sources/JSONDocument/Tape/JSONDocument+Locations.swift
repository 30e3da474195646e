extension JSONDocument {
  /// Line and column of a value's first byte. It takes time in proportion to the text before it.
  public func position(of node: JSONNode) -> TextPosition {
    TextPosition(of: byteOffset(of: node), in: text, from: textStart)
  }

  /// One step from a container to a value inside it.
  public enum Step: Sendable, Hashable {
    /// The value of a member with this name.
    case member(String)
    /// The element at this index, from 0.
    case element(Int)
  }

  /// The steps from the root to a value. It takes time in proportion to the siblings on the way.
  public func steps(to node: JSONNode) -> [Step] {
    var steps: [Step] = []
    var current = root
    while current != node {
      var next = firstChild(of: current)
      var position = 0
      while let child = next, endIndex(of: child) <= node.index {
        next = nextSibling(of: child)
        position += 1
      }
      guard let child = next, child.index <= node.index else { return steps }
      steps.append(key(of: child).map { .member($0) } ?? .element(position))
      current = child
    }
    return steps
  }

  /// RFC 6901 pointer: `/0/price`, the empty text for the root.
  public func pointer(to node: JSONNode) -> String {
    steps(to: node).map { step in
      switch step {
      case .element(let index): "/\(index)"
      case .member(let name): "/" + JSONPath.pointerText(name)
      }
    }
    .joined()
  }

  /// RFC 9535 path with the indexes as they are: `$[0].price`.
  public func path(to node: JSONNode) -> String { path(to: node) { "[\($0)]" } }

  /// RFC 9535 path with `[*]` in place of every index: `$[*].price`, `$.sprites["official-artwork"]`.
  public func pattern(to node: JSONNode) -> String { path(to: node) { _ in "[*]" } }

  private func path(to node: JSONNode, element: (Int) -> String) -> String {
    steps(to: node).reduce(into: "$") { path, step in
      switch step {
      case .element(let index): path += element(index)
      case .member(let name): path += JSONPath.memberText(name)
      }
    }
  }

  /// A value on one short printable line: a scalar as spelled, an object as `{amount, currency}` (names only), an array
  /// as `[3 elements]`. It is cut with `…` to at most `limit` characters, or 4 if the limit is smaller.
  public func excerpt(of node: JSONNode, limit: Int = 48) -> String {
    let limit = max(limit, 4)
    switch kind(of: node) {
    case .array:
      let count = count(of: node)
      return count == 0 ? "[]" : count == 1 ? "[1 element]" : "[\(count) elements]"
    case .object:
      var names = ""
      for child in children(of: node) {
        let name = (names.isEmpty ? "" : ", ") + Self.printable(key(of: child) ?? "")
        guard
          names.count + name.count + 5 <= limit
            || (nextSibling(of: child) == nil && names.count + name.count + 2 <= limit)
        else { return names.isEmpty ? "{…}" : "{\(names), …}" }
        names += name
      }
      return "{\(names)}"
    case .string, .number, .bool, .null:
      // A scalar has at most four bytes, so this is enough for the limit without decoding all of a large string.
      let spelled = bytes(of: node)
      let line = Self.printable(String(decoding: spelled.prefix(limit * 4), as: UTF8.self))
      let isWhole = spelled.count <= limit * 4 && line.count <= limit
      return isWhole ? line : String(line.prefix(limit - 1)) + "…"
    }
  }

  /// `text` with spaces in place of everything that could break a line or a terminal.
  private static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
