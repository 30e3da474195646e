/// A growing table of plain records that are addressed by index.
///
/// It is used because the learner writes to it for every value, and an array would check at each write whether it is
/// shared.
struct RecordTable<Record: BitwiseCopyable>: ~Copyable {
  // This value cannot be copied, so it alone owns the memory until `deinit`. The records up to `count` are initialized,
  // and need no deinitialization because they are plain.
  private var base: UnsafeMutablePointer<Record>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// The address of the record at `index`. It is valid until the next ``append(_:count:)``.
  @inline(__always)
  func record(_ index: Int) -> UnsafeMutablePointer<Record> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return base + index
  }

  /// Appends copies of `record` and returns the index of the first.
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
