import DriftModel

/// The result for every record of the unperturbed response, with which perturbed ones are compared.
struct LineageBaseline {
  /// One property of one record, by position.
  struct RecordProperty: Hashable {
    let record: Int
    let property: String
  }

  /// A property before and after. `after` is nil if the property is gone, because it is inside a value that became nil.
  struct Change {
    let key: RecordProperty
    let before: PropertySample
    let after: PropertySample?

    /// Whether both are times of the same second, as dates or as numbers of this century.
    var isWithinSecond: Bool {
      switch (before.content, after?.content) {
      case (.date(let before), .date(let after)): abs(before - after) < 1
      case (.number(let before), .number(let after)): abs(before - after) < (abs(before) < 1e11 ? 1 : 1000)
      default: false
      }
    }
  }

  let readings: [LineageReading]
  /// By record: properties whose value differs between runs.
  private var unstable: [Set<String>]
  /// Records that are lost in some runs only.
  private var unsteady: Set<Int> = []

  /// The number of records that become domain values.
  var made: Int { readings.count { $0.properties != nil } }

  /// - Parameter runs: The same response, decoded and mapped several times; nil if their numbers of records differ.
  init?(_ runs: [[LineageReading]]) {
    guard let first = runs.first, runs.allSatisfy({ $0.count == first.count }) else { return nil }
    readings = first
    unstable = Array(repeating: [], count: first.count)
    for run in runs.dropFirst() { mask(run) }
  }

  /// Masks what differs in another run of the same response; true if there is a new difference.
  @discardableResult
  mutating func mask(_ run: [LineageReading]) -> Bool {
    var isNew = false
    for (record, reading) in run.enumerated() where readings.indices.contains(record) {
      if (reading.properties == nil) != (readings[record].properties == nil) {
        if unsteady.insert(record).inserted { isNew = true }
      }
      for change in changes(from: readings[record], to: reading, record: record) {
        unstable[record].insert(change.key.property)
        isNew = true
      }
    }
    return isNew
  }

  func isUnstable(_ key: RecordProperty) -> Bool { unstable[key.record].contains(key.property) }

  /// Properties that differ between two readings of a record, sorted by name; none if the record is lost in one.
  func changes(from before: LineageReading, to after: LineageReading, record: Int) -> [Change] {
    guard let before = before.properties, let after = after.properties else { return [] }
    return before.values.sorted { $0.name < $1.name }.compactMap { sample in
      let other = after[sample.name]
      guard !unstable[record].contains(sample.name), other.map(sample.isSame) != true else { return nil }
      return Change(key: RecordProperty(record: record, property: sample.name), before: sample, after: other)
    }
  }

  private func isSame(_ record: Int, _ reading: LineageReading) -> Bool {
    if unsteady.contains(record) { return true }
    guard (reading.properties == nil) == (readings[record].properties == nil) else { return false }
    return changes(from: readings[record], to: reading, record: record).isEmpty
  }

  /// How a perturbed response differs.
  ///
  /// Records are aligned from both ends, because one value was perturbed: if one record is missing, the records after
  /// it are not counted as changed.
  func delta(_ run: LineageRun) -> LineageDelta {
    switch run {
    case .responseLost: LineageDelta(loss: .responseLost)
    case .ended(let ending): LineageDelta(loss: ending.effect)
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

  /// The difference that two runs of a perturbed response agree on. Values that differ between the runs are random.
  func delta(_ first: LineageDelta, confirmedBy second: LineageDelta) -> LineageDelta {
    guard first.loss == second.loss else { return LineageDelta() }
    var delta = first
    for (record, reading) in first.changes {
      let again = second.changes[record] ?? readings[record]
      guard (reading.properties == nil) == (again.properties == nil) else {
        delta.changes[record] = nil
        continue
      }
      delta.random.formUnion(changes(from: reading, to: again, record: record).map(\.key))
    }
    delta.isRecordGained = first.isRecordGained && second.isRecordGained
    return delta
  }
}

/// How the result of a perturbed response differs from the baseline.
struct LineageDelta {
  /// How the whole response is lost; nil if it is not.
  var loss: LineageEffect?
  var isRecordGained = false
  /// By record of the baseline. Records without an entry did not change.
  var changes: [Int: LineageReading] = [:]
  /// Properties whose value is random only in the perturbed response.
  var random: Set<LineageBaseline.RecordProperty> = []

  var isNothing: Bool { loss == nil && !isRecordGained && changes.isEmpty }
}
