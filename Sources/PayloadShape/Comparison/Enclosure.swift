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

  /// Whether a change in the object around is one of those that came or went together.
  func holds(_ found: ShapeComparison.Found) -> Bool {
    found.steps.last.map(members.contains) ?? false
      && found.change.kind == (name.isNew ? .memberRemoved : .memberAdded)
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
        result += [Enclosure(found, around: around, isNew: true, removed: shared)].compactMap(\.self)
      } else if let found = best(came, in: went),
        let index = indices.first(where: { removed[$0].node.step == found.container.step })
      {
        result += [Enclosure(found, around: around, isNew: false, removed: [index])].compactMap(\.self)
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

  /// Nil where the same records hold other values.
  private init?(_ found: Found, around: [ShapeStep], isNew: Bool, removed: [Int]) {
    name = Name(around: around, member: found.container.step, isNew: isNew)
    self.removed = removed
    members = found.members
    let values = isNew ? ValueEvidence(found.outside, found.container) : ValueEvidence(found.container, found.outside)
    if values.isContradicted, values.share < ValueEvidence.leastShare { return nil }
    // Names that any object has tell little.
    let telling = members.count { $0.name.map { !MoveMatcher.commonNames.contains($0.lowercased()) } ?? false }
    let byNames = min(0.9, 0.3 + 0.1 * Double(telling) + 0.03 * Double(members.count - telling))
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
