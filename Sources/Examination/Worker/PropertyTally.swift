import DriftModel

/// Counts for each property of a domain model how many values are nil, empty or random.
struct PropertyTally {
  private let reader: PropertyReader
  private var order: [String] = []
  private var counts: [String: PropertyExamination] = [:]
  /// By property: what its values are.
  private var values: [String: ValueTally] = [:]
  /// By property: the first record in which it is lost, and the first in which it is not.
  private(set) var witnesses: [String: Witnesses] = [:]
  /// Whether elements of lists were left out, so that the lists in them are not counted whole.
  private var hasLeftOutElements = false

  init(_ reader: PropertyReader) { self.reader = reader }

  /// Adds one domain value. `again` is the value of the same record's second run, `record` the record's position.
  mutating func add(_ domain: Any, again: Any?, record: Int) {
    let samples = reader.samples(of: domain)
    hasLeftOutElements = hasLeftOutElements || reader.hasLeftOutElements
    let losses = PropertyReader.losses(samples, again: again.map(reader.samples))
    let lost = Set(zip(samples, losses).filter(\.1).map(\.0.name))
    for (sample, isLost) in zip(samples, losses) {
      if counts[sample.name] == nil { order.append(sample.name) }
      var count =
        counts[sample.name]
        ?? PropertyExamination(name: sample.name, isEssential: sample.isEssential, list: sample.list)
      var witness = witnesses[sample.name] ?? Witnesses()
      count.total += 1
      count.isWatched = count.isWatched || sample.isWatched
      // A random value is lost and tells nothing.
      if !isLost || sample.state != .present {
        values[sample.name, default: ValueTally()].add(sample.content, isMissing: sample.state != .present)
      }
      if let elements = sample.elements { count.elements = (count.elements ?? 0) + elements }
      if isLost {
        switch sample.state {
        case .missing: count.nilCount += 1
        case .empty: count.emptyCount += 1
        case .present: count.randomCount += 1
        }
      }
      // A record has lost a property of a list's elements if it is lost in any of them.
      if lost.contains(sample.name) {
        witness.lost = witness.lost ?? record
      } else {
        witness.kept = witness.kept ?? record
      }
      counts[sample.name] = count
      witnesses[sample.name] = witness
    }
  }

  /// The counts; `pointer` gives a record's location in the payload.
  func examinations(_ pointer: (Int) -> String?) -> [PropertyExamination] {
    order.compactMap { name in
      var count = counts[name]
      if hasLeftOutElements, count?.list != nil { count?.elements = nil }
      count?.example = witnesses[name]?.lost.flatMap(pointer)
      count?.values = values[name]?.result
      return count
    }
  }
}
