public import JSONDocument

/// What the payloads of one request look like: for every path which kinds of values were seen there, how often, in which
/// formats and ranges, and how often the value was missing.
///
/// A shape is learned from a document in one walk and merged with others; merging is commutative and associative. It
/// holds counts, ranges and short closed vocabularies, never whole values. Paths are patterns in the notation of
/// RFC 9535: `$`, `$.results[*].url`, `$.sprites.other["official-artwork"]`, and `$.rates.*` for maps whose names are data.
public struct PayloadShape: Equatable, Sendable {
  /// Most paths that a shape keeps; of larger documents it keeps the shallowest and says so in ``isTruncated``.
  public static let maximumPaths = 4096

  /// Documents that this was learned from.
  public internal(set) var documents: Int
  /// Whether paths were left out because there were more than ``maximumPaths``. Nothing is said about what is missing
  /// below such an object: ``changes(from:to:)`` reports neither an addition nor a removal there.
  public internal(set) var isTruncated: Bool
  /// The path `$`; its step has no meaning.
  var root: ShapeNode

  /// Knows nothing; merging it into another shape changes nothing.
  public init() {
    self.init(documents: 0, root: ShapeNode(.element), isTruncated: false)
  }

  /// Learns from one document.
  ///
  /// - Parameters:
  ///   - document: Any valid document. Of a repeated member name the first value counts, as in Foundation.
  ///   - dictionaryPaths: Patterns of the objects whose member names are data, such as `$.rates`; their members share
  ///     the path `$.rates.*`. Objects with at least eight names that are digits, UUIDs or ISO 8601 dates are taken for
  ///     such maps without being told, and so are those with more than a thousand names.
  public init(of document: JSONDocument, dictionaryPaths: Set<String> = []) {
    let learned = ShapeLearner.learn(document, dictionaryPaths: dictionaryPaths)
    documents = 1
    root = learned.root
    isTruncated = learned.holdsTruncation
    if learned.pathCount > Self.maximumPaths, root.truncate(to: Self.maximumPaths) { isTruncated = true }
  }

  /// Applies the bounds.
  init(documents: Int, root: ShapeNode, isTruncated: Bool) {
    self.documents = documents
    self.root = root
    let wasCut = self.root.truncate(to: Self.maximumPaths)
    self.isTruncated = isTruncated || wasCut || self.root.holdsTruncation
  }

  /// Adds what another shape of the same request knows.
  public mutating func merge(_ other: PayloadShape) {
    documents = Tally.sum(documents, other.documents)
    root.merge(other.root)
    let wasCut = root.truncate(to: Self.maximumPaths)
    isTruncated = isTruncated || other.isTruncated || wasCut
  }

  /// This shape with what another one knows.
  public func merged(with other: PayloadShape) -> PayloadShape {
    var merged = self
    merged.merge(other)
    return merged
  }

  /// All paths that were seen, in UTF-8 order.
  public var paths: [String] {
    var paths: [String] = []
    func collect(_ node: ShapeNode, _ pattern: String) {
      if node.statistics.observations > 0 { paths.append(pattern) }
      for child in node.children { collect(child, pattern + child.step.text) }
    }
    collect(root, "$")
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What is known of one path; nil if it was never seen.
  ///
  /// `.*` stands for all members of an object together where they are told apart, too: ``changes(from:to:)`` speaks so of
  /// maps that are recognized only where two shapes are compared.
  public func statistics(at pattern: String) -> PathStatistics? {
    guard pattern.hasPrefix("$") else { return nil }
    var root = root
    var found = root.steps(spelling: pattern.dropFirst())
    if found == nil, pattern.contains(ShapeStep.anyMember.text) {
      root.foldMembers(along: pattern.dropFirst())
      found = root.steps(spelling: pattern.dropFirst())
    }
    guard let steps = found, let node = root.descendant(steps), node.statistics.observations > 0 else { return nil }
    let parent = steps.isEmpty ? nil : root.descendant(steps.dropLast())
    return PathStatistics(node: node, parent: parent, documents: documents)
  }
}

extension PayloadShape: CustomStringConvertible {
  /// Its extent only: a shape holds short values of payloads, which do not belong into logs.
  public var description: String {
    "shape of \(documents) documents, \(root.pathCount) paths" + (isTruncated ? ", cut" : "")
  }
}

extension ShapeNode {
  /// Whether anything was left out here or below.
  var holdsTruncation: Bool { isTruncated || children.indices.contains { children[$0].holdsTruncation } }
}
