/// A growing table of plain records that are addressed by index: what a learner of shapes writes to for every value.
///
/// An array would check at each write whether it is shared, and records that hold arrays would be counted references.
struct RecordTable<Record: BitwiseCopyable>: ~Copyable {
  // The memory is owned by this value alone, since it cannot be copied, and lives until `deinit`. All of it up to `count`
  // is initialized; records are plain, so none needs to be destroyed.
  private var base: UnsafeMutablePointer<Record>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// Where the record at `index` lies; good until the next ``append(_:count:)``.
  @inline(__always)
  func record(_ index: Int) -> UnsafeMutablePointer<Record> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return base + index
  }

  /// Appends copies of `record`.
  ///
  /// - Returns: The index of the first.
  @discardableResult
  mutating func append(_ record: Record, count copies: Int = 1) -> Int {
    if count + copies > capacity { grow(to: count + copies) }
    (base + count).initialize(repeating: record, count: copies)
    count += copies
    return count - copies
  }

  private mutating func grow(to least: Int) {
    let larger = max(least, 2 * capacity)
    let grown = UnsafeMutablePointer<Record>.allocate(capacity: larger)
    grown.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, capacity) = (grown, larger)
  }
}
