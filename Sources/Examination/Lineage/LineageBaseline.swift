import DriftModel

/// What becomes of every record of the unperturbed response, and what a perturbed one is compared with.
struct LineageBaseline {
  /// One property of one record, by position.
  struct RequestKey: Hashable {
    let record: Int
    let property: String
  }

  /// A property before and after; nil where it is not there at all, inside something that is nil.
  struct Change {
    let place: RequestKey
    let before: PropertySample
    let after: PropertySample?
  }

  let readings: [LineageReading]
  /// By record: properties with another value on every run.
  private var unstable: [Set<String>]
  /// Records that are lost in some runs and not in others.
  private var unsteady: Set<Int> = []

  /// How many records become domain values.
  var made: Int { readings.count { $0.properties != nil } }

  /// - Parameter runs: The same response, decoded and mapped several times; nil if their numbers of records differ.
  init?(_ runs: [[LineageReading]]) {
    guard let first = runs.first, runs.allSatisfy({ $0.count == first.count }) else { return nil }
    readings = first
    unstable = Array(repeating: [], count: first.count)
    for run in runs.dropFirst() { mask(run) }
  }

  /// Masks what differs in one more run of the same response; whether there was anything that had not differed before.
  @discardableResult
  mutating func mask(_ run: [LineageReading]) -> Bool {
    var isNew = false
    for (record, reading) in run.enumerated() where readings.indices.contains(record) {
      if (reading.properties == nil) != (readings[record].properties == nil) {
        if unsteady.insert(record).inserted { isNew = true }
      }
      for change in changes(from: readings[record], to: reading, record: record) {
        unstable[record].insert(change.place.property)
        isNew = true
      }
    }
    return isNew
  }

  func isUnstable(_ place: RequestKey) -> Bool { unstable[place.record].contains(place.property) }

  /// Properties that differ between two readings of a record, in the order of their names; none where one is lost.
  func changes(from before: LineageReading, to after: LineageReading, record: Int) -> [Change] {
    guard let before = before.properties, let after = after.properties else { return [] }
    return before.values.sorted { $0.name < $1.name }.compactMap { sample in
      let other = after[sample.name]
      guard !unstable[record].contains(sample.name), other.map(sample.isSame) != true else { return nil }
      return Change(place: RequestKey(record: record, property: sample.name), before: sample, after: other)
    }
  }

  private func isSame(_ record: Int, _ reading: LineageReading) -> Bool {
    if unsteady.contains(record) { return true }
    guard (reading.properties == nil) == (readings[record].properties == nil) else { return false }
    return changes(from: readings[record], to: reading, record: record).isEmpty
  }

  /// How a perturbed response differs.
  ///
  /// Records are aligned from both ends, since one value was perturbed: a list with one record less lost that one, and
  /// those after it did not change.
  func delta(_ run: LineageRun) -> LineageDelta {
    switch run {
    case .responseLost: LineageDelta(loss: .responseLost)
    case .died(let death): LineageDelta(loss: death.effect)
    case .records(let readings): delta(readings)
    }
  }

  private func delta(_ run: [LineageReading]) -> LineageDelta {
    var delta = LineageDelta()
    var (head, tail) = (0, 0)
    if run.count == readings.count {
      for record in readings.indices where !isSame(record, run[record]) { delta.changes[record] = run[record] }
      return delta
    }
    let shorter = min(run.count, readings.count)
    while head < shorter, isSame(head, run[head]) { head += 1 }
    while tail < shorter - head, isSame(readings.count - 1 - tail, run[run.count - 1 - tail]) { tail += 1 }
    for record in head..<(readings.count - tail) {
      let reading = record < run.count - tail ? run[record] : .lost
      if !isSame(record, reading) { delta.changes[record] = reading }
    }
    delta.isRecordGained =
      run.count > readings.count && run[head..<(run.count - tail)].contains { $0.properties != nil }
    return delta
  }

  /// How a perturbed response differs in two runs: what is not the same in both is random or did not happen.
  func delta(_ first: LineageDelta, confirmedBy second: LineageDelta) -> LineageDelta {
    guard first.loss == second.loss else { return LineageDelta() }
    var delta = first
    for (record, reading) in first.changes {
      let again = second.changes[record] ?? readings[record]
      guard (reading.properties == nil) == (again.properties == nil) else {
        delta.changes[record] = nil
        continue
      }
      delta.random.formUnion(changes(from: reading, to: again, record: record).map(\.place))
    }
    delta.isRecordGained = first.isRecordGained && second.isRecordGained
    return delta
  }
}

/// How what becomes of a perturbed response differs from the baseline.
struct LineageDelta {
  /// How the whole response is lost; nil if it is not.
  var loss: LineageEffect?
  var isRecordGained = false
  /// By record of the baseline; records that are not in here are as they were.
  var changes: [Int: LineageReading] = [:]
  /// Properties with another value on every run of the perturbed response, but not of the unperturbed one.
  var random: Set<LineageBaseline.RequestKey> = []

  var isNothing: Bool { loss == nil && !isRecordGained && changes.isEmpty }
}
