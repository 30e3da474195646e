/// One path of a shape with everything below it. The children are sorted by step, so that shapes with the same content
/// are equal.
struct ShapeNode: Equatable, Sendable {
  /// Which members of the objects at a path share one child. It only grows, so that merging is associative.
  enum Folding: Int, Comparable, Sendable {
    /// Each member has its own child.
    case none
    /// Members whose names are data share one child.
    case dataNames
    /// All members share one child, because their names are too many.
    case tooMany
    /// All members share one child, because their names are known to be data.
    case all

    /// Whether no member is known by its name.
    var isOfAllNames: Bool { self >= .tooMany }

    static func < (left: Folding, right: Folding) -> Bool { left.rawValue < right.rawValue }
  }

  /// From this many on, names that are digits, UUIDs or dates are data.
  static let leastDataNames = 8
  /// From this many such names on an object of fields is one of data all the same.
  static let mostDataFields = 64
  /// An object with more other names than this is a map, whatever the names.
  static let maximumNames = 1024

  var step: ShapeStep
  var statistics = NodeStatistics()
  var children: [ShapeNode] = []
  var folding = Folding.none
  /// Whether the objects were of fields when names came that would have made a map of them: then those are fields too.
  var keepsNames = false
  /// The variants of objects, in the order of their discriminators; empty if no member names a variant.
  var variants: [VariantTable] = []
  /// Whether children were left out because the shape is full.
  var isTruncated = false

  init(_ step: ShapeStep) { self.step = step }

  /// The child at `step`, found by halving, since the children are sorted.
  func child(_ step: ShapeStep) -> ShapeNode? { index(of: step).map { children[$0] } }

  /// The position of the child at `step`.
  func index(of step: ShapeStep) -> Int? {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if children[middle].step < step { low = middle + 1 } else { high = middle }
    }
    return low < children.count && children[low].step == step ? low : nil
  }

  func descendant(_ steps: some Sequence<ShapeStep>) -> ShapeNode? {
    var node = self
    for step in steps {
      guard let next = node.child(step) else { return nil }
      node = next
    }
    return node
  }

  /// Changes the descendant at `steps`, if it exists.
  mutating func update(_ steps: ArraySlice<ShapeStep>, _ change: (inout ShapeNode) -> Void) {
    guard let first = steps.first else {
      change(&self)
      return
    }
    guard let index = index(of: first) else { return }
    children[index].update(steps.dropFirst(), change)
  }

  /// The steps that a pattern (without its `$`) spells from here; nil if there is no such path.
  func steps(spelling pattern: Substring) -> [ShapeStep]? {
    if pattern.isEmpty { return [] }
    if let (step, rest) = ShapeStep.plain(of: pattern) {
      guard let next = child(step) else { return nil }
      return next.steps(spelling: rest).map { [step] + $0 }
    }
    for child in children {
      let text = child.step.text
      guard let rest = Self.rest(of: pattern, after: text) else { continue }
      if let further = child.steps(spelling: rest) { return [child.step] + further }
    }
    return nil
  }

  /// The rest of the pattern after `text`, if the pattern begins with it and a step ends there.
  ///
  /// Bytes are compared first, because a combining mark at the start of a name forms one character with the dot before
  /// it. Then the text is compared, because different bytes can spell the same name.
  static func rest(of pattern: Substring, after text: String) -> Substring? {
    if pattern.utf8.starts(with: text.utf8) {
      let rest = pattern.utf8.dropFirst(text.utf8.count)
      if let next = rest.first, next != UInt8(ascii: "."), next != UInt8(ascii: "[") { return nil }
      return Substring(rest)
    }
    guard pattern.hasPrefix(text) else { return nil }
    let rest = pattern.dropFirst(text.count)
    return rest.isEmpty || rest.first == "." || rest.first == "[" ? rest : nil
  }

  /// The number of paths in this subtree.
  var pathCount: Int {
    var count = 1
    for index in children.indices { count += children[index].pathCount }  // by index, because copying a node is slow
    return count
  }

  mutating func merge(_ other: ShapeNode) {
    statistics.merge(other.statistics)
    isTruncated = isTruncated || other.isTruncated
    folding = max(folding, other.folding)
    keepsNames = keepsNames || other.keepsNames
    if !other.variants.isEmpty { variants.merge(other.variants) }
    children = Self.join(children, other.children)
    foldIfNeeded()
  }

  func merged(with other: ShapeNode) -> ShapeNode {
    var node = self
    node.merge(other)
    return node
  }

  private static func join(_ left: [ShapeNode], _ right: [ShapeNode]) -> [ShapeNode] {
    guard !right.isEmpty else { return left }
    guard !left.isEmpty else { return right }
    var joined: [ShapeNode] = []
    joined.reserveCapacity(max(left.count, right.count))
    var (leftIndex, rightIndex) = (0, 0)
    while leftIndex < left.count, rightIndex < right.count {
      if left[leftIndex].step < right[rightIndex].step {
        joined.append(left[leftIndex])
        leftIndex += 1
      } else if right[rightIndex].step < left[leftIndex].step {
        joined.append(right[rightIndex])
        rightIndex += 1
      } else {
        var node = left[leftIndex]
        node.merge(right[rightIndex])
        joined.append(node)
        leftIndex += 1
        rightIndex += 1
      }
    }
    return joined + left[leftIndex...] + right[rightIndex...]
  }
}

// MARK: - Maps whose names are data

extension ShapeNode {
  private static func isFolded(_ step: ShapeStep, by folding: Folding) -> Bool {
    guard case .member(let name) = step else { return false }
    return folding.isOfAllNames || folding == .dataNames && DataName.isData(name)
  }

  /// Folds if there are enough names that are data, or if the path is folded already.
  mutating func foldIfNeeded() {
    let least = keepsNames ? Self.mostDataFields : Self.leastDataNames
    guard folding != .none || children.count >= least else { return }
    let dataNames = children.count { Self.isFolded($0.step, by: .dataNames) }
    let others = children.count { $0.step.name != nil } - dataNames
    if others > Self.maximumNames {
      fold(.tooMany)
    } else {
      fold(max(folding, dataNames >= least ? .dataNames : .none))
    }
  }

  /// Merges the children that `folding` covers into one.
  mutating func fold(_ folding: Folding) {
    let folding = max(self.folding, folding)
    self.folding = folding
    if folding.isOfAllNames { variants = [] }  // single members are no longer known
    guard children.contains(where: { Self.isFolded($0.step, by: folding) }) else { return }
    joinMembers { Self.isFolded($0, by: folding) }
  }

  /// Merges the members that satisfy `isData`, and what was merged before, into one child.
  mutating func joinMembers(where isData: (ShapeStep) -> Bool) {
    var kept: [ShapeNode] = []
    var folded: [ShapeNode] = []
    for var child in children {
      if child.step == .anyMember || isData(child.step) {
        child.step = .anyMember
        child.statistics.parentsExcused = 0
        child.statistics.formsExcused = 0
        child.statistics.parentsBefore = 0
        folded.append(child)
      } else {
        kept.append(child)
      }
    }
    // In pairs, since merging one by one into a node that grows would take time in proportion to the square of their number.
    while folded.count > 1 {
      folded = stride(from: 0, to: folded.count, by: 2).map { index in
        index + 1 < folded.count ? folded[index].merged(with: folded[index + 1]) : folded[index]
      }
    }
    children = kept + (folded.isEmpty ? [ShapeNode(.anyMember)] : folded)
    children.sort { $0.step < $1.step }
  }

  /// This node with the folding of `other` at every common path, so that the two can be compared.
  func aligned(with other: ShapeNode) -> ShapeNode {
    var node = self
    node.align(with: other)
    return node
  }

  private mutating func align(with other: ShapeNode) {
    fold(other.folding)
    var position = 0
    for index in children.indices {
      while position < other.children.count, other.children[position].step < children[index].step { position += 1 }
      guard position < other.children.count else { return }
      if other.children[position].step == children[index].step {
        children[index].align(with: other.children[position])
      }
    }
  }
}

// MARK: - Bounds

extension ShapeNode {
  /// Keeps the first `maximum` paths in the order of depth and steps.
  ///
  /// The first paths of a union are among the first paths of each part, so the result is the same whether the rest is
  /// dropped before or after merging. The exception is a map that is folded only after paths were dropped.
  ///
  /// - Returns: Whether a path was dropped.
  mutating func truncate(to maximum: Int) -> Bool {
    guard pathCount > maximum else { return false }
    var level = [self]
    var depth = 0
    var kept = 0
    while kept + level.count <= maximum, !level.isEmpty {
      kept += level.count
      depth += 1
      level = level.flatMap(\.children)
    }
    var allowance = maximum - kept
    keep(depth: depth, allowance: &allowance)
    return true
  }

  /// Keeps descendants above `depth` and the first `allowance` of those at it.
  private mutating func keep(depth: Int, allowance: inout Int) {
    guard depth > 1 else {
      let count = min(allowance, children.count)
      allowance -= count
      if count < children.count {
        isTruncated = true
        children.removeLast(children.count - count)
      }
      for index in children.indices { children[index].dropChildren() }
      return
    }
    for index in children.indices { children[index].keep(depth: depth - 1, allowance: &allowance) }
  }

  private mutating func dropChildren() {
    guard !children.isEmpty else { return }
    children = []
    isTruncated = true
  }
}
