// A learned shape has a budget of bytes, so that no provider can make the ledger grow without end.
extension PayloadShape {
  /// The budget unless another one is set: 1 MiB.
  public static let standardBudget = 1 << 20
  /// The least budget; a smaller one counts as this.
  public static let leastBudget = 1 << 16
  /// The longest path in bytes of its notation. Longer ones are left out, because findings, changes and rows of the ledger name paths
  /// in full.
  static let longestPath = 1 << 12

  /// What the shape takes: at least the bytes of its stored form, and the notation of each of its paths.
  public var weight: Int { ShapeWeights(root).total }

  /// Leaves detail out until ``weight`` is at most `budget`; nothing while it is.
  ///
  /// What goes first tells the least: the words of closed sets, then which members variants of objects have, then whole paths; each
  /// of the paths that were seen in the fewest documents first, of these the deepest, at one depth the last in their order. A path
  /// of which something was left out is marked, so that ``changes(from:to:asWhole:repetition:)`` takes nothing for new that a baseline
  /// left out, and nothing for missing that an observation left out. The same shape gives the same result.
  ///
  /// - Parameters:
  ///   - budget: Bytes, at least ``leastBudget``.
  ///   - known: A shape whose paths keep their detail as long as others have some.
  public mutating func limit(to budget: Int, keeping known: PayloadShape? = nil) {
    let budget = max(budget, Self.leastBudget)
    var least = budget - ShapeWeights.overhead
    guard !root.fits(&least, path: 1) else { return }
    var isCut = false
    func apply(_ cut: ShapeCut, _ weights: ShapeWeights, ofKnown isKnown: Bool) -> ShapeWeights {
      let chosen = weights.chosen(for: cut, ofKnown: isKnown, budget: budget)
      guard !chosen.isEmpty else { return weights }
      isCut = true
      var position = 0
      root.apply(cut, to: chosen, position: &position)
      return ShapeWeights(root, known: known?.root)
    }
    var weights = ShapeWeights(root, known: known?.root)
    for isKnown in known == nil ? [false] : [false, true] {
      for cut in ShapeCut.allCases { weights = apply(cut, weights, ofKnown: isKnown) }
    }
    if isCut { isTruncated = true }
  }

  /// This shape with no more detail than a budget allows; see ``limit(to:keeping:)``.
  public func limited(to budget: Int, keeping known: PayloadShape? = nil) -> PayloadShape {
    var limited = self
    limited.limit(to: budget, keeping: known)
    return limited
  }
}

/// Detail that may be left out, in the order in which it goes.
private enum ShapeCut: CaseIterable {
  /// Paths that are too long, whatever the budget.
  case longPaths
  /// The words of closed sets.
  case words
  /// Which members the variants of objects have.
  case variants
  /// Paths.
  case paths
}

/// What each path of a shape takes, in the order of a walk in which parents come before their children.
private struct ShapeWeights {
  private struct Entry {
    let depth: Int
    let isTooLong: Bool
    let isKnown: Bool
    let documents: Int
    let weight: Int
    /// What would be saved without its words, and without its variants.
    let words: Int
    let variants: Int
  }

  /// What a shape takes besides its paths.
  static let overhead = 64

  private var entries: [Entry] = []
  private(set) var total = overhead

  init(_ root: ShapeNode) { self.init(root, known: nil) }

  init(_ root: ShapeNode, known: ShapeNode?) { add(root, depth: 0, path: 1, known: known) }

  private mutating func add(_ node: ShapeNode, depth: Int, path: Int, known: ShapeNode?) {
    let bytes = node.storedBytes
    var (words, variants) = (0, 0)
    if !node.statistics.strings.values.isEmpty {
      var without = node
      without.leaveOutWords()
      words = bytes - without.storedBytes
    }
    if node.variants.contains(where: { !$0.isOpen }) {
      var without = node
      without.leaveOutVariants()
      variants = bytes - without.storedBytes
    }
    entries.append(
      Entry(
        depth: depth, isTooLong: path > PayloadShape.longestPath, isKnown: known != nil,
        documents: node.statistics.documents, weight: bytes + path,
        words: words,
        variants: variants))
    total += bytes + path
    for index in node.children.indices {
      let step = node.children[index].step
      // A map that was recognized just now holds members that were known.
      let former = known.flatMap { known in
        node.isRare(node.children[index]) ? nil : known.child(step) ?? (step == .anyMember ? ShapeNode(step) : nil)
      }
      add(node.children[index], depth: depth + 1, path: path + step.text.utf8.count, known: former)
    }
  }

  /// Positions in the walk of the paths that are to lose something, known ones or others.
  func chosen(for cut: ShapeCut, ofKnown isKnown: Bool, budget: Int) -> Set<Int> {
    if cut == .longPaths { return Set(entries.indices.filter { entries[$0].isTooLong }) }
    guard total > budget else { return [] }
    let order = entries.indices.dropFirst(cut == .paths ? 1 : 0).filter { entries[$0].isKnown == isKnown }.sorted {
      (entries[$1].documents, entries[$0].depth, $0) > (entries[$0].documents, entries[$1].depth, $1)
    }
    var (rest, chosen) = (total, Set<Int>())
    for index in order where rest > budget {
      let saved =
        switch cut {
        case .longPaths: 0
        case .words: entries[index].words
        case .variants: entries[index].variants
        case .paths: entries[index].weight
        }
      guard saved > 0 else { continue }
      rest -= saved
      chosen.insert(index)
    }
    return chosen
  }
}

extension ShapeNode {
  /// Whether this path and those below it surely take no more than `rest` bytes, and none is too long; `rest` becomes what they leave.
  fileprivate func fits(_ rest: inout Int, path: Int) -> Bool {
    // The notation of a name takes at most six bytes for each of its own, and `[""]`.
    let path = path + 6 * (step.name?.utf8.count ?? 0) + 4
    guard path <= PayloadShape.longestPath else { return false }
    rest -= mostStoredBytes + path
    guard rest >= 0 else { return false }
    return children.allSatisfy { $0.fits(&rest, path: path) }
  }

  /// Applies a cut to the nodes whose positions in the walk are chosen; `position` is that of this node.
  fileprivate mutating func apply(_ cut: ShapeCut, to chosen: Set<Int>, position: inout Int) {
    if chosen.contains(position) {
      switch cut {
      case .longPaths, .paths: break  // the parent drops it
      case .words: leaveOutWords()
      case .variants: leaveOutVariants()
      }
    }
    position += 1
    let dropsPaths = cut == .longPaths || cut == .paths
    var isKept = Array(repeating: true, count: children.count)
    for index in children.indices {
      if dropsPaths, chosen.contains(position) {
        isKept[index] = false
        position += children[index].pathCount
      } else {
        children[index].apply(cut, to: chosen, position: &position)
      }
    }
    guard isKept.contains(false) else { return }
    isTruncated = true
    children = zip(children, isKept).filter(\.1).map(\.0)
  }

  fileprivate mutating func leaveOutWords() {
    statistics.strings.leaveOutValues()
    isTruncated = true
  }

  fileprivate mutating func leaveOutVariants() {
    variants = variants.map { VariantTable(leavingOut: $0.discriminator) }
    isTruncated = true
  }

  /// Whether it is unknown which members the variants of objects have because that was left out.
  var lacksVariants: Bool { variants.contains(where: \.isLeftOut) }
}
