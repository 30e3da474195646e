/// How the records of an observation and those of a baseline overlap: records that are polled again and again are no new evidence.
public struct RecordOverlap: Sendable, Equatable {
  /// Documents that were observed.
  public private(set) var documents: Int
  /// Different records that the baseline's objects were; `nil`: nothing tells them apart, so that each counts as another one.
  public private(set) var differentRecords: Double?
  /// Share of the baseline's objects that were different ones, 0 to 1, of the records around where nothing tells the objects themselves
  /// apart; `nil`: not known.
  private var differentShare: Double?
  /// Objects that the baseline holds; 0 for values that stand in the documents themselves.
  public private(set) var formerRecords = 0
  /// Share of the observed records that the baseline has seen, 0 to 1.
  public private(set) var knownShare = 1.0
  /// Observed records that the baseline may not have seen.
  public private(set) var newcomers = 0.0
  /// Estimate of how much of the observed records the baseline has not seen, 0 to ``mostRenewal``; 0 where nothing tells. Of many records
  /// few can be looked for, so that one that is new stands for all those that are new since the last such one: right in the mean of many
  /// responses, and more than 1 at times.
  public private(set) var renewal = 0.0
  /// Whether one of the observed records may be one that the baseline has not seen, because one is, or because others came before.
  private(set) var mayHaveNewcomers = false
  /// Responses of the baseline that had other records than the ones before, if those observed are new as well: each response is then
  /// a trial by itself. `nil` where records are known, or nothing tells them apart.
  public private(set) var freshResponses: Int?
  /// Records of the list around, or of all responses, that the baseline has seen, for the most part; 0 if they are new ones or only one.
  var polledAgain = 0
  /// At most twelve records of the last response that was learned, and those of them that are observed now: as ``RecordValues`` knows them,
  /// with the same value at the member that tells the records apart.
  private(set) var lastRecords: Set<UInt32> = []
  private(set) var keptRecords: Set<UInt32> = []

  /// For values that stand in the documents themselves.
  public init(documents: Int = 1) { self.documents = max(1, documents) }

  /// Share of records known up to which they count as new ones: one in twenty may be a coincidence of hashes.
  private static let knownShareOfFresh = 0.05
  /// Share of the baseline's objects that are different ones where each response has new records. It is a half of lists that each come
  /// twice; the estimate of many is off by a quarter at times, so that one in six lists that is new each time is missed.
  private static let leastShareOfNew = 0.75
  /// As many responses of new records, at most, as one response with new ones among known ones is taken for.
  private static let mostRenewal = 4.0
  /// Records that must be looked for before none of them being known says that they are new.
  private static let checkedOfFresh = 10

  /// For members of the objects at one path; `outer` is about the objects around.
  init(old: ShapeNode, new: ShapeNode, within outer: RecordOverlap) {
    documents = max(1, new.statistics.documents)
    formerRecords = old.statistics.objects
    guard let name = Self.identifyingMember(new, old), let before = old.child(name), let now = new.child(name) else {
      (knownShare, newcomers, freshResponses) = (0, Double(new.statistics.objects), outer.freshResponses)
      differentShare = outer.shareOfDifferent
      // An object that each record holds one of is as well known as its record.
      if old.step.name != nil, outer.formerRecords > 0, formerRecords <= outer.formerRecords { inherit(from: outer) }
      return
    }
    let different = max(1, before.distinctValues)
    differentRecords = different
    lastRecords = before.statistics.records.identified()
    keptRecords = before.statistics.records.identified(with: now.statistics.records)
    let sketch = before.statistics.agreement(with: now.statistics)
    // Where only some of many values can be looked for, two more might have been strangers.
    let isWhole = before.keepsAllValues && now.keepsAllValues
    knownShare = Double(sketch.found) / Double(max(1, sketch.checked + (isWhole ? 0 : 2)))
    newcomers = (1 - knownShare) * Double(new.statistics.objects)
    let strangers = Double(sketch.checked - sketch.found)
    renewal = min(
      Self.mostRenewal,
      strangers / max(.leastNormalMagnitude, before.sampledShare(beside: now) * Double(now.statistics.observations)))
    // An estimate of distinct values may be a third too high.
    let areReplaced = different > 1.5 * Double(new.statistics.objects)
    mayHaveNewcomers = sketch.found < sketch.checked || !isWhole && areReplaced
    let recordsPerResponse = max(
      Double(new.statistics.objects) / Double(documents),
      Double(formerRecords) / Double(max(1, old.statistics.documents)))
    // Of many thousand records hardly one can be looked for; then the baseline must say that each was there once. Of a window
    // that moves on by half, each was there twice.
    let isSure = sketch.checked >= Self.checkedOfFresh || different >= Self.leastShareOfNew * Double(formerRecords)
    if isSure, knownShare <= Self.knownShareOfFresh, recordsPerResponse > 1 {
      freshResponses = min(old.statistics.documents, Int(different / recordsPerResponse))
    }
  }

  /// Takes what is known of the records around, of which each holds at most one of the objects.
  private mutating func inherit(from outer: RecordOverlap) {
    knownShare = outer.knownShare
    newcomers *= 1 - outer.knownShare
    (mayHaveNewcomers, renewal) = (outer.mayHaveNewcomers, outer.renewal)
    // What an object of a record holds is kept by that record.
    (lastRecords, keptRecords) = (outer.lastRecords, outer.keptRecords)
    differentRecords = outer.differentRecords.map { different in
      max(1, different * Double(formerRecords) / Double(max(1, outer.formerRecords)))
    }
  }

  /// Whether the baseline has seen most of the records, or each of its own again and again.
  public var areKnown: Bool { formerRecords > 0 && knownShare >= 0.5 || arePolledAgain }

  /// Whether the baseline has seen each of its records at least three times.
  var arePolledAgain: Bool {
    differentRecords.map { formerRecords > 0 && Double(formerRecords) >= 3 * $0 } ?? false
  }

  /// Whether the records are new, as those of each learned response of the baseline were. A list that was replaced once is another list.
  var areNewEachTime: Bool { freshResponses != nil && (shareOfDifferent ?? 0) >= Self.leastShareOfNew }

  /// Different records among `history` of the baseline's; `nil`: nothing tells them apart.
  public func differentRecords(among history: Int) -> Double? {
    guard let differentRecords else { return differentShare.map { $0 * Double(history) } }
    return differentRecords * (formerRecords > 0 ? min(1, Double(history) / Double(formerRecords)) : 1)
  }

  /// Share of the baseline's objects that were different ones; `nil`: nothing tells.
  private var shareOfDifferent: Double? {
    guard let differentRecords, formerRecords > 0 else { return differentShare }
    return min(1, differentRecords / Double(formerRecords))
  }

  /// Whether `history` texts of the baseline that are `values` different ones are enough to call the set closed, of which `count` new
  /// ones were observed: twenty, and eight of each. More are needed if the new ones may all be of new records, while the old ones
  /// were seen again and again, because each record then counts once.
  func saysClosed(_ history: Int, values: Int, count: Int) -> Bool {
    guard areKnown, Double(count) <= newcomers else { return history >= max(20, 8 * values) }
    return min(Double(history), differentRecords(among: history) ?? .infinity) >= Double(20 * values)
  }

  /// How the records at a path of `observed` overlap with those that `baseline` has there. If one of the two holds no objects there, the
  /// records count as unknown.
  public init(at path: String, from baseline: PayloadShape, to observed: PayloadShape) {
    self.init(documents: observed.documents)
    var (old, new): (ShapeNode?, ShapeNode?) = (baseline.root, observed.root)
    enter(baseline.root, observed.root, isInList: false)
    for step in observed.root.steps(spelling: path.dropFirst()) ?? [.anyMember] {
      (old, new) = (old?.child(step), new?.child(step))
      if let old, let new { enter(old, new, isInList: true) }
    }
    if old?.statistics.objects ?? 0 == 0 || new?.statistics.objects ?? 0 == 0 {
      self = .unknown(documents: observed.documents)
    }
  }

  /// Records of which nothing is known.
  public static func unknown(documents: Int = 1) -> RecordOverlap {
    var overlap = RecordOverlap(documents: documents)
    (overlap.knownShare, overlap.newcomers) = (0, .infinity)
    return overlap
  }

  /// Goes on to the members of the objects at one path, inside of what it is about now.
  mutating func enter(_ old: ShapeNode, _ new: ShapeNode, isInList: Bool) {
    guard old.statistics.objects > 0, new.statistics.objects > 0 else { return }
    var inner = RecordOverlap(old: old, new: new, within: self)
    // Records that each stand in a response of their own are many as well.
    let areMany = isInList ? old.step == .element : documents > 1
    inner.polledAgain = areMany && inner.arePolledAgain ? new.statistics.objects : polledAgain
    self = inner
  }

  /// How many of the known records lost what they had at `node`, which none has any more; 0 if the last response that had it had it in less
  /// than half as many records as is usual, so that it was going already. As is usual: the share of records that have it and not as null, at most `share`.
  func deprived(of node: ShapeNode, usually share: Double) -> Int {
    let holders = node.statistics.records.identified(butNull: true).intersection(lastRecords)
    // Some records may lack it while it is null in others.
    let could = formerRecords - Tally.sum(node.statistics.parentsExcused, node.statistics.parentsBefore)
    let usual = min(share, Double(node.statistics.nonNull) / Double(max(1, could)))
    guard 2 * Double(holders.count) >= usual * Double(lastRecords.count) else { return 0 }
    return holders.intersection(keptRecords).count
  }

  /// The same with at most `documents` responses of new records.
  public func limited(to documents: Int) -> RecordOverlap {
    var limited = self
    limited.freshResponses = freshResponses.map { min($0, documents) }
    return limited
  }

  /// The member that tells the records apart: in all of them and other in each, one called like an identifier before texts;
  /// `nil` where hardly two records differ.
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
}

extension ShapeNode {
  /// Distinct strings and numbers here, as far as their sketches tell.
  var distinctValues: Double {
    statistics.strings.sketch.distinctEstimate + statistics.numbers.sketch.distinctEstimate
  }

  /// Share of all values that can be looked for here, and of those of `other`: a full sketch keeps the smallest hashes.
  fileprivate func sampledShare(beside other: ShapeNode) -> Double {
    let pairs = [
      (statistics.strings.sketch, other.statistics.strings.sketch),
      (statistics.numbers.sketch, other.statistics.numbers.sketch),
    ]
    return pairs.filter { !$0.1.hashes.isEmpty }.map { min($0.0.sampledShare, $0.1.sampledShare) }.max() ?? 1
  }

  /// Whether more different texts were seen than a sketch holds.
  fileprivate var hasManyTexts: Bool {
    statistics.strings.sketch.hashes.count == ValueSketch.capacity && !statistics.strings.checksClosed
  }

  /// Whether every distinct value is in the sketches.
  fileprivate var keepsAllValues: Bool {
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
          let isSteady = node.alwaysHolds(child) && child.statistics.nulls == 0
          if !isSteady || child.statistics.parentsBefore > 0 { optional += 1 }
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
  fileprivate func agreement(with other: NodeStatistics) -> (found: Int, checked: Int) {
    let text = other.strings.sketch.hashes.isEmpty ? (0, 0) : strings.sketch.agreement(with: other.strings.sketch)
    let number = other.numbers.sketch.hashes.isEmpty ? (0, 0) : numbers.sketch.agreement(with: other.numbers.sketch)
    return (text.0 + number.0, text.1 + number.1)
  }
}

extension ValueSketch {
  /// Share of the distinct values whose hash would be kept, 0 to 1.
  fileprivate var sampledShare: Double {
    guard hashes.count == Self.capacity, let last = hashes.last else { return 1 }
    return Double(last) / 4_294_967_296
  }

  /// Distinct values that were inserted: exact below ``capacity``, else from the largest kept hash (Bar-Yossef et al. 2002).
  var distinctEstimate: Double {
    guard hashes.count == Self.capacity, let last = hashes.last, last > 0 else { return Double(hashes.count) }
    return Double(Self.capacity - 1) * 4_294_967_296 / Double(last)
  }
}
