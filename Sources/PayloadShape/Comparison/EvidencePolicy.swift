import Foundation

/// How much must be seen before a difference is believed. The rates that it is made for are promises to the reader of a
/// report; `docs/evidence.md` has the simulation that holds them against what really happens.
public struct EvidencePolicy: Sendable, Equatable {
  /// Findings at warning or above that a steady API may cause by chance, for each response.
  public var falseFindingsPerResponse = 1e-5
  /// The least rate at which something optional is thought to show; all rates from here up to 1 are equally likely on a
  /// logarithmic scale before anything is seen.
  public var rarestRate = 1e-4
  /// Records of one response that count as independent of each other; more of them weigh no more.
  public var recordsPerResponse = 20.0
  /// The same of records that the baseline has not seen, or that nothing tells apart: those of one response are often of one
  /// kind, such as the eight evolutions of one animal.
  public var unknownRecordsPerResponse = 3.0
  /// Responses within which what shows in one response of ten must be told, and after which what was not confirmed is ordinary.
  public var confirmationResponses = 100
  /// How much rarer the responses after a first sight must be together, since they are weighed anew at each of them.
  public var repeatedChecks = 3.0
  /// How much rarer than that a row of responses must be that each show it in a few of many new records: what is published together
  /// is alike, and so are responses that follow each other.
  public var alikeResponses = 10.0
  /// Probability that any of an endpoint's values has another type or format that its responses did not show yet: far rarer
  /// than members that are optional or null.
  public var hiddenTypeProbability = 3e-4
  /// Least share of an endpoint's members that are thought to be optional or nullable though none was seen to be.
  public var leastOptionalShare = 0.1

  /// How improbable the first loss of records must be to be told at once, as a warning. People miss what is lost whatever
  /// the reason is, so one false word in the life of a mapping is the lesser evil; a loss that was told and turned out to
  /// come and go is from then on weighed like everything else.
  public var firstLossImprobability = 0.1
  /// The same for an essential property.
  public var essentialLossImprobability = 0.075
  /// The same for a loss of so many records that it is breaking.
  public var breakingLossImprobability = 0.025
  /// The same for more than the habit of a mapping that loses records by design.
  public var brokenHabitImprobability = 0.02
  /// The same for at least ``propertyLosses`` values of a property that is not essential.
  public var propertyLossImprobability = 5e-3
  /// Values of a property that must be lost in one response to be told at once.
  public var propertyLosses = 3

  /// Runs of absences of an optional member that begin for each one that is judged.
  public var chancesOfRuns = 10.0

  /// What `driftwatch` works with.
  public static let standard = EvidencePolicy()

  /// The default rates.
  public init() {}

  /// Probability that something which varies at an unknown rate shows at least `count` times in `total` trials, although
  /// none of the `history` trials before showed it.
  ///
  /// The rate's logarithm is equally distributed between ``rarestRate`` and 1; the predictive distribution is the limit of
  /// the beta-binomial one for Beta(0, 1). Counts may be fractions, since trials that depend on each other count for less.
  ///
  /// - Returns: From 1 down to 0; small means surely a change.
  public func surprise(_ count: Double, of total: Double, after history: Double) -> Double {
    guard count > 0, total > 0, history >= 0, (count + total + history).isFinite else { return 1 }
    let (k, m, n) = (min(count, total), total, history + 1)
    // The sum over j from k to m of C(m, j) B(j, n + m - j), each term from the one before.
    let choices: Double = lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1)
    let beta: Double = lgamma(k) + lgamma(n + m - k) - lgamma(n + m)
    var term: Double = exp(choices + beta)
    var sum = term
    var j = k
    while j < m, term > sum * 1e-9 {
      let ratio: Double = (m - j) / (j + 1)
      term *= ratio * j / max(n + m - j - 1, 1e-9)
      sum += term
      j += 1
    }
    return min(1, sum / log(1 / rarestRate))
  }
}

/// What the trials of a comparison are worth: records that are polled again and again are no new evidence.
struct TrialWeights {
  let policy: EvidencePolicy
  /// Different records that the baseline's objects were, and documents that held one.
  private let differentRecords: Double
  /// Share of the observed records that the baseline has seen.
  let knownShare: Double
  private let oldRecords: Double
  /// Observed records that the baseline may not have seen.
  private let newcomers: Double
  /// Records of the list around that the baseline has seen, for the most part; 0 where they are new ones or no list.
  var polledAgain = 0
  /// Responses of the baseline that had other records than the ones before, where those observed are new as well: each response is
  /// then a trial by itself. `nil` where records are known, or nothing tells them apart.
  private(set) var freshResponses: Int?
  private let newDocuments: Double

  /// Documents that were observed.
  var documents: Int { Int(newDocuments) }

  /// For values that stand in the documents themselves.
  init(policy: EvidencePolicy, newDocuments: Int) {
    self.policy = policy
    self.newDocuments = Double(max(1, newDocuments))
    (differentRecords, knownShare, oldRecords, newcomers) = (.infinity, 1, 0, 0)
  }

  /// Share of records known up to which they count as new ones.
  private static let knownShareOfFresh = 0.05
  /// Records that must be looked for before none of them being known says that they are new.
  private static let checkedOfFresh = 10

  /// For members of the objects at one path; `outer` is about the objects around.
  init(policy: EvidencePolicy, old: ShapeNode, new: ShapeNode, within outer: TrialWeights) {
    self.policy = policy
    newDocuments = Double(max(1, new.statistics.documents))
    oldRecords = Double(old.statistics.objects)
    guard let name = Self.identifyingMember(new, old), let before = old.child(name), let now = new.child(name) else {
      (differentRecords, knownShare, newcomers) = (.infinity, 0, Double(new.statistics.objects))
      freshResponses = outer.freshResponses
      return
    }
    differentRecords = max(1, before.distinctValues)
    let sketch = before.statistics.agreement(with: now.statistics)
    // Where only some of many values can be looked for, two more might have been strangers.
    let isWhole = before.keepsAllValues && now.keepsAllValues
    knownShare = Double(sketch.found) / Double(max(1, sketch.checked + (isWhole ? 0 : 2)))
    newcomers = (1 - knownShare) * Double(new.statistics.objects)
    let recordsPerResponse = max(
      Double(new.statistics.objects) / newDocuments, oldRecords / Double(max(1, old.statistics.documents)))
    // Of many thousand records hardly one can be looked for; then the baseline must say that each was there once. Of a window
    // that moves on by half, each was there twice.
    let isSure = sketch.checked >= Self.checkedOfFresh || 4 * differentRecords >= 3 * oldRecords
    if isSure, knownShare <= Self.knownShareOfFresh, recordsPerResponse > 1 {
      freshResponses = min(old.statistics.documents, Int(differentRecords / recordsPerResponse))
    }
  }

  /// Whether the baseline has seen most of the records, or each of its own again and again.
  var areKnown: Bool { oldRecords > 0 && knownShare >= 0.5 || arePolledAgain }

  /// Whether the baseline has seen each of its records at least three times.
  var arePolledAgain: Bool { oldRecords > 0 && oldRecords >= 3 * differentRecords }

  /// The member that tells the records apart: in all of them and other in each, one called like an identifier before texts;
  /// nil where hardly two records differ.
  private static func identifyingMember(_ new: ShapeNode, _ old: ShapeNode) -> ShapeStep? {
    var best: (rank: Int, values: Double, step: ShapeStep)?
    let records = Double(new.statistics.objects)
    for member in new.children {
      guard let name = member.step.name, member.statistics.observations >= new.statistics.objects else { continue }
      let isIdentifier = DataName.isIdentifier(name)
      let values = isIdentifier ? member.distinctValues : member.statistics.strings.sketch.distinctEstimate
      // Estimates of many distinct values may be a third too low; a single record says nothing of what differs.
      guard values >= 0.6 * records, values > 0 else { continue }
      // Texts that are few in all, such as categories, tell no records apart.
      guard isIdentifier || records > 1 && (old.child(member.step)?.hasManyTexts ?? false) else { continue }
      if let known = best, (known.rank, known.values) >= (isIdentifier ? 1 : 0, values) { continue }
      best = (isIdentifier ? 1 : 0, values, member.step)
    }
    return best.flatMap { old.child($0.step) == nil ? nil : $0.step }
  }

  /// How surprising `count` of `total` records are after `history` of them in `documents` documents.
  ///
  /// Records that the baseline knows and that changed are as many trials as they were seen; new records may just be of a
  /// kind that did not come along yet, so the history counts only as many as there were different ones.
  func surprise(_ count: Int, of total: Int, after history: Int, in documents: Int) -> Double {
    let (k, m) = (Double(count), Double(max(count, total)))
    let documents = Double(max(1, documents))
    let seen = min(Double(history), policy.recordsPerResponse * documents)
    let scale = min(1, policy.recordsPerResponse * newDocuments / m)
    let known = max(0, k - newcomers)
    let different = min(seen, max(documents, differentRecords(among: history)))
    let fewer = min(1, policy.unknownRecordsPerResponse * newDocuments / m)
    let amongNew = policy.surprise(k * fewer, of: m * fewer, after: different)
    guard known > 0 else { return amongNew }
    return min(amongNew, policy.surprise(known * scale, of: max(known, knownShare * m) * scale, after: seen))
  }
}

extension TrialWeights {
  /// What `total` records of one response are worth.
  func trials(_ total: Int) -> Double {
    min(Double(total), newDocuments * (areKnown ? policy.recordsPerResponse : policy.unknownRecordsPerResponse))
  }

  /// Different records among `history` of the baseline's.
  private func differentRecords(among history: Int) -> Double {
    differentRecords * (oldRecords > 0 ? min(1, Double(history) / oldRecords) : 1)
  }

  /// Strings of the baseline for each value of a set that are needed to call it closed; more where the `count` new ones may
  /// all be of new records, while the old ones were seen again and again, once for each record then.
  func saysClosed(_ history: Int, values: Int, count: Int) -> Bool {
    guard areKnown, Double(count) <= newcomers else { return history >= max(20, 8 * values) }
    return min(Double(history), differentRecords(among: history)) >= Double(20 * values)
  }

  /// How surprising `count` new values among `total` are, where each value is new at `rate`: the upper tail of a Poisson
  /// distribution (Good-Turing estimate of what was not seen yet).
  func surpriseOfNews(_ count: Int, in total: Int, rate: Double) -> Double {
    let expected = min(Double(total), policy.recordsPerResponse * newDocuments) * rate
    var (term, below) = (exp(-expected), 0.0)
    // New values of one response come together: another language, the categories of another shop.
    for index in 0..<min(max(0, count), Int(newDocuments)) {
      below += term
      term *= expected / Double(index + 1)
    }
    // Where the rest would be lost in rounding, its first term is nearly all of it.
    return count > 0 ? min(1, max(1 - below, term)) : 1
  }
}

extension ShapeNode {
  /// Distinct strings and numbers here, as far as their sketches tell.
  var distinctValues: Double {
    statistics.strings.sketch.distinctEstimate + statistics.numbers.sketch.distinctEstimate
  }

  /// Whether more different texts were seen than a sketch holds.
  var hasManyTexts: Bool {
    statistics.strings.sketch.hashes.count == ValueSketch.capacity && !statistics.strings.checksClosed
  }

  /// Whether every distinct value is in the sketches.
  var keepsAllValues: Bool {
    statistics.strings.sketch.hashes.count < ValueSketch.capacity
      && statistics.numbers.sketch.hashes.count < ValueSketch.capacity
  }

  /// Members that may be absent or null among all that are known, 0 to 1, and how many there are.
  func optionalShare() -> (share: Double, members: Int) {
    var (optional, members) = (0, 0)
    func visit(_ node: ShapeNode) {
      for child in node.children {
        if child.step.name != nil, child.statistics.observations > 0 {
          members += 1
          if !node.alwaysHolds(child) || child.statistics.nulls > 0 { optional += 1 }
        }
        visit(child)
      }
    }
    visit(self)
    return ((Double(optional) + 0.5) / (Double(members) + 1), members)
  }
}

extension NodeStatistics {
  /// Values of `other` that can be looked for here, and how many of them are.
  func agreement(with other: NodeStatistics) -> (found: Int, checked: Int) {
    let text = other.strings.sketch.hashes.isEmpty ? (0, 0) : strings.sketch.agreement(with: other.strings.sketch)
    let number = other.numbers.sketch.hashes.isEmpty ? (0, 0) : numbers.sketch.agreement(with: other.numbers.sketch)
    return (text.0 + number.0, text.1 + number.1)
  }
}

extension ValueSketch {
  /// Distinct values that were inserted: exact below ``capacity``, else from the largest kept hash (Bar-Yossef et al. 2002).
  var distinctEstimate: Double {
    guard hashes.count == Self.capacity, let last = hashes.last, last > 0 else { return Double(hashes.count) }
    return Double(Self.capacity - 1) * 4_294_967_296 / Double(last)
  }
}
