// What is known of an API is not displaced by what one response brings: too many names, or more than is kept of it.
extension PayloadShape {
  /// Responses after which a baseline knows what an object has.
  static let leastFitted = 4.0

  /// This observation as far as `baseline` has a place for it.
  ///
  /// Where objects of known members suddenly have more members than are kept by name, or where an observation was not kept whole, it says
  /// nothing of what it lacks, and nothing of what the baseline does not know. Elsewhere it is as it was. Linear in both shapes.
  ///
  /// - Parameters:
  ///   - baseline: What was seen before.
  ///   - repetition: Responses for each document of the baseline.
  ///   - isAccepted: Whether the objects at a path may have so many members each, so that they become a map; see the result.
  /// - Returns: The observation, and the steps of objects that have so many members each that they are another thing.
  func fitted(
    to baseline: PayloadShape, repetition: Double, isAccepted: ([ShapeStep]) -> Bool = { _ in false }
  ) -> (shape: PayloadShape, overfull: Set<[ShapeStep]>) {
    guard root.needsFitting(to: baseline.root, repetition, { _ in true }) else { return (self, []) }
    var fitted = self
    var fitting = Fitting(repetition: repetition)
    fitting.fit(&fitted.root, to: baseline.root, isAccepted)
    return (fitted, fitting.overfull)
  }

  /// Whether it holds something for which `baseline` has no place, so that it is not compared.
  ///
  /// - Parameters:
  ///   - baseline: What was seen before.
  ///   - repetition: Responses for each document of the baseline.
  /// - Returns: Whether ``changes(from:to:asWhole:repetition:)`` leaves out something of it.
  public func exceeds(_ baseline: PayloadShape, repetition: Double) -> Bool {
    root.needsFitting(to: baseline.root, repetition) { $0.leavesOut }
  }
}

/// A walk over an observation and its baseline that leaves out what does not fit.
private struct Fitting {
  let repetition: Double
  private var steps: [ShapeStep] = []
  private(set) var overfull: Set<[ShapeStep]> = []

  init(repetition: Double) { self.repetition = repetition }

  mutating func fit(_ node: inout ShapeNode, to old: ShapeNode, _ isAccepted: ([ShapeStep]) -> Bool) {
    if node.isOverfull(beside: old, repetition) {
      guard !isAccepted(steps) else { return }
      overfull.insert(steps)
    }
    node.leaveOutExcess(over: old, repetition)
    var index = 0
    for known in old.children {
      while index < node.children.count, node.children[index].step < known.step { index += 1 }
      guard index < node.children.count else { return }
      guard node.children[index].step == known.step else { continue }
      steps.append(known.step)
      fit(&node.children[index], to: known, isAccepted)
      steps.removeLast()
    }
  }
}

extension ShapeNode {
  /// The most members of an object that people have named; an object with more of them is large anyway.
  private static let mostFields = maximumNames / 4
  /// The most variants of objects that a response with too many of them leaves as they are.
  private static let mostFittedVariants = VariantTable.maximumValues / 2

  /// How an observation at one path exceeds what is known there.
  fileprivate enum Excess {
    /// Its members are not known by their names, because there are too many.
    case folded
    /// Some of its members are not known by their names, because so many names look like data.
    case foldedNames
    /// Together with those that are known its members would be too many.
    case names
    /// Together with those that are known its members would make a map of the object. They are fields too, but of names that look
    /// like data only so many.
    case map(room: Int, added: Int)
    /// Something below it was left out.
    case truncated

    /// Whether something of the observation is left out because of it.
    var leavesOut: Bool {
      if case .map(let room, let added) = self { added > room } else { true }
    }
  }

  /// Whether there were enough responses to say what objects here have.
  func isKnown(_ repetition: Double) -> Bool {
    Double(statistics.documents) * repetition >= PayloadShape.leastFitted
  }

  /// Members that most objects had; `nil`: none.
  private func fields(_ repetition: Double) -> Int? {
    let count = children.count { child in
      child.step.name.map { !DataName.isData($0) } ?? false && child.isKnown(repetition)
        && 2 * child.statistics.observations >= parents(of: child)
    }
    return count > 0 ? count : nil
  }

  /// Members that were in fewer than one document in four.
  private var rareNames: Set<String> {
    guard Double(statistics.documents) > PayloadShape.leastFitted else { return [] }
    return Set(
      children.lazy.filter { 4 * $0.statistics.documents < self.statistics.documents }.compactMap(\.step.name))
  }

  /// Whether half of some members, but for rare ones, are in every object, so that they are fields and no data.
  private func areSteady(_ members: [ShapeNode], but rare: Set<String>) -> Bool {
    let usual = members.filter { $0.step.name.map { !rare.contains($0) } ?? false }
    let steady = usual.count { alwaysHolds($0) && !DataName.isCertainlyData($0.step.name ?? "") }
    return steady > 0 && 2 * steady >= usual.count
  }

  /// Whether so many objects did not fit that this is how they are.
  private func isOutgrown(_ repetition: Double) -> Bool {
    3 * statistics.objectsOverfull >= Tally.scaled(statistics.objects, by: repetition)
  }

  /// Whether half of the usual members are in every object.
  var holdsFields: Bool { areSteady(children, but: rareNames) }

  private func excess(over old: ShapeNode, _ repetition: Double) -> Excess? {
    guard old.isKnown(repetition), !old.children.isEmpty else { return nil }
    if !old.folding.isOfAllNames {
      if folding == .tooMany {
        return old.fields(repetition) == nil || old.isOutgrown(repetition) ? nil : .folded
      }
      if !folding.isOfAllNames, let excess = excessiveNames(over: old, repetition) { return excess }
    }
    return isTruncated && !old.isTruncated ? .truncated : nil
  }

  /// How the names of members exceed what is known, where objects of fields would become maps.
  private func excessiveNames(over old: ShapeNode, _ repetition: Double) -> Excess? {
    if folding == .dataNames, old.folding == .none {
      let data = old.children.filter { $0.step.name.map(DataName.isData) ?? false }
      let areSteady = old.areSteady(data, but: old.rareNames)
      return areSteady && !old.isOutgrown(repetition) ? .foldedNames : nil
    }
    let strange = strangeMembers(to: old)
    guard !strange.isEmpty, !old.isOutgrown(repetition) else { return nil }
    if old.children.count + strange.count > Self.maximumNames, old.fields(repetition) != nil { return .names }
    let known = old.children.filter { $0.step.name.map(DataName.isData) ?? false }
    let added = strange.count { children[$0].step.name.map(DataName.isData) ?? false }
    let map = Excess.map(room: max(0, Self.mostDataFields - 1 - known.count), added: added)
    if old.folding == .none, added > 0 {
      let isMap = known.count + added >= (old.keepsNames ? Self.mostDataFields : Self.leastDataNames)
      if isMap, old.areSteady(known, but: old.rareNames) { return map }
    }
    // So many members alike were on the way to be a map.
    guard !old.keepsNames, 2 * old.children.count < DataMap.leastRecords else { return nil }
    return old.holdsFields && DataMap.isMade(of: old, by: self) ? map : nil
  }

  /// Positions of members that `old` does not have. Linear in both, whose members are sorted alike.
  private func strangeMembers(to old: ShapeNode) -> [Int] {
    var (index, strange) = (0, [Int]())
    for position in children.indices where children[position].step.name != nil {
      while index < old.children.count, old.children[index].step < children[position].step { index += 1 }
      if index >= old.children.count || old.children[index].step != children[position].step { strange.append(position) }
    }
    return strange
  }

  private func isStrange(_ child: ShapeNode, to old: ShapeNode) -> Bool {
    child.step.name.map { !DataName.isData($0) } ?? false && old.child(child.step) == nil
  }

  /// Tables of variants that are too many at once, where few were known.
  private func holdsTooManyVariants(for old: ShapeNode, _ repetition: Double) -> Bool {
    old.isKnown(repetition) && variants.contains { old.keepsVariants(beside: $0) }
  }

  private func keepsVariants(beside observed: VariantTable) -> Bool {
    guard let known = variants.table(of: observed.discriminator), !known.isOpen,
      known.variants.count <= Self.mostFittedVariants
    else { return false }
    let others = observed.variants.keys.count { known.variants[$0] == nil }
    return observed.isOpen || known.variants.count + others > VariantTable.maximumValues
  }

  fileprivate func needsFitting(to old: ShapeNode, _ repetition: Double, _ matters: (Excess) -> Bool) -> Bool {
    if excess(over: old, repetition).map(matters) ?? false || holdsTooManyVariants(for: old, repetition) { return true }
    var index = 0
    for known in old.children {
      while index < children.count, children[index].step < known.step { index += 1 }
      guard index < children.count else { return false }
      if children[index].step == known.step, children[index].needsFitting(to: known, repetition, matters) {
        return true
      }
    }
    return false
  }

  /// Whether these objects have so many members each that they cannot be what the known ones were: objects of named members.
  fileprivate func isOverfull(beside old: ShapeNode, _ repetition: Double) -> Bool {
    guard case .folded = excess(over: old, repetition), let fields = old.fields(repetition), fields <= Self.mostFields
    else { return false }
    let members = child(.anyMember)?.statistics.observations ?? 0
    return members > Tally.scaled(statistics.objects, by: Double(Self.maximumNames)) && 2 * fields >= old.children.count
  }

  fileprivate mutating func leaveOutExcess(over old: ShapeNode, _ repetition: Double) {
    if holdsTooManyVariants(for: old, repetition) { variants.removeAll { old.keepsVariants(beside: $0) } }
    switch excess(over: old, repetition) {
    case .folded:
      children.removeAll { $0.step != .element }
      (variants, folding, isTruncated) = ([], .none, true)
      statistics.objectsOverfull = statistics.objects
    case .names:
      children = children.filter { !isStrange($0, to: old) }
      statistics.objectsOverfull = statistics.objects
    case .foldedNames:
      children.removeAll { $0.step == .anyMember }
      (folding, isTruncated) = (.none, true)
      statistics.objectsOverfull = statistics.objects
    case .map(let room, let added):
      keepsNames = true
      guard added > room else { return }
      leaveOutNew(but: room) { $0.step.name.map(DataName.isData) ?? false && old.child($0.step) == nil }
      statistics.objectsOverfull = statistics.objects
    case .truncated: children.removeAll { old.child($0.step) == nil }
    case nil: break
    }
  }
}

extension ShapeNode {
  /// Leaves out all but the first `room` members that are new.
  private mutating func leaveOutNew(but room: Int, _ isNew: (ShapeNode) -> Bool) {
    var room = room
    children = children.filter { child in
      guard isNew(child) else { return true }
      room -= 1
      return room >= 0
    }
  }
}
