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

  /// Members on either side that are compared, so that the work stays small however much came and went.
  private static let maximumMembers = 200
  /// Names below this are not worth a guess.
  private static let leastLikeness = 0.5
  /// The same where the neighbours speak for it too.
  private static let leastLikenessAmongNeighbours = 0.3
  /// Distinct values that must be compared before agreement means anything: few where the names are alike too, more
  /// where small numbers or common words could agree by chance.
  private static func leastValues(_ likeness: Double) -> Int { likeness >= 0.6 ? 1 : likeness >= 0.5 ? 3 : 6 }

  /// The best pairs of members that went and what they may be now, each member in one at most, the surest first.
  ///
  /// The baseline has seen `knownShare` of the records; the values of others cannot agree. `isNew` says whether a member
  /// was never there before.
  static func matches(
    removed: [ShapeNode], arrived: [ShapeNode], knownShare: Double = 1, isNew: (ShapeNode) -> Bool
  ) -> [Match] {
    var candidates: [Match] = []
    let (olds, news) = (removed.prefix(maximumMembers), arrived.prefix(maximumMembers))
    let (onlyOld, onlyNew) = (onlyOfTheirKind(removed), onlyOfTheirKind(arrived))
    for old in olds {
      for new in news {
        let isOnlyPair = onlyOld.contains(old.step) && onlyNew.contains(new.step)
        if let match = match(old, new, knownShare: knownShare, isNew: isNew(new), isOnlyPair: isOnlyPair) {
          candidates.append(match)
        }
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

  /// Members that went (or came) of whose kinds there is no other one.
  private static func onlyOfTheirKind(_ members: [ShapeNode]) -> Set<ShapeStep> {
    var counts: [JSONKind: Int] = [:]
    for kind in members.flatMap({ Set($0.statistics.kinds.map(\.0)) }) { counts[kind, default: 0] += 1 }
    return Set(members.filter { $0.statistics.kinds.allSatisfy { counts[$0.0] == 1 } }.map(\.step))
  }

  /// Whether two objects, or the objects of two arrays, hold mostly the same members.
  private static func haveLikeMembers(_ old: ShapeNode, _ new: ShapeNode) -> Bool {
    func names(_ node: ShapeNode) -> Set<ShapeStep> {
      var node = node
      while node.statistics.objects == 0, let element = node.child(.element) { node = element }
      return Set(node.children.map(\.step).filter { $0.name != nil })
    }
    let (left, right) = (names(old), names(new))
    let shared = left.intersection(right).count
    return shared >= 2 && 4 * shared >= 3 * left.union(right).count
  }

  /// Least share of agreeing values: all but a few of the records that could agree, where they can hardly agree by chance.
  private static func leastShare(_ values: SketchAgreement, knownShare: Double) -> Double {
    values.distinctive >= leastDistinctive ? certainShare * min(1, max(0.4, knownShare)) : certainShare
  }

  private static let certainShare = 0.8
  /// Values that must agree where each of them could by chance.
  private static let leastFoundOfCommon = 6
  /// The same of values that hardly agree by chance, for a change that is as rare as another type.
  private static let leastDistinctive = 3

  private static func match(
    _ old: ShapeNode, _ new: ShapeNode, knownShare: Double, isNew: Bool, isOnlyPair: Bool
  ) -> Match? {
    guard let oldName = old.step.name, let newName = new.step.name else { return nil }
    // `item-7` and `item-9` are two of several numbered things.
    guard
      oldName.filter(\.isNumber) == newName.filter(\.isNumber)
        || oldName.filter({ !$0.isNumber }) != newName.filter({ !$0.isNumber })
    else { return nil }
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
    let values = SketchAgreement(old, new)
    let enough = values.checked >= Self.leastValues(likeness)
    let share = values.share
    if isNew, enough, values.distinctive > 0 || values.found >= leastFoundOfCommon,
      share >= leastShare(values, knownShare: knownShare)
    {
      return Match(
        oldName: oldName, newName: newName, isCertain: true, isProven: values.distinctive >= Self.leastDistinctive,
        confidence: min(0.99, 0.6 * share + 0.4 * max(likeness, 0.5)),
        hint: "renamed to `\(newName)`: \(values.found) of \(values.checked) compared values are the same")
    }
    let likeMembers = haveLikeMembers(old, new)
    let least = isOnlyPair || likeMembers ? Self.leastLikenessAmongNeighbours : Self.leastLikeness
    guard likeness >= least || likeMembers && isOnlyPair || enough && share >= 0.5 else { return nil }
    let neighbours = (likeMembers ? 0.15 : 0) + (isOnlyPair ? 0.05 : 0)
    return Match(
      oldName: oldName, newName: newName, isCertain: false,
      confidence: min(0.9, max(likeness * 0.6, enough ? share * 0.8 : 0) + neighbours),
      hint: "perhaps renamed to `\(newName)`")
  }
}
