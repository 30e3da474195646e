import DriftModel

/// Counts for each property of a domain model how many values are nil, empty or random.
struct PropertyTally {
  private struct Column {
    var count: PropertyExamination
    /// What the values are.
    var values = ValueTally()
    var witnesses = Witnesses()
  }

  /// One value of a property.
  struct Value {
    var state: PropertySample.State
    var content = PropertySample.Content.other
    var elements: Int?
    /// Whether the same record gave another value the second time, or none.
    var isRandom: Bool

    var isLost: Bool { state != .present || isRandom }
  }

  private let reader: PropertyReader
  /// In the order in which the properties were met.
  private var columns: [Column] = []
  /// By name: the index of its column.
  private var numbers: [String: Int] = [:]
  /// By type of the domain value: the columns of its plan, by the number of the property; -1 for one that was not met.
  private var planned: [ObjectIdentifier: [Int]] = [:]
  /// Whether elements of lists were left out, so that the lists in them are not counted whole.
  private var hasLeftOutElements = false

  init(_ reader: PropertyReader) { self.reader = reader }

  /// By property: the first record in which it is lost, and the first in which it is not.
  var witnesses: [String: Witnesses] { numbers.mapValues { columns[$0].witnesses } }

  /// Adds one domain value. `again` is the value of the same record's second run, `record` the record's position.
  mutating func add(_ domain: Any, again: Any?, record: Int) {
    let type = Swift.type(of: domain)
    guard let plan = reader.plan(of: domain), again.map({ Swift.type(of: $0) == type }) ?? true else {
      let second = again.map { reader.samples(of: $0) }
      add(reader.samples(of: domain), again: second, record)
      hasLeftOutElements = hasLeftOutElements || reader.hasLeftOutElements
      return
    }
    var numbers = planned[ObjectIdentifier(type)] ?? Array(repeating: -1, count: plan.count)
    func read<T>(_ first: T) {
      withUnsafePointer(to: first) { first in
        guard let second = again as? T else { return add(plan, UnsafeRawPointer(first), .none, &numbers, record) }
        withUnsafePointer(to: second) { second in
          add(plan, UnsafeRawPointer(first), .value(UnsafeRawPointer(second)), &numbers, record)
        }
      }
    }
    _openExistential(domain, do: read)
    planned[ObjectIdentifier(type)] = numbers
    add(reader.declaredSamples(of: domain), again: again.map { reader.declaredSamples(of: $0) }, record)
  }

  private mutating func add(
    _ plan: PropertyPlan, _ first: UnsafeRawPointer, _ second: PropertyPlan.Second, _ numbers: inout [Int],
    _ record: Int
  ) {
    var number = 0
    plan.read(first, second) { leaf, value in
      // A property whose value is not there is passed over with those that it would have.
      guard let value else { return number += 1 }
      if numbers[number] < 0 {
        numbers[number] = column(PropertyExamination(name: leaf.name))
      }
      count(value, numbers[number], record, isLost: value.isLost)
      number += 1
    }
  }

  private mutating func add(_ samples: [PropertySample], again: [PropertySample]?, _ record: Int) {
    let losses = PropertyReader.losses(samples, again: again)
    let lost = Set(zip(samples, losses).filter(\.1).map(\.0.name))
    for (sample, isLost) in zip(samples, losses) {
      let number = column(
        PropertyExamination(name: sample.name, isEssential: sample.isEssential, list: sample.list))
      if sample.isWatched { columns[number].count.isWatched = true }
      let value = Value(
        state: sample.state, content: sample.content, elements: sample.elements,
        isRandom: isLost && sample.state == .present)
      // A record has lost a property of a list's elements if it is lost in any of them.
      count(value, number, record, isLost: lost.contains(sample.name))
    }
  }

  /// The index of a property's column, which is made if it is not there.
  private mutating func column(_ count: @autoclosure () -> PropertyExamination) -> Int {
    let made = count()
    if let known = numbers[made.name] { return known }
    columns.append(Column(count: made))
    numbers[made.name] = columns.count - 1
    return columns.count - 1
  }

  /// Counts one value; `isLost` says whether its record has lost the property.
  private mutating func count(_ value: Value, _ number: Int, _ record: Int, isLost: Bool) {
    columns[number].count.total += 1
    switch value.state {
    case .missing: columns[number].count.nilCount += 1
    case .empty: columns[number].count.emptyCount += 1
    case .present where value.isRandom: columns[number].count.randomCount += 1
    case .present: break
    }
    // A random value tells nothing.
    if value.state != .present || !value.isRandom {
      columns[number].values.add(value.content, isMissing: value.state != .present)
    }
    if let elements = value.elements {
      columns[number].count.elements = (columns[number].count.elements ?? 0) + elements
    }
    if isLost {
      if columns[number].witnesses.lost == nil { columns[number].witnesses.lost = record }
    } else if columns[number].witnesses.kept == nil {
      columns[number].witnesses.kept = record
    }
  }

  /// The counts; `pointer` gives a record's location in the payload.
  func examinations(_ pointer: (Int) -> String?) -> [PropertyExamination] {
    columns.map { column in
      var count = column.count
      if hasLeftOutElements, count.list != nil { count.elements = nil }
      count.example = column.witnesses.lost.flatMap(pointer)
      count.values = column.values.result
      return count
    }
  }
}
