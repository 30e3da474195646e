import JSONDocument

extension MoveMatcher {
  /// The changes, before they are grouped, with a hint at each value that was probably moved. Linear in the changes and in the paths of
  /// both, but for the candidates that are looked up and sorted.
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
    let new =
      found.compactMap { item -> Location? in
        guard item.change.kind == .memberAdded || item.change.isOfOtherKind else { return nil }
        return new.descendant(item.steps).map { Location(item.steps, $0, isOfOtherKind: item.change.isOfOtherKind) }
      } + settled(old, new, renamed: renamed)
    var result = found
    var explained: Set<Int> = []
    let byObject = Dictionary(grouping: found.indices) { found[$0].steps.dropLast() }
    for enclosure in Enclosure.all(removed: removed.map(\.location), arrived: new) {
      let indices = enclosure.removed.map { removed[$0].index }
      explained.formUnion(indices)
      for index in indices { result[index].change.take(enclosure.hint, confidence: enclosure.confidence) }
      for index in byObject[enclosure.name.around[...]] ?? [] where enclosure.holds(found[index]) {
        result[index].along = enclosure.name
      }
    }
    let rest = removed.filter { !explained.contains($0.index) }
    let matches = matches(removed: rest.map(\.location), arrived: new)
    for parts in Dictionary(grouping: matches, by: \.removed).values {
      let index = rest[parts[0].removed].index
      let confidence = parts.map(\.confidence).min() ?? 0
      // A better guess within the object stands.
      guard confidence > result[index].change.confidence ?? 0 else { continue }
      let hints = parts.map { part($0.from, of: result[index].steps) + $0.hint }
      result[index].change.take(hints.joined(separator: "; "), confidence: confidence)
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
