import JSONDocument

/// Pairs members that went from one object with members that came in another one: `$.a.url` with `$.a.media.url`,
/// `$.data.price` with `$.price`.
///
/// A move is a hint, never a fact. Agreement of values speaks first, likeness of names second. Only within one record, or
/// between a record and what surrounds it, may names and common values suffice.
struct MoveMatcher {
  /// A path that went or came, with everything below it.
  struct Location {
    let steps: [ShapeStep]
    let node: ShapeNode

    init(_ steps: [ShapeStep], _ node: ShapeNode) { (self.steps, self.node) = (steps, node) }
  }

  /// Where a member probably is now.
  struct Match: Equatable {
    /// The member that went, or one below it.
    let from: [ShapeStep]
    let to: [ShapeStep]
    /// Index of the removed location that `from` is or is below.
    let removed: Int
    let confidence: Double
    let hint: String
  }

  /// Paths on either side that are compared, so that the work stays small however much came and went.
  private static let maximumLocations = 400
  /// Levels below a path that came or went.
  private static let depth = 3
  /// Names that any object may have, so that they tell nothing by themselves.
  private static let commonNames: Set<String> = [
    "id", "name", "type", "kind", "url", "href", "value", "key", "code", "title", "label", "status", "count", "total",
    "data", "items", "self", "text", "date", "index", "slug", "ok", "error", "message",
  ]

  /// Where members went: the best match of each removed location that has one, in the order of `removed`. Both are
  /// topmost paths, with what the baseline knows and what was observed.
  static func matches(removed: [Location], arrived: [Location]) -> [Match] {
    guard !removed.isEmpty, !arrived.isEmpty else { return [] }
    var sources: [(location: Location, index: Int)] = []
    for (index, location) in removed.enumerated() { sources += members(of: location).map { ($0, index) } }
    let targets = arrived.flatMap(members)
    var candidates: [Match] = []
    for source in sources.prefix(maximumLocations) {
      for target in targets.prefix(maximumLocations) {
        if let match = match(source.location, target, source.index) { candidates.append(match) }
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
    var chosen: [Int: Match] = [:]
    var taken: Set<[ShapeStep]> = []
    for match in candidates where chosen[match.removed] == nil && !taken.contains(match.to) {
      chosen[match.removed] = match
      taken.insert(match.to)
    }
    return chosen.values.sorted { $0.removed < $1.removed }
  }

  /// The location, if it is a member, and the members below it, but none within arrays there.
  private static func members(of location: Location) -> [Location] {
    var locations: [Location] = []
    func collect(_ steps: [ShapeStep], _ node: ShapeNode, _ depth: Int) {
      if node.step.name != nil { locations.append(Location(steps, node)) }
      guard depth > 0 else { return }
      for child in node.children where child.step.name != nil { collect(steps + [child.step], child, depth - 1) }
    }
    collect(location.steps, location.node, depth)
    return locations
  }

  private static func match(_ old: Location, _ new: Location, _ removed: Int) -> Match? {
    guard let oldName = old.steps.last?.name, let newName = new.steps.last?.name,
      old.steps.dropLast() != new.steps.dropLast()
    else { return nil }  // within one object it is a rename
    let kinds = Set(old.node.statistics.kinds.map(\.0))
    guard !kinds.isEmpty, kinds == Set(new.node.statistics.kinds.map(\.0)) else { return nil }
    let likeness = NameLikeness.compare(oldName, newName)
    let values = SketchAgreement(old.node, new.node)
    let isNear = areRelated(old.steps, new.steps)
    func made(_ confidence: Double, _ why: String) -> Match {
      Match(
        from: old.steps, to: new.steps, removed: removed, confidence: confidence,
        hint: "perhaps moved to \(ShapeStep.pattern(new.steps))\(why)")
    }
    if values.share >= 0.5, isEnough(values, likeness, isNear: isNear) {
      let share = "\(values.found) of \(values.checked) compared values are the same"
      return made(min(0.95, 0.6 * values.share + 0.35 * max(likeness, 0.4)), ": " + share)
    }
    // Other records may have been received, so other values say little; what any object may be called says nothing.
    guard isNear, likeness == 1, !commonNames.contains(oldName.lowercased()),
      kinds == [.object] ? sharesMembers(old.node, new.node) : true
    else { return nil }
    return made(values.checked == 0 ? 0.35 : 0.3, "; a guess from the name")
  }

  /// Whether so much agreement means anything.
  private static func isEnough(_ values: SketchAgreement, _ likeness: Double, isNear: Bool) -> Bool {
    if !isNear { return likeness == 1 && values.share >= 0.8 && values.distinctive >= 6 }
    if likeness >= 0.6 { return values.distinctive >= 1 || values.found >= 3 }
    return values.share >= 0.8 && values.distinctive >= 3
  }

  /// Whether both lie in one record, or one lies in what surrounds the record of the other.
  private static func areRelated(_ left: [ShapeStep], _ right: [ShapeStep]) -> Bool {
    func record(_ steps: [ShapeStep]) -> ArraySlice<ShapeStep> {
      steps.prefix((steps.dropLast().lastIndex { $0.name == nil } ?? -1) + 1)
    }
    let (left, right) = (record(left), record(right))
    return left.starts(with: right) || right.starts(with: left)
  }

  private static func sharesMembers(_ old: ShapeNode, _ new: ShapeNode) -> Bool {
    let names = Set(old.children.map(\.step))
    let shared = new.children.count { names.contains($0.step) }
    return 2 * shared >= max(1, old.children.count)
  }
}

// MARK: - Over a whole comparison

extension MoveMatcher {
  /// The changes, before they are grouped, with a hint at each removed member that was probably moved.
  static func hinted(
    _ found: [ShapeComparison.Found], old: ShapeNode, new: ShapeNode
  ) -> [ShapeComparison.Found] {
    let indices = found.indices.filter { found[$0].change.kind == .memberRemoved }
    guard !indices.isEmpty else { return found }
    let removed = indices.compactMap { index in
      old.descendant(found[index].steps).map { (index: index, location: Location(found[index].steps, $0)) }
    }
    var arrived = found.filter { $0.change.kind == .memberAdded }.compactMap { item in
      new.descendant(item.steps).map { Location(item.steps, $0) }
    }
    arrived += settled(old, new, renamed: Set(found.compactMap { $0.change.renamedTo }))
    var result = found
    for match in matches(removed: removed.map(\.location), arrived: arrived) {
      let index = removed[match.removed].index
      // A better guess within the object stands.
      guard match.confidence > result[index].change.confidence ?? 0 else { continue }
      let isWhole = match.from == result[index].steps
      let below = isWhole ? "" : "its \(match.from.last?.nameWords ?? "member") "
      result[index].change.hint = below + match.hint
      result[index].change.renamedTo = nil
      result[index].change.confidence = match.confidence
    }
    return result
  }

  /// Members that are always there now and were not before: what came and was absorbed while the removal is still an
  /// open change, or the hint would be gone at the second response.
  private static func settled(_ old: ShapeNode, _ new: ShapeNode, renamed: Set<String>) -> [Location] {
    var locations: [Location] = []
    func collect(_ old: ShapeNode, _ new: ShapeNode, _ steps: [ShapeStep]) {
      guard locations.count < maximumLocations else { return }
      for member in new.children {
        guard let known = old.child(member.step) else { continue }
        let steps = steps + [member.step]
        if let name = member.step.name, known.statistics.observations > 0, !old.alwaysHolds(known),
          new.alwaysHolds(member), !renamed.contains(name)
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
