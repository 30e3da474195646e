/// A bounded sample of the distinct values of a path: the smallest ``capacity`` of their hashes (bottom-k sampling).
///
/// The smallest hashes of a union are among the smallest of its parts, so merging gives the same result in any order.
/// Sketches show whether two paths have the same values without storing values.
struct ValueSketch: Equatable, Sendable {
  static let capacity = 16

  /// Ascending, no duplicates.
  private(set) var hashes: [UInt32] = []

  init() {}

  /// Nil unless `hashes` are valid for a sketch.
  init?(_ hashes: [UInt32]) {
    guard hashes.count <= Self.capacity, zip(hashes, hashes.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    self.hashes = hashes
  }

  /// `hashes` must ascend, and be at most ``capacity``.
  init(ascending hashes: [UInt32]) { self.hashes = hashes }

  mutating func insert(_ hash: UInt32) {
    if hashes.count == Self.capacity, let last = hashes.last, hash >= last { return }
    let index = hashes.firstIndex { $0 >= hash } ?? hashes.count
    if index < hashes.count, hashes[index] == hash { return }
    hashes.insert(hash, at: index)
    if hashes.count > Self.capacity { hashes.removeLast() }
  }

  mutating func merge(_ other: ValueSketch) {
    for hash in other.hashes { insert(hash) }
  }

  /// The distinct values of `other` that can be compared, and how many of them are found here.
  ///
  /// A full sketch does not cover hashes above its largest, so only the range that both cover is compared.
  func agreement(with other: ValueSketch) -> (found: Int, checked: Int) {
    func reach(_ sketch: ValueSketch) -> UInt32 {
      sketch.hashes.count < Self.capacity ? .max : sketch.hashes.last ?? .max
    }
    let limit = min(reach(self), reach(other))
    let checked = other.hashes.prefix { $0 <= limit }
    return (checked.filter { hashes.contains($0) }.count, checked.count)
  }
}
