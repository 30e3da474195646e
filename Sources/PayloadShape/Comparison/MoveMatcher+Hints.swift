import JSONDocument

extension MoveMatcher {
  /// The changes, before they are grouped, with a hint at each value that was probably moved.
  static func hinted(
    _ found: [ShapeComparison.Found], old: ShapeNode, new: ShapeNode
  ) -> [ShapeComparison.Found] {
    let removed = found.indices.compactMap { index -> (index: Int, location: Location)? in
      let change = found[index].change
      guard change.kind == .memberRemoved || change.isOfOtherKind else { return nil }
      return old.descendant(found[index].steps).map {
        (index, Location(found[index].steps, $0, isOfOtherKind: change.isOfOtherKind))
      }
    }
    guard !removed.isEmpty else { return found }
    let renamed = Set(found.filter { $0.change.kind == .memberRenamed }.compactMap { $0.change.renamedTo })
    let new = found.compactMap { item -> Location? in
      guard item.change.kind == .memberAdded || item.change.isOfOtherKind else { return nil }
      return new.descendant(item.steps).map { Location(item.steps, $0, isOfOtherKind: item.change.isOfOtherKind) }
    } + settled(old, new, renamed: renamed)
    var result = found
    var explained: Set<Int> = []
    for enclosure in Enclosure.all(removed: removed.map(\.location), arrived: new) {
      let indices = enclosure.removed.map { removed[$0].index }
      explained.formUnion(indices)
      for index in indices { result[index].change.take(enclosure.hint, confidence: enclosure.confidence) }
      for index in found.indices where enclosure.holds(found[index]) { result[index].along = enclosure.name }
    }
    let rest = removed.filter { !explained.contains($0.index) }
    for match in matches(removed: rest.map(\.location), arrived: new) {
      let index = rest[match.removed].index
      // A better guess within the object stands.
      guard match.confidence > result[index].change.confidence ?? 0 else { continue }
      result[index].change.take(part(match.from, of: result[index].steps) + match.hint, confidence: match.confidence)
    }
    return result
  }

  /// What of a value moved, if not all of it: `its id `, `its elements `.
  private static func part(_ steps: [ShapeStep], of whole: [ShapeStep]) -> String {
    guard steps != whole, let last = steps.last else { return "" }
    return last.name == nil ? "its elements " : "its \(last.nameWords) "
  }

  /// Members that are always there now and were not before: what came and was absorbed while the removal is still an
  /// open change, or the hint would be gone at the second response. Linear in the paths of both.
  private static func settled(_ old: ShapeNode, _ new: ShapeNode, renamed: Set<String>) -> [Location] {
    var locations: [Location] = []
    func collect(_ old: ShapeNode, _ new: ShapeNode, _ steps: [ShapeStep]) {
      var index = 0
      for member in new.children {
        while index < old.children.count, old.children[index].step < member.step { index += 1 }
        guard index < old.children.count, old.children[index].step == member.step else { continue }
        let known = old.children[index]
        let steps = steps + [member.step]
        let cameLater = !old.alwaysHolds(known) || known.statistics.parentsBefore > 0
        if let name = member.step.name, known.statistics.observations > 0, cameLater, new.alwaysHolds(member),
          !renamed.contains(name)
        {
          locations.append(Location(steps, member))
        } else {
          collect(known, member, steps)
        }
      }
    }
    collect(old, new, [])
    return locations
  }
}

extension ShapeChange {
  /// Whether all values are of other kinds than ever before.
  fileprivate var isOfOtherKind: Bool { kind == .typeChanged && isTotal && !isOfOptional }

  fileprivate mutating func take(_ hint: String, confidence: Double) {
    (self.hint, renamedTo, self.confidence) = (hint, nil, confidence)
  }
}

/// Members of one object that moved into a new object beside them under the names that they had, or out of one that is gone:
/// `{title, price}` and `{product: {title, price}}`. It is one change, however many members there are.
struct Enclosure {
  /// The object around, and the member that came or went with the others in it.
  struct Name: Hashable {
    let around: [ShapeStep]
    let member: ShapeStep
    let isNew: Bool
  }

  let name: Name
  /// Indices of what went: the members, or the object that held them.
  let removed: [Int]
  let hint: String
  let confidence: Double
  private let members: Set<ShapeStep>

  /// Whether a change is one of those that came or went together.
  func holds(_ found: ShapeComparison.Found) -> Bool {
    guard let last = found.steps.last, members.contains(last), found.steps.dropLast() == name.around[...] else { return false }
    return found.change.kind == (name.isNew ? .memberRemoved : .memberAdded)
  }

  /// All of them. Linear in the members of what went and came, but for the sort of their places.
  static func all(removed: [MoveMatcher.Location], arrived: [MoveMatcher.Location]) -> [Enclosure] {
    func byObject(_ locations: [MoveMatcher.Location]) -> [[ShapeStep]: [Int]] {
      let members = locations.indices.filter { locations[$0].steps.last?.name != nil && !locations[$0].isOfOtherKind }
      return Dictionary(grouping: members) { locations[$0].steps.dropLast() }
    }
    let (gone, new) = (byObject(removed), byObject(arrived))
    var result: [Enclosure] = []
    for (around, indices) in gone.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let others = new[around] else { continue }
      let (went, came) = (indices.map { removed[$0].node }, others.map { arrived[$0].node })
      if let found = best(went, in: came) {
        let shared = indices.filter { found.members.contains(removed[$0].node.step) }
        result.append(Enclosure(found, around: around, isNew: true, removed: shared))
      } else if let found = best(came, in: went),
        let index = indices.first(where: { removed[$0].node.step == found.container.step })
      {
        result.append(Enclosure(found, around: around, isNew: false, removed: [index]))
      }
    }
    return result
  }

  private struct Found {
    let container: ShapeNode
    let members: Set<ShapeStep>
    /// The members by themselves, as an object.
    let outside: ShapeNode
  }

  /// The object that holds most of the `members` under their names, if these are at least two and half of what it holds.
  private static func best(_ members: [ShapeNode], in containers: [ShapeNode]) -> Found? {
    let known = Dictionary(members.map { ($0.step, $0) }) { first, _ in first }
    var best: Found?
    for container in containers.sorted(by: { $0.step < $1.step }) where container.statistics.objects > 0 {
      var outside = ShapeNode(.element)
      outside.children = container.children.compactMap { child in
        known[child.step].flatMap { $0.haveKindsInCommon(with: child) ? $0 : nil }
      }
      let count = outside.children.count
      guard count >= 2, 2 * count >= container.children.count, count > best?.members.count ?? 1 else { continue }
      best = Found(container: container, members: Set(outside.children.map(\.step)), outside: outside)
    }
    return best
  }

  private init(_ found: Found, around: [ShapeStep], isNew: Bool, removed: [Int]) {
    name = Name(around: around, member: found.container.step, isNew: isNew)
    self.removed = removed
    members = found.members
    let values = isNew ? ValueEvidence(found.outside, found.container) : ValueEvidence(found.container, found.outside)
    let byNames = min(0.9, 0.5 + 0.05 * Double(members.count))
    let byValues = values.confidence(prior: byNames, among: 1)
    let place = ShapeStep.pattern(isNew ? around + [found.container.step] : around)
    confidence = max(byNames, byValues)
    hint =
      (isNew ? "" : "its members ") + "perhaps moved to \(place)"
      + (byValues > byNames
        ? ": \(values.equal) of \(values.compared) compared values are the same" : "; a guess from the names")
  }
}

extension ShapeNode {
  fileprivate func haveKindsInCommon(with other: ShapeNode) -> Bool {
    !Set(statistics.kinds.map(\.0)).isDisjoint(with: other.statistics.kinds.map(\.0))
  }
}
