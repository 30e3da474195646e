import JSONDocument

extension PayloadShape {
  /// The shape of a text in UTF-8; nil where it is no JSON that our parser reads.
  public init?(ofText text: [UInt8]) {
    guard let document = try? JSONDocument(text) else { return nil }
    self.init(of: document)
  }
}

/// Which kinds of values stand where, without counts: what decides whether a response shows something that was never tried.
public struct PayloadStructure: Codable, Sendable, Equatable {
  /// By path: letters of the kinds but null, in alphabetical order (`a` array, `b` bool, `n` number, `o` object, `s` string).
  public private(set) var kinds: [String: String]

  /// Of no payload.
  public init() { kinds = [:] }

  /// Of every payload that a shape was learned from; empty arrays and null are nothing.
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

  /// Whether everything of `other` is in this one.
  public func covers(_ other: PayloadStructure) -> Bool {
    other.kinds.allSatisfy { path, letters in
      guard let known = kinds[path] else { return false }
      return letters.allSatisfy(known.contains)
    }
  }

  /// What stands at some paths, and in the arrays and dictionaries there.
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

  /// The same as it concerns one of several readers: what one of them was tried with tells nothing of another.
  public func read(by reader: String) -> PayloadStructure {
    var result = PayloadStructure()
    result.kinds = Dictionary(kinds.map { ("\(reader) \($0.key)", $0.value) }, uniquingKeysWith: { first, _ in first })
    return result
  }

  /// Whether anything in it is read by `reader`; see ``read(by:)``.
  public func isRead(by reader: String) -> Bool { kinds.keys.contains { $0.hasPrefix(reader + " ") } }

  /// Whether it holds nothing.
  public var isEmpty: Bool { kinds.isEmpty }

  /// Adds what another one holds.
  public mutating func formUnion(_ other: PayloadStructure) {
    for (path, letters) in other.kinds {
      kinds[path] = String(Set(kinds[path] ?? "").union(letters).sorted())
    }
  }
}
