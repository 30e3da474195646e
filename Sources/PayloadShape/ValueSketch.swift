/// A bounded sample of the distinct values of a path: the smallest ``capacity`` of their hashes.
///
/// The smallest hashes of a union are among the smallest of its parts, so sketches merge in any order to the same
/// result, and whether two paths hold the same values can be told without keeping any value (bottom-k sampling).
struct ValueSketch: Equatable, Sendable {
  static let capacity = 16

  /// Ascending, no duplicates.
  private(set) var hashes: [UInt32] = []

  init() {}

  /// Nil unless `hashes` are what a sketch can hold.
  init?(_ hashes: [UInt32]) {
    guard hashes.count <= Self.capacity, zip(hashes, hashes.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    self.hashes = hashes
  }

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

  /// Distinct values of `other` that can be looked for here, and how many of them are.
  ///
  /// A full sketch knows nothing of hashes above its largest, so only the range that both cover is compared.
  func agreement(with other: ValueSketch) -> (found: Int, checked: Int) {
    func reach(_ sketch: ValueSketch) -> UInt32 {
      sketch.hashes.count < Self.capacity ? .max : sketch.hashes.last ?? .max
    }
    let limit = min(reach(self), reach(other))
    let checked = other.hashes.prefix { $0 <= limit }
    return (checked.filter { hashes.contains($0) }.count, checked.count)
  }

  /// FNV-1a with a final mix, so that the smallest hashes are an even sample. `lowercasing`: ASCII letters count as small.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, lowercasing: Bool = false) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      let isCapital = lowercasing && byte &- 0x41 < 26
      hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* 0x100_0000_01B3
    }
    return mix(hash)
  }

  static func hash(_ number: Double) -> UInt32 { mix(number.bitPattern) }

  private static func mix(_ value: UInt64) -> UInt32 {
    var value = value
    value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return UInt32(truncatingIfNeeded: value ^ (value >> 33))
  }
}
