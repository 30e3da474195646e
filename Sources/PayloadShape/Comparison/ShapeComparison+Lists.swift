extension ShapeComparison {
  /// Lists that hold far less than any did before: less than half of the shortest one, or nothing at all.
  ///
  /// A list inside the elements of another one counts only if all of them are so, because elements differ. Lists that were empty at
  /// times are a change only if none holds anything for long.
  mutating func compareLists(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.arrays, newNode.statistics.arrays)
    guard let shortest = old.shortest, let longest = old.longest, let now = new.longest else { return }
    let before = Self.elements(shortest, longest)
    func change(_ kind: ChangeKind, count: Int, after: String) -> ShapeChange {
      ShapeChange(kind, before: before, after: after, count: count, total: new.count)
    }
    let documents = oldNode.statistics.documents
    if now == 0, old.empty > 0, let share = shareOfRare(old.empty, of: old.count, in: oldNode) {
      report(
        change(.listEmptied, count: new.count, after: "empty"), former: old.count - old.empty, in: documents,
        .habitual(absent: share, responses: nil))
    } else if old.empty == 0, new.empty > 0, now == 0 || !isInList {
      report(change(.listEmptied, count: new.empty, after: "empty"), former: old.count, in: documents)
    } else if now > 0, now < shortest - now {
      report(
        change(.listShortened, count: new.count, after: Self.elements(new.shortest ?? now, now)), former: old.count,
        in: documents)
    }
  }

  private var isInList: Bool { steps.contains(.element) || steps.contains(.anyMember) }

  private static func elements(_ least: Int, _ most: Int) -> String {
    let range = least == most ? "\(most)" : "\(least) to \(most)"
    return "\(range) element\(most == 1 ? "" : "s")"
  }
}
