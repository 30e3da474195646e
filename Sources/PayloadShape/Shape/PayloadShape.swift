public import JSONDocument

/// What the payloads of one request look like: for every path the kinds of values, how often they were seen, their
/// formats and ranges, and how often the value was missing.
///
/// A shape is learned from a document in one walk and merged with others. Merging is commutative and associative. A
/// shape contains counts, ranges and short closed vocabularies, and no complete values. Paths are patterns in the
/// notation of RFC 9535: `$`, `$.results[*].url`, `$.sprites.other["official-artwork"]`, and `$.rates.*` for maps whose
/// names are data.
public struct PayloadShape: Equatable, Sendable {
  /// The most paths of a shape. Of larger documents it keeps the least deep ones, and ``isTruncated`` is true.
  public static let maximumPaths = 4096

  /// The number of documents that this was learned from.
  public internal(set) var documents: Int
  /// Whether something was left out because there were more paths than ``maximumPaths``, or because of the budget of ``limit(to:keeping:)``.
  /// ``changes(from:to:asWhole:repetition:)`` reports nothing new below such an object of a baseline, and nothing missing in one of an
  /// observation.
  public internal(set) var isTruncated: Bool
  /// The path `$`. Its step has no meaning.
  var root: ShapeNode

  /// An empty shape. Merging it into another shape changes nothing.
  public init() {
    self.init(documents: 0, root: ShapeNode(.element), isTruncated: false)
  }

  /// Learns from one document. Names beyond `JSONPath.longestName` bytes are kept as their beginning, length and digest.
  ///
  /// - Parameters:
  ///   - document: Any valid document. If a member name is repeated, the first value counts, as in Foundation.
  ///   - dictionaryPaths: Patterns of the objects whose member names are data, such as `$.rates`. Their members share
  ///     the path `$.rates.*`. Objects with at least eight names that are digits, UUIDs or ISO 8601 dates, or with more
  ///     than a thousand names, are recognized as such maps anyway.
  ///   - budget: The most bytes that it takes; see ``limit(to:keeping:)``.
  public init(of document: JSONDocument, dictionaryPaths: Set<String> = [], budget: Int = standardBudget) {
    self.init(of: CollectionOfOne(document.root), of: document, dictionaryPaths: dictionaryPaths, budget: budget)
  }

  /// Learns from the elements of a list as from documents of one response: the same as ``ofOneResponse(_:)`` of their shapes, in
  /// one walk.
  ///
  /// - Parameters:
  ///   - list: A document that is an array. Of any other nothing is learned.
  ///   - budget: The most bytes that the shape takes; see ``limit(to:keeping:)``.
  public init(ofElementsOf list: JSONDocument, budget: Int = standardBudget) {
    let elements = Array(list.children(of: list.root))
    self.init(of: list.kind(of: list.root) == .array ? elements : [], of: list, dictionaryPaths: [], budget: budget)
  }

  private init(
    of values: some Collection<JSONNode>, of document: JSONDocument, dictionaryPaths: Set<String>, budget: Int
  ) {
    self.init()
    guard !values.isEmpty else { return }
    let learned = ShapeLearner.learn(values, of: document, dictionaryPaths: dictionaryPaths)
    documents = values.count
    root = learned.root
    RecordSampler.note(values, of: document, in: &root)
    isTruncated = learned.holdsTruncation
    if learned.pathCount > Self.maximumPaths, root.truncate(to: Self.maximumPaths) { isTruncated = true }
    limit(to: budget)
  }

  /// Applies the bounds.
  init(documents: Int, root: ShapeNode, isTruncated: Bool) {
    self.documents = documents
    self.root = root
    let wasCut = self.root.truncate(to: Self.maximumPaths)
    self.isTruncated = isTruncated || wasCut || self.root.holdsTruncation
  }

  /// Merges another shape of the same request into this one.
  public mutating func merge(_ other: PayloadShape) {
    documents = Tally.sum(documents, other.documents)
    root.merge(other.root)
    let wasCut = root.truncate(to: Self.maximumPaths)
    isTruncated = isTruncated || other.isTruncated || wasCut
  }

  /// This shape merged with another one.
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

  /// The path that a pattern means whose last name is a guess from a coding key: that of the one member there whose name
  /// is the same but for letter case and underscores.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, such as `$.iso6391`.
  ///   - name: Its last name, such as `iso6391`.
  /// - Returns: The path, such as `$.iso_639_1`; nil if no member or more than one is like it, or if the name is right.
  public func path(meantBy pattern: String, guessing name: String) -> String? {
    let step = ShapeStep.member(name).text
    guard pattern.hasSuffix(step), let steps = root.steps(spelling: pattern.dropLast(step.count).dropFirst()),
      let parent = root.descendant(steps), parent.child(.member(name)) == nil
    else { return nil }
    let wanted = Self.bare(name)
    let alike = parent.children.filter { child in
      if case .member(let other) = child.step { Self.bare(other) == wanted } else { false }
    }
    return alike.count == 1 ? pattern.dropLast(step.count) + alike[0].step.text : nil
  }

  private static func bare(_ name: String) -> String { name.lowercased().replacing("_", with: "") }

  /// What is known of one path; nil if it was never seen.
  ///
  /// `.*` also means all members of an object whose names are kept, because ``changes(from:to:)`` uses it for maps that
  /// are recognized only when two shapes are compared.
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
  /// Its size only, because a shape contains short values of payloads, which must not be logged.
  public var description: String {
    "shape of \(documents) documents, \(root.pathCount) paths" + (isTruncated ? ", cut" : "")
  }
}

extension ShapeNode {
  var holdsTruncation: Bool { isTruncated || children.indices.contains { children[$0].holdsTruncation } }
}
