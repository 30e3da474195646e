import JSONDocument

extension PayloadShape {
  /// The shape of a text in UTF-8; nil if our parser cannot read it as JSON.
  public init?(ofText text: [UInt8]) {
    guard let document = try? JSONDocument(text) else { return nil }
    self.init(of: document)
  }
}

/// The kinds of values at each path, without counts. It decides whether a response has something that was never tried.
public struct PayloadStructure: Codable, Sendable, Equatable {
  /// By path: letters of the kinds except null, in alphabetical order (`a` array, `b` bool, `n` number, `o` object, `s`
  /// string).
  public private(set) var kinds: [String: String]

  /// The structure of no payload.
  public init() { kinds = [:] }

  /// The structure of every payload that a shape was learned from, without null.
  public init(of shape: PayloadShape) {
    var found: [String: String] = [:]
    func collect(_ node: ShapeNode, _ pattern: String) {
      let letters = node.statistics.kinds.map(\.0).compactMap(Self.letter).sorted()
      if !letters.isEmpty { found[pattern] = String(letters) }
      for child in node.children { collect(child, pattern + child.step.text) }
    }
    collect(shape.root, "$")
    kinds = found
  }

  private static func letter(_ kind: JSONKind) -> Character? { kind == .null ? nil : kind.rawValue.first }

  /// Whether this structure includes everything of `other`.
  public func covers(_ other: PayloadStructure) -> Bool {
    other.kinds.allSatisfy { path, letters in
      guard let known = kinds[path] else { return false }
      return letters.allSatisfy(known.contains)
    }
  }

  /// The part of this structure at some paths, and in the arrays and dictionaries there.
  public func only(_ paths: Set<String>) -> PayloadStructure {
    var result = PayloadStructure()
    result.kinds = kinds.filter { path, _ in
      var path = Substring(path)
      while path.hasSuffix("[*]") || path.hasSuffix(".*") {
        if paths.contains(String(path)) { return true }
        path = path.dropLast(path.hasSuffix("[*]") ? 3 : 2)
      }
      return path == "$" || paths.contains(String(path))
    }
    return result
  }

  /// The same structure with paths that are marked for one of several readers.
  public func read(by reader: String) -> PayloadStructure {
    var result = PayloadStructure()
    result.kinds = Dictionary(kinds.map { ("\(reader) \($0.key)", $0.value) }, uniquingKeysWith: { first, _ in first })
    return result
  }

  /// Whether anything in it is read by `reader`; see ``read(by:)``.
  public func isRead(by reader: String) -> Bool { kinds.keys.contains { $0.hasPrefix(reader + " ") } }

  /// Whether it has no paths.
  public var isEmpty: Bool { kinds.isEmpty }

  /// Adds the paths and kinds of another structure.
  public mutating func formUnion(_ other: PayloadStructure) {
    for (path, letters) in other.kinds {
      kinds[path] = String(Set(kinds[path] ?? "").union(letters).sorted())
    }
  }
}
