/// Which records of a unit a worker gets, after some of them ended another worker.
struct RecordCourse: Codable, Equatable {
  let unit: WorkUnit
  /// Records that ended a worker, by position; they are left out.
  private(set) var deadly: [Int] = []
  /// From this position on records are left out too: enough of them ended a worker.
  private(set) var end: Int?
  /// Whether records are announced before author code gets them.
  var isAnnounced = true
  /// Records one of which ended a worker: these are announced one by one, the others in stretches.
  private var suspects: Range<Int>?
  private var hangs = 0

  /// Records of one unit that may end a worker before the rest is left out; fewer that hang, since each costs time.
  static let maximumDeaths = 10
  static let maximumHangs = 3
  /// Announcements of one worker, apart from those of the suspects: a list of 50,000 records costs no frame for each.
  private static let stretches = 256

  init(_ unit: WorkUnit) { self.unit = unit }

  /// Whether any record is left out.
  var leavesOut: Bool { !deadly.isEmpty || end != nil }

  /// Whether author code gets a record.
  func includes(_ index: Int) -> Bool { !deadly.contains(index) && end.map { index < $0 } ?? true }

  /// The records that are announced before the one at `index` of `count` is looked at; nil: it belongs to what was announced.
  func announcement(at index: Int, of count: Int) -> Range<Int>? {
    guard isAnnounced else { return nil }
    if let suspects, suspects.contains(index) { return index..<index + 1 }
    let stretch = max(1, (count + Self.stretches - 1) / Self.stretches)
    return index.isMultiple(of: stretch) ? index..<index + stretch : nil
  }

  /// Notes that a worker ended after it had announced `records`.
  mutating func note(_ records: Range<Int>, isHang: Bool) {
    guard records.count == 1 else {
      suspects = records
      return
    }
    deadly.append(records.lowerBound)
    hangs += isHang ? 1 : 0
    if deadly.count >= Self.maximumDeaths || hangs >= Self.maximumHangs {
      end = (deadly.max() ?? records.lowerBound) + 1
    }
  }
}

/// Announces records before author code gets them, so that the parent knows which one ended the process, and leaves out those
/// that did.
struct RecordLog {
  /// What is to be left out; nil: nothing, and nothing is announced.
  var course: RecordCourse?
  /// Told which records come next.
  var announce: (Range<Int>) -> Void = { _ in }

  /// Whether author code gets the record at `index` of `count`; asked once for each, in order.
  func begin(_ index: Int, of count: Int) -> Bool {
    guard let course else { return true }
    if let records = course.announcement(at: index, of: count) { announce(records) }
    return course.includes(index)
  }
}
