extension PayloadShape {
  /// This baseline merged with an observation, except for pending changes.
  ///
  /// At the paths of the listed changes, the part that changed stays as it was (the type with everything below it, the
  /// nulls, the strings, the numbers, the presence), so that the same observation gives the same changes again.
  /// Everything else is merged, as far as this baseline has a place for it: what is known is never left out for what is new.
  ///
  /// - Parameters:
  ///   - observed: The complete observation.
  ///   - changes: The changes from this baseline to `observed` that must not become part of the baseline.
  ///   - repetition: Responses for each document of this baseline, as for ``changes(from:to:asWhole:repetition:)``.
  /// - Returns: The baseline for the next observation.
  public func absorbing(
    _ observed: PayloadShape, except changes: [ShapeChange], repetition: Double = 1
  ) -> PayloadShape {
    // Below maps that are recognized only in comparisons nobody reports or accepts such an object.
    let compared = Deferral { [root, observed = observed.root] in DataMap.folded(root, observed) }
    let observed = observed.fitted(to: self, repetition: repetition) { steps in
      guard compared.value.old.descendant(steps) != nil else { return false }
      let path = ShapeStep.pattern(steps)
      return !changes.contains { $0.restoresSubtree && ($0.path == path || $0.paths.contains(path)) }
    }.shape
    var grown = self
    grown.grow(by: observed, repetition)
    // A map that is recognized only after the merge has other paths in the two parts.
    let old = root.aligned(with: grown.root)
    let new = observed.root.aligned(with: grown.root)
    let folded = Deferral { DataMap.folded(old, new) }
    var replaced: Set<[ShapeStep]> = []
    func isReplaced(_ steps: [ShapeStep]) -> Bool {
      !replaced.isEmpty && (0...steps.count).contains { replaced.contains(Array(steps.prefix($0))) }
    }
    // Types come first, because they restore a whole subtree, which must not be restored again in part.
    let absent = Set(changes.filter { $0.kind.aspect == .presence }.flatMap { [$0.path] + $0.paths })
    let ordered = changes.sorted { ($0.restoresSubtree ? 0 : 1) < ($1.restoresSubtree ? 0 : 1) }
    for change in ordered {
      for path in [change.path] + change.paths {
        guard path.hasPrefix("$") else { continue }
        for (steps, isKnown) in Self.paths(of: path, old, new, folded) where !isReplaced(steps) {
          if isKnown {
            grown.root.restore(change, at: steps, old: old, new: new, excused: absent)
          } else {
            // A new name of a map with a pending change would bring the change into the baseline.
            grown.root.update(steps.dropLast()) { $0.removeChild(steps[steps.count - 1]) }
          }
          if change.restoresSubtree { replaced.insert(steps) }
        }
      }
    }
    grown.root.noteOrder(old: old, new: new)
    return grown
  }

  /// Merges an observation that fits.
  private mutating func grow(by observed: PayloadShape, _ repetition: Double) {
    let old = root
    documents = Tally.sum(documents, observed.documents)
    root.merge(observed.root)
    if observed.isTruncated || observed.root.holdsTruncation {
      root.settleTruncation(old: old, new: observed.root, repetition)
    }
    if root.leaveOutNew(beyond: Self.maximumPaths, old: old) { _ = root.truncate(to: Self.maximumPaths) }
    isTruncated = isTruncated || root.holdsTruncation
  }

  /// The steps of a path. There are several if it leads through a map that is folded only for comparisons.
  private static func paths(
    of path: String, _ old: ShapeNode, _ new: ShapeNode, _ deferred: Deferral<(old: ShapeNode, new: ShapeNode)>
  ) -> [(steps: [ShapeStep], isKnown: Bool)] {
    guard path.contains(ShapeStep.anyMember.text) else {
      return (old.locate(path) ?? new.locate(path)).map { [($0, true)] } ?? []
    }
    let folded = deferred.value
    guard let steps = folded.old.locate(path) ?? folded.new.locate(path) else { return [] }
    return DataMap.unfoldedPaths(of: steps, old, new, folded)
  }
}

extension ShapeChange {
  fileprivate var restoresSubtree: Bool { kind.aspect == .type && !isOfMembers }

  /// Whether an object has none of the members that it had: what it has now is learned beside them.
  fileprivate var isOfMembers: Bool { kind.aspect == .type && form?.members != nil }
}

extension ShapeNode {
  fileprivate func locate(_ pattern: String) -> [ShapeStep]? { steps(spelling: pattern.dropFirst()) }

  /// Puts back what a pending change is about. `excused`: paths of members whose absence is a change of its own.
  fileprivate mutating func restore(
    _ change: ShapeChange, at steps: [ShapeStep], old: ShapeNode, new: ShapeNode, excused: Set<String>
  ) {
    let parent = steps.dropLast()
    let before = old.descendant(steps)
    let changed = before.flatMap { new.descendant(steps)?.changedForms(change.kind.aspect, beside: $0) } ?? 0
    switch change.kind.aspect {
    case .addition:
      if let last = steps.last { update(parent) { $0.removeChild(last) } }
    case .presence:
      if let name = change.renamedTo, change.kind == .memberRenamed {
        update(parent) { $0.removeChild(.member(name)) }
      }
      let objects = new.descendant(parent)?.statistics.objects ?? 0
      let observations = new.descendant(steps)?.statistics.observations ?? 0
      update(steps[...]) { $0.excuse(max(0, objects - observations)) }
      if let known = old.descendant(parent), let observed = new.descendant(parent), let name = steps.last?.name {
        update(parent) { $0.excuseVariants(name, old: known, observed: observed) }
      }
    case .type where change.isOfMembers:
      guard let before, let observed = new.descendant(steps) else { return }
      for member in before.children where observed.child(member.step) == nil {
        guard let name = member.step.name, !excused.contains(ShapeStep.pattern(steps + [member.step])) else { continue }
        update((steps + [member.step])[...]) { $0.excuse(observed.statistics.objects) }
        update(steps[...]) { $0.excuseVariants(name, old: before, observed: observed) }
      }
    case .type:
      guard let before else { return }
      update(steps[...]) { node in
        let observations = node.statistics.observations
        node = before
        node.excuse(max(0, observations - before.statistics.observations), changed: changed)
      }
    case .nullability:
      restoreStatistics(at: steps, before, changed: changed) { $0.nulls = $1.nulls }
    case .values, .format:
      restoreStatistics(at: steps, before, changed: changed) { $0.strings = $1.strings }
    case .scale, .fractions:
      restoreStatistics(at: steps, before, changed: changed) { $0.numbers = $1.numbers }
    case .volume:
      restoreStatistics(at: steps, before, changed: changed) { $0.arrays = $1.arrays }
    }
  }

  /// How many values of an observation have a form that a change of `aspect` is about: those that `known` did not have, or all of them if it
  /// had such as well, and they are all that is left.
  fileprivate func changedForms(_ aspect: ValueAspect, beside known: ShapeNode) -> Int {
    let (new, old) = (statistics, known.statistics)
    func changed(_ strange: Int, of all: Int) -> Int { strange > 0 ? strange : all }
    switch aspect {
    case .type:
      let kinds = Set(old.kinds.map(\.0))
      return changed(
        new.kinds.filter { !kinds.contains($0.0) }.reduce(0) { Tally.sum($0, $1.1) }, of: new.nonNull)
    case .nullability: return new.nulls
    case .format:
      let strange = new.strings.seenFormats.filter { old.strings.observations(of: $0) == 0 }
      return changed(strange.reduce(0) { Tally.sum($0, new.strings.observations(of: $1)) }, of: new.strings.count)
    case .volume: return new.arrays.empty
    case .addition, .presence, .values, .scale, .fractions: return 0
    }
  }

  /// Notes what depends on the order of responses: which words came back, and what came before members that are here for the first
  /// time, each in every object of the response: they came later and stayed, which is another history than that of members that come
  /// and go.
  ///
  /// Linear in the members of the three nodes, which are sorted alike, and in their words.
  fileprivate mutating func noteOrder(old: ShapeNode, new: ShapeNode) {
    // Objects of other variants than before tell nothing of those that were there before.
    let canTell = old.statistics.objects > 0 && !old.isTruncated && !old.holdsOtherVariantsOnly(new)
    var (oldIndex, newIndex) = (0, 0)
    for index in children.indices {
      let step = children[index].step
      while oldIndex < old.children.count, old.children[oldIndex].step < step { oldIndex += 1 }
      while newIndex < new.children.count, new.children[newIndex].step < step { newIndex += 1 }
      guard newIndex < new.children.count, new.children[newIndex].step == step else { continue }
      let seen = new.children[newIndex]
      let known = oldIndex < old.children.count && old.children[oldIndex].step == step ? old.children[oldIndex] : nil
      if let known, known.statistics.observations > 0 {
        children[index].takeRecords(of: seen, before: known)
        children[index].statistics.strings.noteWords(of: seen.statistics.strings, after: known.statistics.strings)
        children[index].noteOrder(old: known, new: seen)
        continue
      }
      children[index].noteFirstWords()
      if canTell, step.name != nil, new.alwaysHolds(seen) {
        children[index].statistics.parentsBefore = old.statistics.objects
      }
    }
  }

  /// Notes the words of what is here for the first time. Linear in its paths and their words.
  private mutating func noteFirstWords() {
    let words = statistics.strings
    statistics.strings.noteWords(of: words, after: StringStatistics())
    for index in children.indices { children[index].noteFirstWords() }
  }

  /// Of records only the last response tells what they hold, unless it is of another type. A response with nothing but null leaves them as
  /// they were, like one without the member. The same holds of the numbers, unless they are left out.
  fileprivate mutating func takeRecords(of seen: ShapeNode, before known: ShapeNode) {
    let magnitudes = seen.statistics.numbers.magnitudes
    // A leap that was not recognised as another unit must not become what the next response is compared with, unless it leads back to
    // where the numbers were all the time.
    if statistics.numbers.count > known.statistics.numbers.count,
      magnitudes.follow(known.statistics.numbers.lastMagnitudes)
        || magnitudes.count > 0 && magnitudes.areNear(known.statistics.numbers.magnitudes)
    {
      statistics.numbers.lastMagnitudes = magnitudes
    }
    if seen.statistics.nonNull == 0, known.statistics.nonNull > 0 {
      statistics.records = known.statistics.records
      return
    }
    let kinds = Set(statistics.kinds.map(\.0))
    guard seen.statistics.kinds.allSatisfy({ kinds.contains($0.0) }), !seen.statistics.records.pairs.isEmpty else {
      return
    }
    statistics.records = seen.statistics.records
  }

  private mutating func restoreStatistics(
    at steps: [ShapeStep], _ before: ShapeNode?, changed: Int,
    _ restore: (inout NodeStatistics, NodeStatistics) -> Void
  ) {
    guard let before else { return }
    update(steps[...]) { node in
      let observations = node.statistics.observations
      restore(&node.statistics, before.statistics)
      node.excuse(max(0, observations - node.statistics.observations), changed: changed)
    }
  }

  /// Removes a member, also from all variants.
  fileprivate mutating func removeChild(_ step: ShapeStep) {
    if let index = index(of: step) { children.remove(at: index) }
    guard let name = step.name else { return }
    for index in variants.indices { variants[index].removeMember(name) }
  }

  mutating func excuseVariants(_ name: String, old: ShapeNode, observed: ShapeNode) {
    for index in variants.indices {
      let discriminator = variants[index].discriminator
      guard let known = old.variants.table(of: discriminator),
        let seen = observed.variants.table(of: discriminator)
      else { continue }
      variants[index].excuse(name, old: known, observed: seen)
    }
  }

  /// Leaves out objects in which the member differs from the baseline, of which so many `changed` their form.
  mutating func excuse(_ objects: Int, changed: Int = 0) {
    guard step.name != nil else { return }
    statistics.formsExcused = Tally.sum(statistics.formsExcused, min(objects, changed))
    statistics.parentsExcused = Tally.sum(statistics.parentsExcused, objects)
  }
}

/// A value that is made when it is first asked for, since few changes need it and it takes a walk over both shapes.
private final class Deferral<Value> {
  private let make: () -> Value
  private(set) lazy var value = make()

  init(_ make: @escaping () -> Value) { self.make = make }
}
