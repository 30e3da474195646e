/// The records of a unit that a worker gets, after some of them ended another worker.
struct RecordSelection: Codable, Equatable {
  let unit: WorkUnit
  /// Positions of the records that ended a worker. They are left out.
  private(set) var crashing: [Int] = []
  /// Records from this position on are left out too, because enough of them ended a worker.
  private(set) var end: Int?
  /// Whether records are announced before author code gets them.
  var isAnnounced = true
  /// One of these records ended a worker. They are announced one by one, the others in ranges.
  private var suspects: Range<Int>?
  private var hangs = 0

  /// How many records of one unit may end a worker before the rest is left out. Timeouts have a lower limit, because
  /// each costs time.
  static let maximumCrashes = 10
  static let maximumHangs = 3
  /// The most ranges that one worker announces, so that a list of 50,000 records does not cost a frame for each.
  private static let ranges = 256

  init(_ unit: WorkUnit) { self.unit = unit }

  /// Whether any record is left out.
  var leavesOut: Bool { !crashing.isEmpty || end != nil }

  /// Whether author code gets a record.
  func includes(_ index: Int) -> Bool { !crashing.contains(index) && end.map { index < $0 } ?? true }

  /// The records to announce before the one at `index` of `count`; nil if that one is announced already.
  func announcement(at index: Int, of count: Int) -> Range<Int>? {
    guard isAnnounced else { return nil }
    if let suspects, suspects.contains(index) { return index..<index + 1 }
    let length = max(1, (count + Self.ranges - 1) / Self.ranges)
    return index.isMultiple(of: length) ? index..<index + length : nil
  }

  /// Records that a worker ended after it had announced `records`.
  mutating func note(_ records: Range<Int>, isHang: Bool) {
    guard records.count == 1 else {
      suspects = records
      return
    }
    crashing.append(records.lowerBound)
    hangs += isHang ? 1 : 0
    if crashing.count >= Self.maximumCrashes || hangs >= Self.maximumHangs {
      end = (crashing.max() ?? records.lowerBound) + 1
    }
  }
}

/// Announces records before author code gets them, so that the parent knows which one ended the process.
struct RecordLog {
  /// Nil if no record is left out or announced.
  var selection: RecordSelection?
  /// Called with the records that come next.
  var announce: (Range<Int>) -> Void = { _ in }

  /// Whether author code gets the record at `index` of `count`. It must be called once for each record, in order.
  func begin(_ index: Int, of count: Int) -> Bool {
    guard let selection else { return true }
    if let records = selection.announcement(at: index, of: count) { announce(records) }
    return selection.includes(index)
  }
}
