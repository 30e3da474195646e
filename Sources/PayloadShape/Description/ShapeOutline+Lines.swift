import JSONDocument

extension ShapeOutline {
  /// One line a path: the path, what is there, and how often if not always.
  ///
  ///     $[*].price      number
  ///     $[*].category   object or null   in 19 of 20
  public var lines: [(path: String, words: String, presence: String)] {
    nodes.map { node in (node.path, node.kindWords, node.presence) }
  }

  /// The payload as a tree, each level two spaces deeper, in the notation of TypeScript's types: `?` after the name of a member that is
  /// not always there, `|` between kinds, `[]` behind what an array holds.
  ///
  /// Linear in the nodes, and in the depth for the spaces.
  public var tree: [String] {
    var lines: [String] = []
    func add(_ node: Node, _ depth: Int, _ name: String, _ end: String) {
      let space = String(repeating: "  ", count: depth)
      let (inner, brackets) = node.unwrapped
      let scalars = node.treeWords(brackets: brackets)
      guard inner.kinds.contains(.object) else {
        lines.append(space + name + scalars.joined(separator: " | ") + end)
        return
      }
      let others = scalars.isEmpty ? "" : " | " + scalars.joined(separator: " | ")
      lines.append(space + name + "{")
      for child in inner.children {
        switch child.step {
        case .member(let member):
          let shown = Self.name(member) + (child.isRequired ? "" : "?")
          add(child, depth + 1, shown + ": ", "")
        case .anyMember: add(child, depth + 1, "[name: string]: ", "")
        case .element, .root: break
        }
      }
      lines.append(space + "}" + brackets + others + end)
    }
    if let root { add(root, 0, "", "") }
    return lines
  }

  private static func name(_ member: String) -> String {
    let text = JSONPath.memberText(member)
    return text.hasPrefix(".") ? String(text.dropFirst()) : String(text.dropFirst().dropLast())
  }
}

extension ShapeOutline.Node {
  /// The kinds in words: `string ("lakes", "parks") or null`.
  var kindWords: String {
    let parts = kinds.map { kind in
      switch kind {
      case .object: children.contains { $0.step == .anyMember } ? "map" : "object"
      case .array: "array\(lengthWords)"
      case .string: "string" + (stringWords.map { " (\($0))" } ?? "")
      case .number: isWhole ? "whole number" : "number"
      case .bool: "boolean"
      case .null: "null"
      }
    }
    return parts.joined(separator: " or ")
  }

  /// How often the value is there: nothing where it always is.
  var presence: String {
    guard step != .element, step != .anyMember, !isRequired else { return "" }
    return isSteady ? "always, since it came" : "in \(seen) of \(parents)"
  }

  private var lengthWords: String {
    guard let lengths else { return "" }
    return lengths.count == 1 ? " of \(lengths.lowerBound)" : " of \(lengths.lowerBound) to \(lengths.upperBound)"
  }

  private var stringWords: String? {
    if let words { return words.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ") + (words.count > 8 ? ", …" : "") }
    guard formats.count == 1, formats[0].isStrong else { return nil }
    return formats[0].words
  }

  /// What is inside arrays that hold nothing but arrays or objects, and as many brackets.
  fileprivate var unwrapped: (inner: ShapeOutline.Node, brackets: String) {
    guard !kinds.contains(.object), kinds.contains(.array), let element = children.first(where: { $0.step == .element })
    else { return (self, "") }
    let (inner, brackets) = element.unwrapped
    return inner.kinds.contains(.object) ? (inner, brackets + "[]") : (self, "")
  }

  /// What it may be but for an object; inside brackets, that what is inside them may be, too.
  fileprivate func treeWords(brackets: String) -> [String] {
    kinds.compactMap { kind in
      switch kind {
      case .object: nil
      case .array:
        brackets.isEmpty ? elementWords + "[]" : nil
      case .string: words.map { $0.map { "\"\($0)\"" }.joined(separator: " | ") } ?? "string"
      case .number: isWhole ? "integer" : "number"
      case .bool: "boolean"
      case .null: "null"
      }
    }
  }

  private var elementWords: String {
    guard let element = children.first(where: { $0.step == .element }) else { return "unknown" }
    let words = element.treeWords(brackets: "") + (element.kinds.contains(.object) ? ["object"] : [])
    return words.count == 1 && !words[0].contains(" | ") ? words[0] : "(\(words.joined(separator: " | ")))"
  }
}
