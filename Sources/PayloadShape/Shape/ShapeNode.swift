/// One path of a shape with everything below it. The children are sorted by step, so that equal knowledge is an equal
/// value.
struct ShapeNode: Equatable, Sendable {
  /// Which members of the objects at a path are told apart. Only ever grows, which keeps merging associative.
  enum Folding: Int, Comparable, Sendable {
    /// Each by its name.
    case none
    /// Those whose names are data share one child; others keep theirs.
    case dataNames
    /// All share one child.
    case all

    static func < (left: Folding, right: Folding) -> Bool { left.rawValue < right.rawValue }
  }

  /// Names that are digits, UUIDs or dates, from this many on, are data.
  static let leastDataNames = 8
  /// An object type with more other names than this is a map, whatever the names.
  static let maximumNames = 1024

  var step: ShapeStep
  var statistics = NodeStatistics()
  var children: [ShapeNode] = []
  var folding = Folding.none
  /// What the sorts of objects here hold, in the order of their discriminators; empty where no member names a sort.
  var variants: [VariantTable] = []
  /// Whether children were left out because the shape is full; what is missing here may have been there.
  var isTruncated = false

  init(_ step: ShapeStep) { self.step = step }

  func child(_ step: ShapeStep) -> ShapeNode? { children.first { $0.step == step } }

  /// The descendant that `steps` lead to.
  func descendant(_ steps: some Sequence<ShapeStep>) -> ShapeNode? {
    var node = self
    for step in steps {
      guard let next = node.child(step) else { return nil }
      node = next
    }
    return node
  }

  /// Changes the descendant that `steps` lead to, if it is there.
  mutating func update(_ steps: ArraySlice<ShapeStep>, _ change: (inout ShapeNode) -> Void) {
    guard let first = steps.first else {
      change(&self)
      return
    }
    guard let index = children.firstIndex(where: { $0.step == first }) else { return }
    children[index].update(steps.dropFirst(), change)
  }

  /// The steps that a pattern (without its `$`) spells from here; nil where nothing is known of it.
  func steps(spelling pattern: Substring) -> [ShapeStep]? {
    if pattern.isEmpty { return [] }
    for child in children {
      let text = child.step.text
      guard let rest = Self.rest(of: pattern, after: text) else { continue }
      if let further = child.steps(spelling: rest) { return [child.step] + further }
    }
    return nil
  }

  /// What follows `text`, if the pattern begins with it and a step ends there.
  ///
  /// By bytes first: a name may begin with a combining mark, which is one character with the dot before it. Then as
  /// text, since the same name can be spelled in different bytes.
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

  /// Paths in this subtree.
  var pathCount: Int {
    var count = 1
    for index in children.indices { count += children[index].pathCount }  // by index: a node is much to copy
    return count
  }

  /// Adds what another shape of the same path knows.
  mutating func merge(_ other: ShapeNode) {
    statistics.merge(other.statistics)
    isTruncated = isTruncated || other.isTruncated
    folding = max(folding, other.folding)
    if !other.variants.isEmpty { variants.merge(other.variants) }
    children = Self.join(children, other.children)
    foldIfNeeded()
  }

  /// This node with what another shape of the same path knows.
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
  private func isFolded(_ step: ShapeStep, by folding: Folding) -> Bool {
    guard case .member(let name) = step else { return false }
    return folding == .all || folding == .dataNames && DataName.isData(name)
  }

  /// Folds once the names call for it, and whatever a folding inherited from another shape covers.
  mutating func foldIfNeeded() {
    guard folding != .none || children.count >= Self.leastDataNames else { return }
    let dataNames = children.count { isFolded($0.step, by: .dataNames) }
    let others = children.count { $0.step.name != nil } - dataNames
    if others > Self.maximumNames {
      fold(.all)
    } else {
      fold(max(folding, dataNames >= Self.leastDataNames ? .dataNames : .none))
    }
  }

  /// Merges the children that `folding` covers into one.
  mutating func fold(_ folding: Folding) {
    self.folding = max(self.folding, folding)
    if self.folding == .all { variants = [] }  // members are no longer told apart
    guard children.contains(where: { isFolded($0.step, by: self.folding) }) else { return }
    var kept: [ShapeNode] = []
    var folded = ShapeNode(.anyMember)
    for var child in children {
      if child.step == .anyMember || isFolded(child.step, by: self.folding) {
        child.statistics.parentsExcused = 0
        folded.merge(child)
      } else {
        kept.append(child)
      }
    }
    children = kept + [folded]
    children.sort { $0.step < $1.step }
  }

  /// This node with the folding of `other` wherever both know a path, so that the two can be compared.
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
  /// Keeps the `maximum` first paths in order of depth, then of steps.
  ///
  /// What is among the first of a union was among the first of each part, so dropping the rest early or late gives the
  /// same result (unless a map is folded only after paths were dropped, which leaves room that is not filled again).
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
