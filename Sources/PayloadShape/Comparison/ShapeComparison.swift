import JSONDocument

/// Walks two shapes side by side and collects what changed, path by path.
struct ShapeComparison {
  /// A change at one path, with its steps.
  struct Found {
    let steps: [ShapeStep]
    var change: ShapeChange
    /// What it came or went along with, as one change.
    var along: Enclosure.Name?
  }

  private(set) var found: [Found] = []
  /// The response as a whole, if it is another object than all before.
  private var replacement: Found?
  private(set) var steps: [ShapeStep] = []
  /// Responses for each document of the baseline.
  private let repetition: Double
  /// Members of the baseline, and the share of them that is optional.
  private let optional: (share: Double, members: Int)
  /// The records around the current path.
  private var records: RecordOverlap
  /// Whether the objects around are of all variants that were frequent, so that what variants have in common can be compared.
  private var areOfUsualVariants = true
  /// Arrays around the current elements.
  private var arrays: (old: Int, new: Int)?
  /// Steps of objects that have too many members to be what they were.
  private let overfull: Set<[ShapeStep]>

  init(_ old: ShapeNode, _ new: ShapeNode, overfull: Set<[ShapeStep]> = [], repetition: Double) {
    self.repetition = max(1, repetition)
    self.overfull = overfull
    optional = old.optionalShare()
    records = RecordOverlap(documents: new.statistics.documents)
    compare(old, new)
  }

  private mutating func compare(_ old: ShapeNode, _ new: ShapeNode) {
    compareKinds(old, new)
    compareNulls(old, new)
    compareStrings(old, new)
    compareNumbers(old, new)
    compareFractions(old, new)
    compareLists(old, new)
    if old.statistics.objects > 0, new.statistics.objects > 0 {
      let (outer, outerVariants) = (records, areOfUsualVariants)
      records.enter(old, new, isInList: !steps.isEmpty)
      areOfUsualVariants = areOfUsualVariants && old.hasUsualVariants(in: new)
      compareMembers(old, new)
      (records, areOfUsualVariants) = (outer, outerVariants)
    }
    if let oldElement = old.child(.element), let newElement = new.child(.element) {
      let outer = arrays
      arrays = (old.statistics.arrays.count, new.statistics.arrays.count)
      descend(oldElement, newElement)
      arrays = outer
    }
  }

  private mutating func descend(_ old: ShapeNode, _ new: ShapeNode) {
    steps.append(old.step)
    compare(old, new)
    steps.removeLast()
  }

  /// Records a change at the current path, or at a member of it, after `former` occurrences of the former state in at most
  /// `documents` documents of the baseline.
  mutating func report(
    _ change: ShapeChange, member: ShapeStep? = nil, former: Int, in documents: Int,
    _ variability: ChangeSample.Variability = .optional, deprived holders: ShapeNode? = nil
  ) {
    var change = change
    let steps = self.steps + (member.map { [$0] } ?? [])
    change.path = ShapeStep.pattern(steps)
    // Equal responses that were not learned again may all be from before the first sight of what came later.
    let repetition = variability == .late ? 1 : repetition
    // A document may hold null there.
    let documents = min(documents, former)
    var sample = ChangeSample(
      count: change.count, total: change.total, former: Tally.scaled(former, by: repetition),
      formerResponses: Tally.scaled(documents, by: repetition), variability: variability,
      records: records.limited(to: documents))
    (sample.members, sample.optionalShare, sample.learnedResponses) = (optional.members, optional.share, documents)
    if let holders, case .habitual(let absent, _) = variability {
      sample.deprived = records.deprived(of: holders, usually: 1 - absent)
    }
    // Elements of one array that is no list of records belong together.
    if member == nil, steps.last == .element, let arrays {
      (sample.count, sample.total) = (min(sample.count, arrays.new), min(sample.total, arrays.new))
      sample.former = min(sample.former, Tally.scaled(arrays.old, by: repetition))
    }
    change.samples = [sample]
    found.append(Found(steps: steps, change: change))
  }

  /// Whether so many strings of so few values, as far as they tell anything, are a closed set.
  func saysClosed(_ old: StringStatistics, count: Int) -> Bool {
    records.saysClosed(old.count, values: old.values.count, count: count)
  }

  /// Whether the current path is that of an identifier.
  var isIdentifier: Bool { steps.last?.name.map(DataName.isIdentifier) ?? false }

  /// Whether the current path is that of an array's elements.
  var isElement: Bool { steps.last == .element }
}

// MARK: - Kinds and null

extension ShapeComparison {
  private mutating func compareKinds(_ old: ShapeNode, _ new: ShapeNode) {
    let known = Set(old.statistics.kinds.map(\.0))
    // If only null was seen, the type behind it is unknown and no value is a change.
    guard !known.isEmpty else { return }
    // Some languages write a map without members as a list without elements.
    let strange = new.statistics.kinds.filter { !known.contains($0.0) && !($0.0 == .object && old.holdsEmptyMaps) }
    guard !strange.isEmpty else {
      if overfull.contains(steps) { reportOverfull(old, new) }
      return compareUsualKinds(old, new)
    }
    let isReplaced = strange.count == new.statistics.kinds.count
    report(
      ShapeChange(
        isReplaced ? .typeChanged : .typeWidened, before: old.typeWords, after: new.typeWords, form: new.form,
        count: strange.reduce(0) { $0 + $1.1 }, total: new.statistics.nonNull),
      former: old.statistics.nonNull, in: old.statistics.documents,
      // What was of several kinds before may be of one more.
      isReplaced && known.count == 1 ? .steady : .optional)
  }

  /// Objects of named members that became something with more members than anybody names.
  private mutating func reportOverfull(_ old: ShapeNode, _ new: ShapeNode) {
    report(
      ShapeChange(
        .typeChanged, before: old.typeWords, after: "object of more than \(ShapeNode.maximumNames) members",
        form: new.form,
        count: new.statistics.objects, total: new.statistics.nonNull),
      former: old.statistics.objects, in: old.statistics.documents, .steady)
  }

  /// Values that were mostly of other kinds and now are all of a rare one. One of them is normal; it is a change if it lasts.
  private mutating func compareUsualKinds(_ old: ShapeNode, _ new: ShapeNode) {
    let kinds = new.statistics.kinds.map(\.0)
    guard !kinds.isEmpty, !(kinds == [.object] && old.holdsEmptyMaps) else { return }
    let rare = old.statistics.kinds.filter { kinds.contains($0.0) }.reduce(0) { $0 + $1.1 }
    guard let share = shareOfRare(rare, of: old.statistics.nonNull, in: old) else { return }
    report(
      ShapeChange(
        .typeChanged, before: "mostly " + old.words(ofKindsBut: kinds), after: new.typeWords, form: new.form,
        count: new.statistics.nonNull, total: new.statistics.nonNull),
      former: old.statistics.nonNull - rare, in: old.statistics.documents, .habitual(absent: share, responses: nil))
  }

  /// The share of values that the baseline expects to have a form which `count` of `total` values had. `nil` if the form was
  /// too frequent for it to be news that no other is left, or if objects of other variants are compared. `isUsual`: whether most responses
  /// had something else, so that it need not have been in most objects.
  func shareOfRare(_ count: Int, of total: Int, in old: ShapeNode, isUsual: Bool = false) -> Double? {
    guard total - count >= Self.leastHeld, isUsual || 2 * (total - count) >= total, areOfUsualVariants else {
      return nil
    }
    // What was left out of account while a change was pending had that form too, as far as it showed the change.
    let excused = max(old.statistics.parentsExcused, old.statistics.formsExcused)
    let (count, total) = (Tally.sum(count, old.statistics.formsExcused), Tally.sum(total, excused))
    return (Double(count) + 1) / (Double(total) + 2)
  }

  private mutating func compareNulls(_ old: ShapeNode, _ new: ShapeNode) {
    let responses = ChangeSample.WholeResponses(
      lacking: old.statistics.documents - old.statistics.valuedDocuments, all: old.statistics.documents)
    if old.statistics.nulls > 0, new.statistics.nulls > 0, new.statistics.nonNull == 0,
      let share = shareOfRare(
        old.statistics.nulls, of: old.statistics.observations, in: old, isUsual: responses.areFew)
    {
      report(
        ShapeChange(
          .becameNullable, before: "mostly " + old.typeWords, after: "always null",
          form: ObservedForm(kinds: [.alwaysNull]), count: new.statistics.nulls, total: new.statistics.observations),
        former: old.statistics.nonNull, in: old.statistics.documents,
        .habitual(absent: share, responses: responses),
        deprived: old)
    }
    guard old.statistics.nulls == 0, old.statistics.nonNull > 0, new.statistics.nulls > 0 else { return }
    report(
      ShapeChange(
        .becameNullable, before: old.typeWords, after: "null", form: ObservedForm(kinds: [.null]),
        count: new.statistics.nulls, total: new.statistics.observations),
      former: old.statistics.observations, in: old.statistics.documents)
  }
}

// MARK: - Members

extension ShapeNode {
  /// Whether there were lists, none of which ever held an element.
  fileprivate var holdsEmptyMaps: Bool {
    statistics.arrays.count > 0 && statistics.arrays.empty == statistics.arrays.count
  }

  /// Whether objects of each variant that is at least a quarter of these are among others.
  func hasUsualVariants(in new: ShapeNode) -> Bool {
    guard !lacksVariants, !new.lacksVariants else { return false }
    return variants.allSatisfy { table in
      let objects = table.variants.values.reduce(0) { Tally.sum($0, $1.objects) }
      let seen = new.variants.table(of: table.discriminator)
      return table.variants.allSatisfy { value, variant in
        4 * variant.objects < objects || (seen?.variants[value]?.objects ?? 0) > 0
      }
    }
  }

  /// Objects that could have held `member`.
  func parents(of member: ShapeNode) -> Int {
    max(0, statistics.objects - Tally.sum(member.statistics.parentsExcused, member.statistics.parentsBefore))
  }

  /// Whether every object that could hold `member` did.
  func alwaysHolds(_ member: ShapeNode) -> Bool {
    member.statistics.observations > 0 && member.statistics.observations >= parents(of: member)
  }
}

extension ShapeComparison {
  private mutating func compareMembers(_ old: ShapeNode, _ new: ShapeNode) {
    let presence = LatePresence(old, new)
    var removed: [ShapeNode] = []
    var arrived: [ShapeNode] = []
    var oldIndex = 0
    for member in new.children {
      while oldIndex < old.children.count, old.children[oldIndex].step < member.step {
        removed.append(old.children[oldIndex])
        oldIndex += 1
      }
      guard oldIndex < old.children.count, old.children[oldIndex].step == member.step else {
        arrived.append(member)
        continue
      }
      let known = old.children[oldIndex]
      oldIndex += 1
      guard member.step != .element else { continue }
      if presence.tells(of: known), let absence = old.believableAbsence(of: known, in: new) {
        // Of a variant of objects that lost it altogether it was removed, though others still have it.
        let isRemoved = absence.count >= absence.total
        report(
          absence.change(
            isRemoved ? .memberRemoved : .becameOptional, before: isRemoved ? known.typeWords : "always present"),
          member: member.step, former: absence.history, in: known.statistics.documents,
          known.statistics.parentsBefore > 0 ? .late : .optional)
      }
      descend(known, member)
    }
    removed += old.children[oldIndex...]

    func isField(_ node: ShapeNode) -> Bool {
      node.statistics.observations > 0 && node.step.name.map { !DataName.isCertainlyData($0) } ?? false
    }
    removed = removed.filter(isField)
    for member in removed where presence.tells(of: member) { reportVanished(member, old: old, new: new) }
    removed = removed.filter { old.believableAbsence(of: $0, in: new) != nil }
    arrived = old.isTruncated ? [] : arrived.filter(isField)
    reportMembers(removed: removed, arrived: arrived, old: old, new: new, presence)
    if steps.isEmpty { replacement = replacement(of: old, by: new) }
  }

  /// Members that responses always had, from which on one without any of them is another object.
  private static let leastReplaced = 2
  /// Different responses after which it is no matter of chance: fewer may all have been the exception, as of a provider that was in trouble at first.
  private static let leastSteady = 10

  /// The change of a whole response that has none of the members that were there from the beginning: as where a provider answers with an
  /// error and the status of a success.
  private func replacement(of old: ShapeNode, by new: ShapeNode) -> Found? {
    let known = old.children.filter { $0.statistics.observations > 0 && $0.statistics.parentsBefore == 0 }
    let steady = known.filter { member in
      old.alwaysHolds(member) && member.statistics.documents >= Self.leastSteady
        && member.step.name.map { !DataName.isData($0) } ?? false
    }
    let names = new.children.filter { $0.statistics.observations > 0 }.compactMap(\.step.name)
    // An object without members may be how the API says that there is nothing.
    guard steady.count >= Self.leastReplaced, !names.isEmpty,
      new.statistics.objects > 0, !old.isTruncated, !new.isTruncated,
      !known.contains(where: { new.child($0.step)?.statistics.observations ?? 0 > 0 }),
      steady.allSatisfy({ old.believableAbsence(of: $0, in: new) != nil })
    else { return nil }
    var form = new.form
    form.members = names.filter { !DataName.isData($0) }.prefix(ObservedForm.mostMembers).map(JSONPath.boundedName)
    var comparison = self
    comparison.report(
      ShapeChange(
        .typeChanged, before: old.typeWords, after: new.typeWords, form: form, count: new.statistics.objects,
        total: new.statistics.objects),
      former: old.statistics.objects, in: old.statistics.documents, .steady)
    return comparison.found.last
  }

  /// Changes with one of the whole response in place of those of its members, if it is another object whose members did not come from
  /// those before under other names or from elsewhere.
  ///
  /// - Parameter found: ``found`` with hints of where members went.
  /// - Returns: All changes.
  func replacing(_ found: [Found]) -> [Found] {
    func isOfMember(_ item: Found) -> Bool {
      item.steps.count == 1 && [.memberRemoved, .memberAdded, .memberRenamed].contains(item.change.kind)
    }
    guard let replacement,
      !found.contains(where: {
        isOfMember($0) && ($0.along != nil || $0.change.hint != nil || $0.change.renamedTo != nil)
      })
    else { return found }
    return found.filter { !isOfMember($0) } + [replacement]
  }

  /// A member that was seen less often may have been there by chance.
  static let leastHeld = 20

  /// A member that most objects held, though not all, and none holds now. One absence is normal; it is a change if it lasts.
  private mutating func reportVanished(_ member: ShapeNode, old: ShapeNode, new: ShapeNode) {
    // Objects that were left out of account because they lacked the member count as lacking it.
    let held = member.statistics.observations
    let could = max(0, old.statistics.objects - member.statistics.parentsBefore)
    // While the change is reported, objects that lack the member are left out of account, so that it does not become rare.
    let responses = ChangeSample.WholeResponses(
      lacking: old.statistics.documents - member.statistics.documents, all: old.statistics.documents)
    let excused = Tally.scaled(
      member.statistics.parentsExcused, by: Double(old.statistics.documents) / Double(max(1, old.statistics.objects)))
    let usual =
      responses.leavingOut(excused).areFew || 2 * held >= could - member.statistics.parentsExcused
    guard !old.alwaysHolds(member), usual, held >= Self.leastHeld, new.statistics.objects > 0,
      !new.isTruncated, !old.lacksVariants,
      old.absence(of: member, in: new) == nil, !old.dependsOnVariant(member)
    else { return }
    report(
      ShapeChange(
        .memberRemoved, before: member.typeWords, after: "absent", form: ObservedForm(kinds: [.absent]),
        count: new.statistics.objects, total: new.statistics.objects),
      member: member.step, former: held, in: member.statistics.documents,
      .habitual(
        absent: (Double(could - held) + 1) / (Double(could) + 2), responses: responses),
      deprived: member)
  }

  private mutating func reportMembers(
    removed: [ShapeNode], arrived: [ShapeNode], old: ShapeNode, new: ShapeNode, _ presence: LatePresence
  ) {
    // What was absorbed since it came along is a candidate too, or the hint would be gone at the second response.
    let settled =
      removed.isEmpty
      ? []
      : new.children.filter { member in
        guard new.alwaysHolds(member), let known = old.child(member.step) else { return false }
        return member.step.name != nil && known.statistics.observations > 0
          && (known.statistics.parentsBefore > 0 || !old.alwaysHolds(known))
      }
    let arrivedSteps = Set(arrived.map(\.step))
    let matches = RenameMatcher.matches(
      removed: removed, arrived: arrived + settled, knownShare: records.knownShare
    ) {
      arrivedSteps.contains($0.step) && new.alwaysHolds($0)
    }
    var renamed: Set<String> = []
    for member in removed {
      guard let absence = old.believableAbsence(of: member, in: new) else { continue }
      let match = matches.first { $0.oldName == member.step.name }
      var change = absence.change(.memberRemoved, before: member.typeWords)
      change.isOfNullOnly = member.statistics.nonNull == 0
      let isLate = member.statistics.parentsBefore > 0
      guard presence.tells(of: member) else { continue }
      var variability = isLate ? ChangeSample.Variability.late : .optional
      if let match, match.isCertain {
        renamed.insert(match.newName)
        (change.kind, change.before) = (.memberRenamed, ShapeStep.member(match.oldName).nameWords)
        change.after = ShapeStep.member(match.newName).nameWords
        change.form = ObservedForm(name: match.newName)
      }
      // Where it went is known, so that it did not go by chance.
      if match?.isProven == true { variability = .steady }
      (change.hint, change.renamedTo, change.confidence) = (match?.hint, match?.newName, match?.confidence)
      report(
        change, member: member.step, former: absence.history, in: member.statistics.documents,
        absence.isOfOtherVariants ? .wholeResponses : variability)
    }
    for member in arrived where !renamed.contains(member.step.name ?? "") {
      report(
        ShapeChange(
          .memberAdded, before: "absent", after: member.typeWords, form: member.form,
          count: member.statistics.observations, total: new.statistics.objects),
        member: member.step, former: old.statistics.objects, in: old.statistics.documents)
    }
  }
}
