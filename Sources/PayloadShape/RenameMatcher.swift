/// Pairs members that went with members that came in the same object.
struct RenameMatcher {
  /// A member that went, and what it probably is now.
  struct Match {
    let oldName: String
    let newName: String
    /// Values agree; otherwise it is a guess from the names.
    let isCertain: Bool
    let confidence: Double
    let hint: String
  }

  /// Names below this are not worth a guess.
  private static let leastLikeness = 0.5
  /// Distinct values that must be compared before agreement means anything: few where the names are alike too, more
  /// where small numbers or common words could agree by chance.
  private static func leastValues(_ likeness: Double) -> Int { likeness >= 0.6 ? 1 : likeness >= 0.5 ? 3 : 6 }

  /// The best pairs, each member in one at most.
  static func matches(removed: [ShapeNode], arrived: [ShapeNode], isNew: (ShapeNode) -> Bool) -> [Match] {
    var candidates: [Match] = []
    for old in removed {
      for new in arrived {
        if let match = match(old, new, isNew: isNew(new)) { candidates.append(match) }
      }
    }
    // Equal confidence is decided by name, so that the result never depends on the order of members.
    candidates.sort {
      ($0.isCertain ? 1 : 0, $0.confidence, $1.oldName, $1.newName)
        > ($1.isCertain ? 1 : 0, $1.confidence, $0.oldName, $0.newName)
    }
    var taken: Set<String> = []
    return candidates.filter { match in
      guard !taken.contains("-" + match.oldName), !taken.contains("+" + match.newName) else { return false }
      taken.formUnion(["-" + match.oldName, "+" + match.newName])
      return true
    }
  }

  private static func match(_ old: ShapeNode, _ new: ShapeNode, isNew: Bool) -> Match? {
    guard let oldName = old.step.name, let newName = new.step.name else { return nil }
    let likeness = NameLikeness.compare(oldName, newName)
    let kinds = Set(old.statistics.kinds.map(\.0))
    let newKinds = Set(new.statistics.kinds.map(\.0))
    if kinds.isEmpty || newKinds.isEmpty {
      // Nothing but null on one side: there are no values that could agree or disagree.
      guard likeness >= Self.leastLikeness else { return nil }
      return Match(
        oldName: oldName, newName: newName, isCertain: false, confidence: likeness * 0.4,
        hint: "perhaps renamed to `\(newName)`; a guess, since only null was seen")
    }
    guard !kinds.isDisjoint(with: newKinds) else { return nil }
    let values = agreement(old, new)
    let enough = values.checked >= Self.leastValues(likeness)
    let share = values.checked == 0 ? 0 : Double(values.found) / Double(values.checked)
    if isNew, enough, share >= 0.8 {
      return Match(
        oldName: oldName, newName: newName, isCertain: true,
        confidence: min(0.99, 0.6 * share + 0.4 * max(likeness, 0.5)),
        hint: "renamed to `\(newName)`: \(values.found) of \(values.checked) compared values are the same")
    }
    guard likeness >= Self.leastLikeness || enough && share >= 0.5 else { return nil }
    return Match(
      oldName: oldName, newName: newName, isCertain: false,
      confidence: min(0.9, max(likeness * 0.6, enough ? share * 0.8 : 0)),
      hint: "perhaps renamed to `\(newName)`")
  }

  /// Distinct strings and numbers of the new member that could be looked for in the old one, and those found; for
  /// objects and arrays over all paths that both have. Truth values agree by chance and do not count.
  private static func agreement(_ old: ShapeNode, _ new: ShapeNode) -> (found: Int, checked: Int) {
    let strings = compare(old.statistics.strings.sketch, new.statistics.strings.sketch)
    let numbers = compare(old.statistics.numbers.sketch, new.statistics.numbers.sketch)
    var found = strings.found + numbers.found
    var checked = strings.checked + numbers.checked
    for child in new.children {
      if let counterpart = old.child(child.step) {
        let below = agreement(counterpart, child)
        found += below.found
        checked += below.checked
      } else {
        checked += 1  // a member that the old object did not have speaks against it
      }
    }
    return (found, checked)
  }

  private static func compare(_ old: ValueSketch, _ new: ValueSketch) -> (found: Int, checked: Int) {
    new.hashes.isEmpty ? (0, 0) : old.agreement(with: new)
  }
}
