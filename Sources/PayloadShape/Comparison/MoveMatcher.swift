import JSONDocument

/// Finds where values stand now that went from their place: `$.a.url` in `$.a.media.url`, `$[*].price` in `$[*].price.amount`,
/// a list `$` in `$.data`, the elements of `$[*].images` in `$[*].image`.
///
/// A move is a hint, never a fact. Agreement of values speaks first, the same members second, likeness of names last. Only within one
/// record, or between a record and what surrounds it, may names and common values suffice.
struct MoveMatcher {
  /// A path that went or came, with everything below it.
  struct Location {
    let steps: [ShapeStep]
    let node: ShapeNode
    /// Whether the place is still there and holds values of another kind.
    var isOfOtherKind = false

    init(_ steps: [ShapeStep], _ node: ShapeNode, isOfOtherKind: Bool = false) {
      (self.steps, self.node, self.isOfOtherKind) = (steps, node, isOfOtherKind)
    }

    /// The name of the member, or of the list that it is an element of; empty for the document.
    var name: String { steps.last { $0.name != nil }?.name ?? "" }
  }

  /// Where a value probably is now.
  struct Match: Equatable {
    /// The path that went, or one below it.
    let from: [ShapeStep]
    let to: [ShapeStep]
    /// Index of the removed location that `from` is or is below.
    let removed: Int
    let confidence: Double
    let hint: String
  }

  /// Levels below a path that came or went.
  private static let depth = 3
  /// Names that any object may have, so that they tell nothing by themselves.
  static let commonNames: Set<String> = [
    "id", "name", "type", "kind", "url", "href", "value", "key", "code", "title", "label", "status", "count", "total",
    "data", "items", "self", "text", "date", "index", "slug", "ok", "error", "message",
  ]

  /// Where values went: the best match of each removed location that has one, or of several parts of it, in the order of `removed`.
  /// Both are topmost paths, with what the baseline knows and what was observed.
  ///
  /// It takes time in proportion to the paths on both sides, with a few comparisons for each that went, and a sort of what was found.
  static func matches(removed: [Location], arrived: [Location]) -> [Match] {
    guard !removed.isEmpty, !arrived.isEmpty else { return [] }
    var sources: [(location: Location, index: Int)] = []
    for (index, location) in removed.enumerated() { sources += values(of: location).map { ($0, index) } }
    let targets = arrived.flatMap(values)
    let index = CandidateIndex(targets.map { ($0.name, $0.node) })
    var rivals: [[JSONKind]: Int] = [:]
    for target in targets { rivals[target.node.statistics.kinds.map(\.0), default: 0] += 1 }
    var candidates: [Match] = []
    for source in sources {
      let kinds = source.location.node.statistics.kinds.map(\.0)
      guard !kinds.isEmpty, let count = rivals[kinds] else { continue }
      for number in index.candidates(for: source.location.node, name: source.location.name)
      where targets[number].node.statistics.kinds.map(\.0) == kinds {
        if let match = match(source.location, targets[number], source.index, among: count) { candidates.append(match) }
      }
    }
    // Higher paths first among equals, then by path, so that the order of members never decides.
    candidates.sort { left, right in
      if left.confidence != right.confidence { return left.confidence > right.confidence }
      if left.from.count != right.from.count { return left.from.count < right.from.count }
      if left.to.count != right.to.count { return left.to.count < right.to.count }
      return left.from == right.from
        ? left.to.lexicographicallyPrecedes(right.to) : left.from.lexicographicallyPrecedes(right.from)
    }
    var chosen: [Int: [Match]] = [:]
    var taken: Set<[ShapeStep]> = []
    for match in candidates where !taken.contains(match.to) {
      let others = chosen[match.removed, default: []]
      // Of an object that came apart several members are told.
      let isFurther = others.allSatisfy { other in
        other.from.count == match.from.count && other.from != match.from && match.confidence >= leastOfFurther
          && match.from != removed[match.removed].steps && match.from.last?.name != nil
      }
      guard isFurther, others.count < mostParts else { continue }
      chosen[match.removed, default: []].append(match)
      taken.insert(match.to)
    }
    return chosen.values.joined().sorted {
      $0.removed == $1.removed ? $0.from.lexicographicallyPrecedes($1.from) : $0.removed < $1.removed
    }
  }

  /// Parts of an object that are told where each of them stands now.
  private static let mostParts = 3
  private static let leastOfFurther = 0.5

  /// The location and those below it. Linear in them.
  private static func values(of location: Location) -> [Location] {
    var locations: [Location] = []
    func collect(_ steps: [ShapeStep], _ node: ShapeNode, _ depth: Int) {
      locations.append(Location(steps, node, isOfOtherKind: location.isOfOtherKind && steps == location.steps))
      guard depth > 0 else { return }
      // Of members whose names are data none is the new place of the others.
      for child in node.children where !(child.step.name.map(DataName.isData) ?? false) {
        collect(steps + [child.step], child, depth - 1)
      }
    }
    collect(location.steps, location.node, depth)
    return locations
  }

  private static func match(_ old: Location, _ new: Location, _ removed: Int, among rivals: Int) -> Match? {
    let isWithinObject = old.steps.dropLast() == new.steps.dropLast() && !old.isOfOtherKind && !new.isOfOtherKind
    guard !isWithinObject, old.steps != new.steps else { return nil }  // within one object it is a rename
    let likeness = likeness(old, new)
    let isNear = areRelated(old.steps, new.steps)
    func made(_ confidence: Double, _ why: String) -> Match {
      Match(
        from: old.steps, to: new.steps, removed: removed, confidence: confidence,
        hint: "perhaps moved to \(ShapeStep.pattern(new.steps))\(why)")
    }
    let values = ValueEvidence(old.node, new.node)
    // What has another kind now is most likely not gone but somewhere near.
    let isInside =
      new.steps.starts(with: old.steps) && old.isOfOtherKind || old.steps.starts(with: new.steps) && new.isOfOtherKind
    let prior = isInside ? 0.4 : isNear ? 0.05 + max(0, likeness - 0.3) * 0.6 : likeness == 1 ? 0.1 : 0.01
    let chance = values.chance(among: rivals)
    let isAlike = likeness >= 0.6 || isInside
    let mostNear =
      likeness == 1 ? mostChanceOfSame : isAlike ? RenameMatcher.mostChanceOfAlike : RenameMatcher.mostChance
    let most = isNear || isInside ? mostNear : mostChanceFar
    if chance <= most, isAlike || values.share >= 0.8, isNear || isInside || likeness == 1 {
      return made(
        values.confidence(prior: prior, among: rivals),
        ": \(values.equal) of \(values.compared) compared values are the same")
    }
    guard isNear || isInside, !values.isContradicted else { return nil }
    if let shared = sharedMembers(old.node, new.node), isInside || likeness == 1 || shared >= manyMembers {
      return made(min(0.9, 0.5 + 0.05 * Double(shared)), "; it has the same members")
    }
    // Other records may have been received, so other values say little; what any object may be called says nothing.
    guard isNear, likeness == 1, !commonNames.contains(old.name.lowercased()), old.node.statistics.objects == 0 else {
      return nil
    }
    return made(values.compared == 0 ? 0.35 : 0.3, "; a guess from the name")
  }

  /// So many members are hardly the same by chance.
  static let manyMembers = 4

  /// How alike the names are, `category.id` and `categoryId` included.
  private static func likeness(_ old: Location, _ new: Location) -> Double {
    guard !old.name.isEmpty, !new.name.isEmpty else { return 0 }
    func full(_ location: Location) -> String { location.steps.compactMap(\.name).suffix(2).joined(separator: "_") }
    return max(
      NameLikeness.compare(old.name, new.name), NameLikeness.compare(full(old), new.name) == 1 ? 1 : 0,
      NameLikeness.compare(old.name, full(new)) == 1 ? 1 : 0)
  }

  /// Most probable agreement by chance that counts where the names are the same.
  private static let mostChanceOfSame = 0.35
  /// Agreement in places that have nothing to do with each other must be less probable by chance.
  private static let mostChanceFar = 1e-4

  /// Whether both lie in one record, or one lies in what surrounds the record of the other.
  private static func areRelated(_ left: [ShapeStep], _ right: [ShapeStep]) -> Bool {
    func record(_ steps: [ShapeStep]) -> ArraySlice<ShapeStep> {
      steps.prefix((steps.dropLast().lastIndex { $0.name == nil } ?? -1) + 1)
    }
    let (left, right) = (record(left), record(right))
    return left.starts(with: right) || right.starts(with: left)
  }

  /// How many members two objects, or the objects of two lists, have in common, if these are at least two and most of them.
  private static func sharedMembers(_ old: ShapeNode, _ new: ShapeNode) -> Int? {
    func names(_ node: ShapeNode) -> Set<ShapeStep> {
      var node = node
      while node.statistics.objects == 0, let element = node.child(.element) { node = element }
      return Set(node.children.map(\.step).filter { $0.name != nil })
    }
    let (left, right) = (names(old), names(new))
    let shared = left.intersection(right).count
    return shared >= 2 && 2 * shared >= max(left.count, right.count) ? shared : nil
  }
}
