public import JSONDocument

/// What there is at each path of the payloads that a shape was learned from, for people and other tools: kinds, formats, words of closed
/// sets, and which members are there always or at times.
///
/// It is made in one walk over the shape and has as many nodes.
public struct ShapeOutline: Equatable, Sendable {
  /// How a value is reached from the one that contains it.
  public enum Step: Equatable, Sendable {
    /// The payload itself.
    case root
    /// A member of an object by its name.
    case member(String)
    /// Any member of an object whose names are data.
    case anyMember
    /// Any element of an array.
    case element
  }

  /// One path with everything below it.
  public struct Node: Equatable, Sendable {
    /// How it is reached.
    public let step: Step
    /// RFC 9535 notation, with `[*]` for elements and `.*` for members whose names are data.
    public let path: String
    /// Kinds that were seen, `null` last.
    public let kinds: [JSONKind]
    /// Whether all numbers were mathematically whole.
    public let isWhole: Bool
    /// Formats of the strings, in a fixed order.
    public let formats: [StringFormat]
    /// The words of a closed set, sorted; `nil` where the strings are no such set.
    public let words: [String]?
    /// Elements of the shortest and the longest array; `nil` without arrays.
    public let lengths: ClosedRange<Int>?
    /// How often a value was seen, `null` included, and how many objects or arrays could have held it, but for those that showed a change
    /// which is not learned; for `$` the payloads.
    public let seen: Int
    /// See ``seen``.
    public let parents: Int
    /// Whether each object held it since the first that did.
    public let isSteady: Bool
    /// What is below it: elements first, then members by name.
    public let children: [Node]

    /// Whether each object that was ever seen held it.
    public var isRequired: Bool { seen >= parents }
    /// Whether it was null at times.
    public var isNullable: Bool { kinds.contains(.null) }
  }

  /// The payloads that it was learned from.
  public let documents: Int
  /// The path `$`; `nil` where nothing was learned.
  public let root: Node?

  /// The outline of a shape.
  public init(of shape: PayloadShape) {
    documents = shape.documents
    root =
      shape.root.statistics.observations > 0
      ? Node(shape.root, step: .root, path: "$", parents: shape.documents, isSteady: true) : nil
  }

  /// A digest of what there is, without how often and how long: shapes that tell a reader the same have the same one.
  public var digest: UInt64 {
    var text = ""
    for node in nodes {
      // The text lengths keep apart what would read the same.
      let parts =
        [node.path, node.isRequired ? "!" : node.isSteady ? "+" : "?", node.isWhole ? "1" : ""]
        + node.kinds.map(\.rawValue) + node.formats.map(\.rawValue) + (node.words ?? [])
      for part in parts { text += "\(part.utf8.count):\(part)" }
      text += "\n"
    }
    return FNV1a.hash(text.utf8)
  }

  /// How many different members objects have, each path once.
  public var memberCount: Int { nodes.count { if case .member = $0.step { true } else { false } } }

  /// How many objects the largest list had, over all payloads; 0 where there is no list of objects.
  public var recordCount: Int {
    nodes.filter { $0.step == .element && $0.kinds.contains(.object) }.map(\.seen).max() ?? 0
  }

  /// All nodes, each before what is below it.
  public var nodes: [Node] {
    var found: [Node] = []
    func collect(_ node: Node) {
      found.append(node)
      node.children.forEach(collect)
    }
    if let root { collect(root) }
    return found
  }
}

extension ShapeOutline.Node {
  fileprivate init(_ node: ShapeNode, step: ShapeOutline.Step, path: String, parents: Int, isSteady: Bool) {
    let statistics = node.statistics
    (self.step, self.path, self.parents, self.isSteady) = (step, path, parents, isSteady)
    kinds = statistics.kinds.map(\.0) + (statistics.nulls > 0 ? [.null] : [])
    isWhole = statistics.numbers.count > 0 && statistics.numbers.whole >= statistics.numbers.count
    formats = statistics.strings.seenFormats
    words = statistics.strings.checksClosed ? statistics.strings.values.keys.sorted(by: Self.areInOrder) : nil
    lengths = statistics.arrays.shortest.flatMap { shortest in
      statistics.arrays.longest.map { shortest...max(shortest, $0) }
    }
    seen = statistics.observations
    children = node.children.compactMap { child in
      guard child.statistics.observations > 0 else { return nil }
      let path = path + child.step.text
      return switch child.step {
      case .element:
        Self(child, step: .element, path: path, parents: statistics.arrays.count, isSteady: true)
      case .anyMember:
        Self(child, step: .anyMember, path: path, parents: statistics.objects, isSteady: true)
      case .member(let name):
        // Objects in which it was part of a change that is not learned say nothing of it.
        Self(
          child, step: .member(name), path: path,
          parents: max(0, statistics.objects - child.statistics.parentsExcused), isSteady: node.alwaysHolds(child))
      }
    }
  }

  private static func areInOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
