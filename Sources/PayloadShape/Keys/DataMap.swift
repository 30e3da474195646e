import JSONDocument

/// Maps with few names that are data, such as rates by currency or texts by language.
///
/// These maps are folded when two shapes are compared, and not while a shape is learned. A later name or value may show
/// that the object is not a map, so a shape that folded it early would depend on the order of merging.
enum DataMap {
  /// Objects with this many members that are all objects of one shape are maps, whatever their names.
  static let leastRecords = 32

  /// Two shapes of one request with their maps folded in both, so that a name that came or went is not a change, and
  /// each value is compared with all values seen before.
  static func folded(_ old: ShapeNode, _ new: ShapeNode) -> (old: ShapeNode, new: ShapeNode) {
    guard holdsMap(old, new) else { return (old, new) }
    var (old, new) = (old, new)
    fold(&old, &new)
    return (old, new)
  }

  /// Whether the objects at a path are such a map, by the old and the new shape. No member of a map is ever missing.
  static func isDataMap(_ old: ShapeNode, _ new: ShapeNode) -> Bool { form(of: old, new) != nil }

  private enum Form {
    case names(MapNameForm)
    case all

    func matches(_ name: String) -> Bool {
      switch self {
      case .names(let form): form.matches(name)
      case .all: true
      }
    }
  }

  private static func holdsMap(_ old: ShapeNode, _ new: ShapeNode) -> Bool {
    guard !old.children.isEmpty, !new.children.isEmpty else { return false }
    return form(of: old, new) != nil || pairs(old, new).contains { holdsMap(old.children[$0], new.children[$1]) }
  }

  private static func fold(_ old: inout ShapeNode, _ new: inout ShapeNode) {
    if let form = form(of: old, new) {
      old.foldMembers(where: form.matches)
      new.foldMembers(where: form.matches)
    }
    for (left, right) in pairs(old, new) { fold(&old.children[left], &new.children[right]) }
  }

  /// Positions of the children that both have.
  private static func pairs(_ old: ShapeNode, _ new: ShapeNode) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var right = 0
    for left in old.children.indices {
      while right < new.children.count, new.children[right].step < old.children[left].step { right += 1 }
      guard right < new.children.count else { break }
      if old.children[left].step == new.children[right].step { pairs.append((left, right)) }
    }
    return pairs
  }

  private static func form(of old: ShapeNode, _ new: ShapeNode) -> Form? {
    if old.keepsNames || new.keepsNames, old.holdsFields { return nil }
    guard let first = old.children.first(where: { $0.step.name != nil })?.step.name else { return nil }
    let forms = MapNameForm.candidates(first)
    if !forms.isEmpty, hasLikeValues(old) {
      let oldNames = names(of: old)
      let both = hasLikeValues(new) ? oldNames.union(names(of: new)) : []
      if let form = forms.first(where: { $0.matchesAll(oldNames) || $0.matchesAll(both) }) { return .names(form) }
    }
    return old.children.count >= leastRecords && holdsRecords(old) ? .all : nil
  }

  /// Whether an observation would make a map of what was none. Linear in the members and their members.
  static func isMade(of old: ShapeNode, by new: ShapeNode) -> Bool {
    guard form(of: old, old) == nil else { return false }
    if form(of: old, new) != nil { return true }
    guard old.children.count + new.children.count >= leastRecords else { return false }
    let both = old.shallow.merged(with: new.shallow)
    return form(of: both, both) != nil
  }

  private static func names(of node: ShapeNode) -> Set<String> { Set(node.children.compactMap(\.step.name)) }

  /// Whether the values of all names have a kind in common, apart from null.
  private static func hasLikeValues(_ node: ShapeNode) -> Bool {
    var shared: Set<JSONKind>?
    for child in node.children where child.step.name != nil && child.statistics.nonNull > 0 {
      let kinds = Set(child.statistics.kinds.map(\.0))
      shared = shared?.intersection(kinds) ?? kinds
      if shared?.isEmpty == true { return false }
    }
    return true
  }

  /// Whether there are many members, all of them objects with mostly the same members.
  private static func holdsRecords(_ node: ShapeNode) -> Bool {
    let records = node.children.filter { $0.step != .element && $0.statistics.nonNull > 0 }
    guard records.count >= leastRecords,
      records.allSatisfy({ $0.statistics.objects > 0 && $0.statistics.objects == $0.statistics.nonNull })
    else { return false }
    let sets = records.map(names)
    let all = sets.reduce(into: Set()) { $0.formUnion($1) }
    let shared = sets.reduce(all) { $0.intersection($1) }
    return shared.count >= 2 && 2 * shared.count >= all.count
  }
}

extension ShapeNode {
  /// The same without what is below the members of its members.
  fileprivate var shallow: ShapeNode {
    var node = self
    for index in node.children.indices {
      for inner in node.children[index].children.indices { node.children[index].children[inner].children = [] }
    }
    return node
  }

  /// Merges all members into one wherever a pattern (without its `$`) has `.*` and the names are kept.
  mutating func foldMembers(along pattern: Substring) {
    let any = ShapeStep.anyMember.text
    if pattern.hasPrefix(any), [nil, ".", "["].contains(pattern.dropFirst(any.count).first), child(.anyMember) == nil {
      foldMembers { _ in true }
    }
    for index in children.indices {
      guard let rest = Self.rest(of: pattern, after: children[index].step.text), !rest.isEmpty else { continue }
      children[index].foldMembers(along: rest)
    }
  }

  /// Merges the members whose names are data into one, for a comparison only.
  fileprivate mutating func foldMembers(where isData: (String) -> Bool) {
    guard children.contains(where: { $0.step == .anyMember || $0.step.name.map(isData) == true }) else { return }
    variants = []
    joinMembers { $0.name.map(isData) == true }
    if let index = index(of: .anyMember) { children[index].noteWordsSideBySide() }
  }

  /// What members of a map hold stands side by side in one response.
  private mutating func noteWordsSideBySide() {
    statistics.strings.noteWordsSideBySide()
    for index in children.indices { children[index].noteWordsSideBySide() }
  }
}

// MARK: - Paths in folded maps

extension DataMap {
  /// The paths in two unfolded shapes that correspond to a path in their folded forms.
  ///
  /// - Returns: Steps, and whether `old` has the member of each map on the way.
  static func unfoldedPaths(
    of steps: [ShapeStep], _ old: ShapeNode, _ new: ShapeNode, _ folded: (old: ShapeNode, new: ShapeNode)
  ) -> [(steps: [ShapeStep], isKnown: Bool)] {
    var paths: [(steps: [ShapeStep], isKnown: Bool)] = []
    var walked: [ShapeStep] = []
    func walk(
      _ rest: ArraySlice<ShapeStep>, _ old: ShapeNode?, _ new: ShapeNode?, _ foldedOld: ShapeNode?,
      _ foldedNew: ShapeNode?
    ) {
      guard let step = rest.first else {
        paths.append((walked, true))
        return
      }
      func descend(to name: ShapeStep) {
        walked.append(name)
        walk(
          rest.dropFirst(), old?.child(name), new?.child(name), foldedOld?.child(step), foldedNew?.child(step))
        walked.removeLast()
      }
      guard step == .anyMember else { return descend(to: step) }
      let kept = Set([foldedOld, foldedNew].flatMap { $0?.children.map(\.step) ?? [] })
      for child in old?.children ?? [] where child.step == .anyMember || !kept.contains(child.step) {
        descend(to: child.step)
      }
      for child in new?.children ?? [] where child.step.name != nil && !kept.contains(child.step) {
        if old?.child(child.step) == nil { paths.append((walked + [child.step], false)) }
      }
      if old?.child(.anyMember) == nil, new?.child(.anyMember) != nil { descend(to: .anyMember) }
    }
    walk(steps[...], old, new, folded.old, folded.new)
    return paths
  }
}
