// How a baseline takes in an observation without losing what it knows.
extension ShapeNode {
  /// After a merge of `old` and a fitted `new`: objects of which something was left out are out of account for members that may be among
  /// it, and what was kept whole before is so still. Linear in the three.
  mutating func settleTruncation(old: ShapeNode, new: ShapeNode, _ repetition: Double) {
    if new.isTruncated {
      let (words, known) = (new.statistics.strings, old.statistics.strings)
      if words.isOpen, known.count > 0, !known.isOpen, old.isKnown(repetition),
        words.seenFormats.allSatisfy({ known.observations(of: $0) > 0 })
      {
        // Words that were left out tell nothing against a closed set.
        statistics.strings = known
        excuse(words.count)
      }
      for member in old.children where new.child(member.step) == nil {
        guard let name = member.step.name, let index = index(of: member.step) else { continue }
        children[index].excuse(new.statistics.objects)
        excuseVariants(name, old: old, observed: new)
      }
      if !old.isTruncated, !old.children.isEmpty, old.isKnown(repetition) { isTruncated = false }
    }
    for index in children.indices {
      guard let known = old.child(children[index].step), let seen = new.child(children[index].step) else { continue }
      children[index].settleTruncation(old: known, new: seen, repetition)
    }
  }

  /// Whether a member came in so few documents that it may have been there by chance.
  func isRare(_ member: ShapeNode) -> Bool {
    Double(statistics.documents) > PayloadShape.leastFitted
      && 4 * member.statistics.documents < statistics.documents
  }

  /// Leaves out paths that `old` does not have, or that came seldom, until at most `maximum` are left: those in the fewest documents first,
  /// of these what came before what is new, then the deepest, at one depth the last in their order.
  ///
  /// - Returns: Whether something was left out.
  mutating func leaveOutNew(beyond maximum: Int, old: ShapeNode) -> Bool {
    struct Candidate {
      let documents: Int
      let isNew: Bool
      let depth: Int
      let position: Int
      let paths: Int
    }
    let count = pathCount
    guard count > maximum else { return false }
    var (position, candidates) = (0, [Candidate]())
    func collect(_ node: ShapeNode, _ old: ShapeNode, depth: Int) {
      for child in node.children {
        position += 1
        let known = old.child(child.step)
        if let known, !node.isRare(child) {
          collect(child, known, depth: depth + 1)
        } else {
          let paths = child.pathCount
          candidates.append(
            Candidate(
              documents: child.statistics.documents, isNew: known == nil, depth: depth, position: position, paths: paths
            ))
          position += paths - 1
        }
      }
    }
    collect(self, old, depth: 1)
    candidates.sort { left, right in
      if left.documents != right.documents { return left.documents < right.documents }
      if left.isNew != right.isNew { return right.isNew }
      return (left.depth, left.position) > (right.depth, right.position)
    }
    var (rest, dropped) = (count, Set<Int>())
    for item in candidates where rest > maximum {
      dropped.insert(item.position)
      rest -= item.paths
    }
    position = 0
    drop(dropped, old, &position)
    return !dropped.isEmpty
  }

  private mutating func drop(_ positions: Set<Int>, _ old: ShapeNode, _ position: inout Int) {
    var isKept = Array(repeating: true, count: children.count)
    for index in children.indices {
      position += 1
      if let known = old.child(children[index].step), !isRare(children[index]) {
        children[index].drop(positions, known, &position)
      } else {
        isKept[index] = !positions.contains(position)
        position += children[index].pathCount - 1
      }
    }
    guard isKept.contains(false) else { return }
    isTruncated = true
    children = zip(children, isKept).filter(\.1).map(\.0)
  }
}
