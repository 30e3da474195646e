/// Makes one change of those that are one: at deeper levels of a recursive structure, in sibling objects of equal shape, and of
/// members that moved together into another object or out of it.
struct ChangeGrouping {
  private typealias Found = ShapeComparison.Found

  /// What must be the same for changes to be one.
  private struct Kind: Hashable {
    let kind: ChangeKind
    let member: ShapeStep?
    let before: String
    let after: String

    init(_ found: ShapeComparison.Found) {
      kind = found.change.kind
      member = found.steps.last
      // What came or went is the same member even where one path shows only null, and ranges differ from path to path.
      let isSameForm = [.memberAdded, .memberRemoved, .scaleChanged, .becameNullable].contains(kind)
      before = isSameForm ? "" : found.change.before
      after = isSameForm ? "" : found.change.after
    }
  }

  private struct Key: Hashable {
    let kind: Kind
    let steps: [ShapeStep?]
    let shape: [ShapeStep]
  }

  /// Paths with more steps are not looked up, and their containers are no siblings of others.
  private static let deepestSearch = 32
  /// Longest sequence of steps that is recognized as a level of recursion.
  private static let longestRepetition = 8

  private let found: [Found]
  /// Union-find: index of another member of the group, or of itself.
  private var leaders: [Int]

  private init(_ found: [Found]) {
    self.found = found
    leaders = Array(found.indices)
  }

  static func group(_ found: [ShapeComparison.Found], baseline: ShapeNode) -> [ShapeChange] {
    var grouping = ChangeGrouping(found)
    grouping.uniteRecursion(baseline)
    grouping.uniteSiblings(baseline)
    grouping.uniteCompanions()
    return grouping.result().sorted { left, right in
      left.path == right.path
        ? left.kind.order < right.kind.order
        : left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
  }

  private mutating func leader(_ index: Int) -> Int {
    var index = index
    while leaders[index] != index {
      leaders[index] = leaders[leaders[index]]
      index = leaders[index]
    }
    return index
  }

  private mutating func unite(_ keys: [(key: Key, index: Int)]) {
    var first: [Key: Int] = [:]
    for (key, index) in keys {
      guard let other = first[key] else {
        first[key] = index
        continue
      }
      let (left, right) = (leader(other), leader(index))
      leaders[max(left, right)] = min(left, right)
    }
  }

  // MARK: Recursion

  private mutating func uniteRecursion(_ baseline: ShapeNode) {
    var levels: Set<[ShapeStep]> = []
    for item in found {
      levels.formUnion(Self.repetitions(in: item.steps))
      if found.count > 1 { levels.formUnion(Self.repetitions(below: item.steps.dropLast(), in: baseline)) }
    }
    guard !levels.isEmpty else { return }
    let ordered = levels.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
    unite(
      found.indices.map { index in
        var steps = found[index].steps
        let member = steps.popLast()
        for level in ordered { steps = Self.removing(level, from: steps) }
        return (Key(kind: Kind(found[index]), steps: steps + [member], shape: []), index)
      })
  }

  /// Sequences that stand twice in a row, such as `.evolves_to[*]` in `.evolves_to[*].evolves_to[*]`.
  private static func repetitions(in steps: [ShapeStep]) -> Set<[ShapeStep]> {
    var repetitions: Set<[ShapeStep]> = []
    for length in 1...longestRepetition where 2 * length <= steps.count {
      for start in 0...(steps.count - 2 * length) where steps[start].name != nil {
        let once = steps[start..<(start + length)]
        if once.elementsEqual(steps[(start + length)..<(start + 2 * length)]) { repetitions.insert(Array(once)) }
      }
    }
    return repetitions
  }

  /// Sequences at the end of `steps` that the baseline knows once more below them, though this response does not go so deep.
  private static func repetitions(below steps: ArraySlice<ShapeStep>, in baseline: ShapeNode) -> Set<[ShapeStep]> {
    guard steps.count <= deepestSearch, let node = baseline.descendant(steps) else { return [] }
    var repetitions: Set<[ShapeStep]> = []
    for length in 1...longestRepetition where length <= steps.count {
      let once = steps.suffix(length)
      if once.first?.name != nil, node.descendant(once) != nil { repetitions.insert(Array(once)) }
    }
    return repetitions
  }

  private static func removing(_ level: [ShapeStep], from steps: [ShapeStep]) -> [ShapeStep] {
    var result: [ShapeStep] = []
    for step in steps {
      result.append(step)
      if result.suffix(level.count).elementsEqual(level) { result.removeLast(level.count) }
    }
    return result
  }

  // MARK: Siblings

  private mutating func uniteSiblings(_ baseline: ShapeNode) {
    var keys: [(key: Key, index: Int)] = []
    for (index, item) in found.enumerated() where item.steps.count <= Self.deepestSearch {
      var node: ShapeNode? = baseline
      for position in item.steps.indices.dropLast() {
        node = node?.child(item.steps[position])
        guard let container = node, item.steps[position].name != nil else { continue }
        let shape = Self.members(of: container)
        guard !shape.isEmpty else { continue }
        var steps: [ShapeStep?] = item.steps
        steps[position] = nil
        keys.append((Key(kind: Kind(item), steps: steps, shape: shape), index))
      }
    }
    unite(keys)
  }

  /// The member names of an object, or of the objects in an array.
  private static func members(of container: ShapeNode) -> [ShapeStep] {
    var node = container
    while node.statistics.objects == 0, let element = node.child(.element) { node = element }
    return node.children.map(\.step).filter { $0 != .element }
  }

  /// Linear in the changes.
  private mutating func uniteCompanions() {
    var first: [Enclosure.Name: Int] = [:]
    for index in found.indices {
      guard let name = found[index].along else { continue }
      let other = first[name] ?? index
      first[name] = other
      let (left, right) = (leader(other), leader(index))
      leaders[max(left, right)] = min(left, right)
    }
  }

  // MARK: Result

  private mutating func result() -> [ShapeChange] {
    var groups: [Int: [Int]] = [:]
    for index in found.indices { groups[leader(index), default: []].append(index) }
    return groups.values.map { group in
      let members = group.map { found[$0] }.sorted { left, right in
        guard left.steps.count == right.steps.count else { return left.steps.count < right.steps.count }
        return left.change.path.utf8.lexicographicallyPrecedes(right.change.path.utf8)
      }
      var change = members[0].change
      for other in members.dropFirst().map(\.change) {
        change.paths.append(other.path)
        change.count = Tally.sum(change.count, other.count)
        change.total = Tally.sum(change.total, other.total)
        change.samples += other.samples
        change.isFaint = change.isFaint && other.isFaint
        change.isOfNullOnly = change.isOfNullOnly && other.isOfNullOnly
        // The words of a path that shows more than null say more.
        if change.form?.kinds == [.null], change.kind == .memberAdded {
          (change.after, change.form) = (other.after, other.form)
        }
      }
      change.paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return change
    }
  }
}
