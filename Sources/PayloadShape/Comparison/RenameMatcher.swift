import JSONDocument

/// Pairs members that went with members that came in the same object.
struct RenameMatcher {
  /// A member that went, and what it probably is now.
  struct Match {
    let oldName: String
    let newName: String
    /// Values agree; otherwise it is a guess from the names.
    let isCertain: Bool
    /// So many of them agree that this is hardly ever so by chance.
    var isProven = false
    let confidence: Double
    let hint: String
  }

  /// Names below this are not worth a guess.
  private static let leastLikeness = 0.5
  /// The same where the neighbours speak for it too.
  private static let leastLikenessAmongNeighbours = 0.3

  /// The best pairs of members that went and what they may be now, each member in one at most, the surest first.
  ///
  /// The baseline has seen `knownShare` of the records; the values of others cannot agree. `isNew` says whether a member
  /// was never there before. The time is that of an index and of a few comparisons for each member that went.
  static func matches(
    removed: [ShapeNode], arrived: [ShapeNode], knownShare: Double = 1, isNew: (ShapeNode) -> Bool
  ) -> [Match] {
    guard !removed.isEmpty, !arrived.isEmpty else { return [] }
    var candidates: [Match] = []
    let (onlyOld, onlyNew) = (onlyOfTheirKind(removed), onlyOfTheirKind(arrived))
    let rivals = kindCounts(arrived)
    let index = CandidateIndex(arrived.map { ($0.step.name ?? "", $0) })
    for old in removed {
      let numbers = index.candidates(for: old, name: old.step.name ?? "")
      let parts = parts(of: old, among: numbers.map { arrived[$0] })
      for number in numbers {
        let new = arrived[number]
        if let name = new.step.name, parts.contains(name) {
          candidates.append(part(of: old, new, name, parts))
          continue
        }
        let pair = Pair(
          knownShare: knownShare, isNew: isNew(new),
          isOnlyOfKind: onlyOld.contains(old.step) && onlyNew.contains(new.step),
          isAlone: removed.count == 1 && arrived.count == 1,
          rivals: new.statistics.kinds.reduce(0) { $0 + (rivals[$1.0] ?? 0) })
        if let match = match(old, new, pair) { candidates.append(match) }
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

  /// The lists into which one that went may have been split: several with elements of its form, none of which holds as many as it did.
  private static func parts(of old: ShapeNode, among arrived: [ShapeNode]) -> [String] {
    guard let least = old.statistics.arrays.shortest, least > 1 else { return [] }
    let parts = arrived.filter { new in
      new.statistics.arrays.longest.map { 0 < $0 && $0 < least } ?? false && likeMembers(old, new) > 0
    }
    return parts.count > 1 ? parts.compactMap(\.step.name).sorted() : []
  }

  private static func part(of old: ShapeNode, _ new: ShapeNode, _ name: String, _ parts: [String]) -> Match {
    let more = parts.count > 3 ? ["\(parts.count - 2) more"] : []
    let names = parts.prefix(more.isEmpty ? 3 : 2).map { "`\($0)`" } + more
    return Match(
      oldName: old.step.name ?? "", newName: name, isCertain: false,
      isProven: ValueEvidence(old, new).distinctive >= leastDistinctive, confidence: 0.9,
      hint: "perhaps split into \(names.joined(separator: " and "))")
  }

  /// What is known of two members beside themselves.
  private struct Pair {
    let knownShare: Double
    /// Whether the new one was never there before.
    let isNew: Bool
    /// Whether there is no other of their kinds that went or came.
    let isOnlyOfKind: Bool
    /// Whether nothing else went or came.
    let isAlone: Bool
    /// Members of the kinds of the new one that came.
    let rivals: Int
  }

  private static func kindCounts(_ members: [ShapeNode]) -> [JSONKind: Int] {
    members.reduce(into: [:]) { counts, member in
      for (kind, _) in member.statistics.kinds { counts[kind, default: 0] += 1 }
    }
  }

  /// Members that went (or came) of whose kinds there is no other one.
  private static func onlyOfTheirKind(_ members: [ShapeNode]) -> Set<ShapeStep> {
    let counts = kindCounts(members)
    return Set(members.filter { $0.statistics.kinds.allSatisfy { counts[$0.0] == 1 } }.map(\.step))
  }

  /// How many members two objects, or the objects of two arrays, have in common, if they hold mostly the same; else 0.
  private static func likeMembers(_ old: ShapeNode, _ new: ShapeNode) -> Int {
    func names(_ node: ShapeNode) -> Set<ShapeStep> {
      var node = node
      while node.statistics.objects == 0, let element = node.child(.element) { node = element }
      return Set(node.children.map(\.step).filter { $0.name != nil })
    }
    let (left, right) = (names(old), names(new))
    let shared = left.intersection(right).count
    return shared >= 2 && 4 * shared >= 3 * left.union(right).count ? shared : 0
  }

  /// Least share of agreeing values: all but a few of the records that could agree, where they can hardly agree by chance.
  private static func leastShare(_ values: ValueEvidence, knownShare: Double) -> Double {
    values.distinctive >= leastDistinctive ? certainShare * min(1, max(0.4, knownShare)) : certainShare
  }

  private static let certainShare = 0.8
  /// Values that must agree that hardly agree by chance, for a change that is as rare as another type.
  private static let leastDistinctive = 3
  /// From here on it is told as a rename.
  private static let certainConfidence = 0.98
  /// Agreement that is more probable by chance is no reason for a hint: of a hundred unrelated members that go while another comes at
  /// most one gets a hint by its values.
  static let mostChance = 0.01
  /// The same where the names are alike.
  static let mostChanceOfAlike = 0.1

  /// How probable a rename is before values are looked at: something went and something came in one object, under such names.
  private static func prior(_ likeness: Double) -> Double { 0.1 + max(0, likeness - 0.3) }

  private static func match(_ old: ShapeNode, _ new: ShapeNode, _ pair: Pair) -> Match? {
    guard let oldName = old.step.name, let newName = new.step.name else { return nil }
    // `item-7` and `item-9` are two of several numbered things.
    guard
      oldName.filter(\.isNumber) == newName.filter(\.isNumber)
        || oldName.filter({ !$0.isNumber }) != newName.filter({ !$0.isNumber })
    else { return nil }
    let likeness = NameLikeness.compare(oldName, newName)
    let kinds = Set(old.statistics.kinds.map(\.0))
    let newKinds = Set(new.statistics.kinds.map(\.0))
    func guess(_ confidence: Double, _ words: String = "") -> Match {
      Match(
        oldName: oldName, newName: newName, isCertain: false, confidence: min(0.9, confidence),
        hint: "perhaps renamed to `\(newName)`\(words)")
    }
    if kinds.isEmpty || newKinds.isEmpty {
      // Nothing but null on one side: there are no values that could agree or disagree.
      guard likeness >= Self.leastLikeness || pair.isAlone else { return nil }
      return guess(max(0.1, likeness * 0.4), "; a guess, since only null was seen")
    }
    guard !kinds.isDisjoint(with: newKinds) else { return nil }
    let values = ValueEvidence(old, new)
    let chance = values.chance(among: pair.rivals)
    let confidence = values.confidence(prior: prior(likeness), among: pair.rivals)
    let words = "\(values.equal) of \(values.compared) compared values are the same"
    if pair.isNew, confidence >= certainConfidence, values.share >= leastShare(values, knownShare: pair.knownShare) {
      return Match(
        oldName: oldName, newName: newName, isCertain: true, isProven: values.distinctive >= leastDistinctive,
        confidence: confidence, hint: "renamed to `\(newName)`: \(words)")
    }
    let isAlike = likeness >= leastLikeness
    if chance <= (isAlike ? mostChanceOfAlike : mostChance) { return guess(confidence, ": " + words) }
    let shared = likeMembers(old, new)
    if shared >= MoveMatcher.manyMembers, pair.isOnlyOfKind {
      return guess(max(likeness * 0.6 + 0.2, 0.5 + 0.05 * Double(shared)), "; it has the same members")
    }
    let least = pair.isOnlyOfKind || shared > 0 ? leastLikenessAmongNeighbours : leastLikeness
    guard likeness >= least || shared > 0 && pair.isOnlyOfKind else { return nil }
    return guess(likeness * 0.6 + (shared > 0 ? 0.15 : 0) + (pair.isOnlyOfKind ? 0.05 : 0))
  }
}
