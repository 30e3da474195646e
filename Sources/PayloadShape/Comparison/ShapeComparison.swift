import JSONDocument

/// Walks two shapes side by side and collects what changed, path by path.
struct ShapeComparison {
  /// A change at one path, with its steps.
  struct Found {
    let steps: [ShapeStep]
    var change: ShapeChange
  }

  private(set) var found: [Found] = []
  private(set) var steps: [ShapeStep] = []
  private let policy: EvidencePolicy
  /// Responses for each document of the baseline.
  private let repetition: Double
  /// Members that could show a change by chance, times the probability that one of them is optional at all.
  private let chances: Double
  /// What trials at the current path are worth.
  private var weights: TrialWeights
  /// Whether the objects around are of all sorts that were frequent, so that what sorts have in common can be compared.
  private var areOfUsualSorts = true
  /// Arrays around the current elements.
  private var arrays: (old: Int, new: Int)?

  init(_ old: ShapeNode, _ new: ShapeNode, repetition: Double, policy: EvidencePolicy) {
    self.policy = policy
    self.repetition = max(1, repetition)
    let (share, members) = old.optionalShare()
    chances = Double(max(1, members)) * max(share, policy.leastOptionalShare)
    weights = TrialWeights(policy: policy, newDocuments: new.statistics.documents)
    compare(old, new)
  }

  private mutating func compare(_ old: ShapeNode, _ new: ShapeNode) {
    compareKinds(old, new)
    compareNulls(old, new)
    compareStrings(old, new)
    compareNumbers(old, new)
    compareFractions(old, new)
    if old.statistics.objects > 0, new.statistics.objects > 0 {
      let (outer, outerSorts) = (weights, areOfUsualSorts)
      weights = TrialWeights(policy: policy, old: old, new: new, within: outer)
      areOfUsualSorts = areOfUsualSorts && old.hasUsualSorts(in: new)
      let isListOfKnown = old.step == .element && !steps.isEmpty && weights.arePolledAgain
      weights.polledAgain = isListOfKnown ? new.statistics.objects : outer.polledAgain
      compareMembers(old, new)
      (weights, areOfUsualSorts) = (outer, outerSorts)
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

  /// Records a change at the current path, or at a member of it: `count` of `total` occurrences have the changed form,
  /// after `history` occurrences of the former one in `documents` documents of the baseline.
  mutating func report(
    _ kind: ChangeKind, member: ShapeStep? = nil, before: String, after: String, form: ObservedForm? = nil, count: Int,
    total: Int, history: Int, in documents: Int, variability: Variability = .optional, variants: ObjectVariants? = nil,
    hint: String? = nil,
    renamedTo: String? = nil, confidence: Double? = nil
  ) {
    let steps = self.steps + (member.map { [$0] } ?? [])
    let responses = Int(Double(documents) * repetition)
    var former = Int(Double(history) * repetition)
    let prior: Double
    let surprise: Double
    var trials = weights.trials(total)
    var (count, total) = (count, total)
    let shown = (count: count, total: total)
    // Elements of one array that is no list of records belong together.
    if member == nil, steps.last == .element, let arrays {
      trials = min(trials, Double(arrays.new))
      (count, total) = (min(count, arrays.new), min(total, arrays.new))
      former = min(former, Int(Double(arrays.old) * repetition))
    }
    var habit = 0.0
    switch variability {
    case .optional, .steady:
      if case .steady = variability { prior = policy.hiddenTypeProbability } else { prior = chances }
      surprise = weights.surprise(count, of: total, after: former, in: responses)
    case .wholeResponses:
      prior = chances
      trials = 1
      surprise = policy.surprise(
        Double(weights.documents), of: Double(weights.documents), after: Double(responses))
    case .habitual(let absent):
      // Any absence may begin such a run, and there are many.
      prior = chances * policy.chancesOfRuns
      // One response is one trial, whose records may all be of a kind that does not have it.
      trials = 1
      habit = absent
      surprise = absent
    case .vocabulary(let new, let rare):
      // Each path may have a set that is not as closed as it looks.
      prior = 1
      trials = 1  // new values of one response come together
      habit = Double(rare + 3) / Double(max(1, former))
      surprise = weights.surpriseOfNews(new, in: total, rate: habit)
    }
    var change = ShapeChange(
      kind, path: ShapeStep.pattern(steps), before: before, after: after, form: form, count: shown.count,
      total: shown.total,
      baselineCount: history, baselineDocuments: responses, prior: prior, habit: habit, trials: trials,
      improbability: min(1, prior * surprise),
      isTotal: shown.count >= shown.total,
      // Few of the records that are polled again and again show again what they showed.
      isOfSameRecords: weights.polledAgain > 0 && (count < total || 2 * total < weights.polledAgain), hint: hint,
      renamedTo: renamedTo, confidence: confidence)
    change.variants = variants
    switch variability {
    case .habitual: change.isOfOptional = true
    case .optional, .steady: change.freshResponses = weights.freshResponses.map { min($0, documents) }
    case .wholeResponses, .vocabulary: break
    }
    found.append(Found(steps: steps, change: change))
  }

  /// Whether so many strings of so few values, as far as they tell anything, are a closed set.
  func saysClosed(_ old: StringStatistics, count: Int) -> Bool {
    weights.saysClosed(old.count, values: old.values.count, count: count)
  }

  /// Says of the change that was just recorded that it is one only where something else shows it.
  mutating func markLastFaint() {
    if !found.isEmpty { found[found.count - 1].change.isFaint = true }
  }

  /// How likely it is beforehand that what was never seen is nevertheless how the responses are.
  enum Variability {
    /// Members and nulls come and go in many APIs.
    case optional
    /// Types and formats hardly ever vary.
    case steady
    /// All objects of a response became of another sort together.
    case wholeResponses
    /// A member that was mostly there, and missing from this share of the objects.
    case habitual(absent: Double)
    /// So many new values of a set that looks closed, of which so many were seen only once (Good-Turing).
    case vocabulary(new: Int, rare: Int)
  }

  var memberName: String? { steps.last?.name }

  /// Whether the current path is that of an array's elements.
  var isElement: Bool { steps.last == .element }
}

// MARK: - Kinds and null

extension ShapeComparison {
  private mutating func compareKinds(_ old: ShapeNode, _ new: ShapeNode) {
    let known = Set(old.statistics.kinds.map(\.0))
    // If only null was seen, the type behind it is unknown and no value is a change.
    guard !known.isEmpty else { return }
    let strange = new.statistics.kinds.filter { !known.contains($0.0) }
    guard !strange.isEmpty else { return compareUsualKinds(old, new) }
    let isReplaced = strange.count == new.statistics.kinds.count
    report(
      isReplaced ? .typeChanged : .typeWidened, before: old.typeWords, after: new.typeWords, form: new.form,
      count: strange.reduce(0) { $0 + $1.1 }, total: new.statistics.nonNull, history: old.statistics.nonNull,
      in: old.statistics.documents,
      // What was of several kinds before may be of one more.
      variability: isReplaced && known.count == 1 ? .steady : .optional)
  }

  /// Values that were mostly of other kinds and now are all of a rare one. One of them is normal; it is a change if it lasts.
  private mutating func compareUsualKinds(_ old: ShapeNode, _ new: ShapeNode) {
    let kinds = new.statistics.kinds.map(\.0)
    guard !kinds.isEmpty else { return }
    let rare = old.statistics.kinds.filter { kinds.contains($0.0) }.reduce(0) { $0 + $1.1 }
    guard let share = shareOfRare(rare, of: old.statistics.nonNull, in: old) else { return }
    report(
      .typeChanged, before: "mostly " + old.words(ofKindsBut: kinds), after: new.typeWords, form: new.form,
      count: new.statistics.nonNull, total: new.statistics.nonNull, history: old.statistics.nonNull - rare,
      in: old.statistics.documents, variability: .habitual(absent: share))
  }

  /// The share of values that the baseline expects to have a form which `count` of `total` values had. `nil` if the form was
  /// too frequent for it to be news that no other is left, or if objects of other variants are compared.
  func shareOfRare(_ count: Int, of total: Int, in old: ShapeNode) -> Double? {
    guard total - count >= Self.leastHeld, 2 * (total - count) >= total, areOfUsualSorts else { return nil }
    // Objects that were left out of account while a change was pending may all have had that form.
    let excused = old.statistics.parentsExcused
    let (count, total) = (Tally.sum(count, excused), Tally.sum(total, excused))
    return (Double(count) + 1) / (Double(total) + 2)
  }

  private mutating func compareNulls(_ old: ShapeNode, _ new: ShapeNode) {
    if old.statistics.nulls > 0, new.statistics.nulls > 0, new.statistics.nonNull == 0,
      let share = shareOfRare(old.statistics.nulls, of: old.statistics.observations, in: old)
    {
      report(
        .becameNullable, before: "mostly " + old.typeWords, after: "always null",
        form: ObservedForm(kinds: [.alwaysNull]), count: new.statistics.nulls,
        total: new.statistics.observations, history: old.statistics.nonNull, in: old.statistics.documents,
        variability: .habitual(absent: share))
    }
    guard old.statistics.nulls == 0, old.statistics.nonNull > 0, new.statistics.nulls > 0 else { return }
    report(
      .becameNullable, before: old.typeWords, after: "null", form: ObservedForm(kinds: [.null]),
      count: new.statistics.nulls,
      total: new.statistics.observations, history: old.statistics.observations, in: old.statistics.documents)
  }
}

// MARK: - Members

extension ShapeNode {
  /// Whether objects of each sort that is at least a quarter of these are among others.
  func hasUsualSorts(in new: ShapeNode) -> Bool {
    variants.allSatisfy { table in
      let objects = table.variants.values.reduce(0) { Tally.sum($0, $1.objects) }
      let seen = new.variants.table(of: table.discriminator)
      return table.variants.allSatisfy { value, variant in
        4 * variant.objects < objects || (seen?.variants[value]?.objects ?? 0) > 0
      }
    }
  }

  /// Objects that could have held `member`.
  func parents(of member: ShapeNode) -> Int { max(0, statistics.objects - member.statistics.parentsExcused) }

  /// Whether every object that could hold `member` did.
  func alwaysHolds(_ member: ShapeNode) -> Bool {
    member.statistics.observations > 0 && member.statistics.observations >= parents(of: member)
  }
}

extension ShapeComparison {
  private mutating func compareMembers(_ old: ShapeNode, _ new: ShapeNode) {
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
      if let absence = old.believableAbsence(of: known, in: new) {
        // Of a sort of objects that lost it altogether it was removed, though others still have it.
        let isRemoved = absence.count >= absence.total
        report(
          isRemoved ? .memberRemoved : .becameOptional, member: member.step,
          before: isRemoved ? known.typeWords : "always present", after: absence.words,
          form: ObservedForm(kinds: [.absent]), count: absence.count,
          total: absence.total, history: absence.history, in: known.statistics.documents, variants: absence.variants)
      }
      descend(known, member)
    }
    removed += old.children[oldIndex...]

    func isField(_ node: ShapeNode) -> Bool {
      node.statistics.observations > 0 && node.step.name.map { !DataName.isCertainlyData($0) } ?? false
    }
    removed = removed.filter(isField)
    for member in removed { reportVanished(member, old: old, new: new) }
    removed = removed.filter { old.believableAbsence(of: $0, in: new) != nil }
    arrived = old.isTruncated ? [] : arrived.filter(isField)
    reportMembers(removed: removed, arrived: arrived, old: old, new: new)
  }

  /// A member that was seen less often may have been there by chance.
  static let leastHeld = 20

  /// A member that most objects held, though not all, and none holds now. One absence is normal; it is a change if it lasts.
  private mutating func reportVanished(_ member: ShapeNode, old: ShapeNode, new: ShapeNode) {
    // Objects that were left out of account because they lacked the member count as lacking it.
    let (held, could) = (member.statistics.observations, old.statistics.objects)
    // While the change is reported, objects that lack the member are left out of account, so that it does not become rare.
    let usual = 2 * held >= could - member.statistics.parentsExcused
    guard !old.alwaysHolds(member), usual, held >= Self.leastHeld, new.statistics.objects > 0,
      !new.isTruncated,
      old.absence(of: member, in: new) == nil, !old.dependsOnSort(member)
    else { return }
    report(
      .memberRemoved, member: member.step, before: member.typeWords, after: "absent",
      form: ObservedForm(kinds: [.absent]), count: new.statistics.objects,
      total: new.statistics.objects, history: held, in: member.statistics.documents,
      variability: .habitual(absent: (Double(could - held) + 1) / (Double(could) + 2)))
  }

  private mutating func reportMembers(removed: [ShapeNode], arrived: [ShapeNode], old: ShapeNode, new: ShapeNode) {
    let objects = new.statistics.objects
    // What was absorbed since it came along is a candidate too, or the hint would be gone at the second sight.
    let settled =
      removed.isEmpty
      ? []
      : new.children.filter { member in
        guard new.alwaysHolds(member), let known = old.child(member.step) else { return false }
        return member.step.name != nil && known.statistics.observations > 0 && !old.alwaysHolds(known)
      }
    let arrivedSteps = Set(arrived.map(\.step))
    let matches = RenameMatcher.matches(
      removed: removed, arrived: arrived + settled, knownShare: weights.knownShare
    ) {
      arrivedSteps.contains($0.step) && new.alwaysHolds($0)
    }
    var renamed: Set<String> = []
    for member in removed {
      guard let absence = old.believableAbsence(of: member, in: new) else { continue }
      let match = matches.first { $0.oldName == member.step.name }
      if let match, match.isCertain {
        renamed.insert(match.newName)
        report(
          .memberRenamed, member: member.step, before: ShapeStep.member(match.oldName).nameWords,
          after: ShapeStep.member(match.newName).nameWords, form: ObservedForm(name: match.newName),
          count: absence.count, total: absence.total,
          history: absence.history, in: member.statistics.documents,
          variability: absence.isOfOtherSorts ? .wholeResponses : match.isProven ? .steady : .optional,
          variants: absence.variants,
          hint: match.hint, renamedTo: match.newName, confidence: match.confidence)
      } else {
        report(
          .memberRemoved, member: member.step, before: member.typeWords, after: absence.words,
          form: ObservedForm(kinds: [.absent]), count: absence.count,
          total: absence.total, history: absence.history, in: member.statistics.documents,
          variability: absence.isOfOtherSorts ? .wholeResponses : .optional, variants: absence.variants,
          hint: match?.hint,
          renamedTo: match?.newName, confidence: match?.confidence)
      }
    }
    for member in arrived where !renamed.contains(member.step.name ?? "") {
      report(
        .memberAdded, member: member.step, before: "absent", after: member.typeWords, form: member.form,
        count: member.statistics.observations, total: objects, history: old.statistics.objects,
        in: old.statistics.documents)
    }
  }
}
