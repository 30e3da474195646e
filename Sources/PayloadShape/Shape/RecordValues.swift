import Foundation

/// What a few records hold at a path, as digests: so two paths can be compared record by record, which tells the same values from
/// the same vocabulary.
///
/// Kept are the ``capacity`` smallest pairs of a record's digest and a value's digest. The records with the smallest digests are the
/// same at every path and in every response, so pairs of the same record meet. Merging keeps the smallest, in any order. A pair takes
/// four bytes, so that a path has at most 48.
struct RecordValues: Equatable, Sendable {
  static let capacity = 12
  static let valueBits: UInt32 = 14

  /// The digest of a record in 18 bits. The lowest says whether the record is known by an identifier; others are by their position.
  struct Record: Hashable {
    let bits: UInt32

    init(identifier hash: UInt32) { bits = hash >> RecordValues.valueBits | 1 }

    /// The element at `position` of an array in `outer`.
    init(position: Int, in outer: Record?) {
      let hash = ValueSketch.hash(Double(position) + Double(outer?.bits ?? 0) / 1_048_576)
      bits = hash >> RecordValues.valueBits & ~1
    }
  }

  /// Pairs, the record in the upper bits. Ascending, no duplicates.
  private(set) var pairs: [UInt32] = []

  init() {}

  /// Nil unless `pairs` are valid.
  init?(_ pairs: [UInt32]) {
    guard pairs.count <= Self.capacity, zip(pairs, pairs.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    self.pairs = pairs
  }

  mutating func insert(_ value: UInt32, of record: Record) {
    insert(record.bits << Self.valueBits | Self.digest(value))
  }

  private mutating func insert(_ pair: UInt32) {
    if pairs.count == Self.capacity, let last = pairs.last, pair >= last { return }
    let index = pairs.firstIndex { $0 >= pair } ?? pairs.count
    if index < pairs.count, pairs[index] == pair { return }
    pairs.insert(pair, at: index)
    if pairs.count > Self.capacity { pairs.removeLast() }
  }

  mutating func merge(_ other: RecordValues) {
    for pair in other.pairs { insert(pair) }
  }

  /// The hash of null, which is a value like others.
  static let null: UInt32 = 0x5EED_0003

  /// Records that are known by an identifier, without those that hold null if `butNull` says so.
  func identified(butNull: Bool = false) -> Set<UInt32> {
    let kept = pairs.filter { pair in
      Self.record(of: pair) & 1 == 1 && !(butNull && Self.digest(pair) == Self.digest(Self.null))
    }
    return Set(kept.map(Self.record))
  }

  /// Records that are known by an identifier, and hold the same here and in `other`.
  func identified(with other: RecordValues) -> Set<UInt32> {
    Set(pairs.filter { Self.record(of: $0) & 1 == 1 && other.pairs.contains($0) }.map(Self.record))
  }

  static func digest(_ hash: UInt32) -> UInt32 { hash & (1 << valueBits - 1) }
  static func record(of pair: UInt32) -> UInt32 { pair >> valueBits }
}

extension RecordValues {
  /// What the records that are known on both sides say of two paths.
  struct Agreement: Equatable {
    /// Records on both sides, and those that hold an equal value.
    private(set) var compared = 0
    private(set) var equal = 0
    /// Of the records compared, those known by an identifier.
    private(set) var identified = 0
    /// Logarithm of the probability that values drawn from those on both sides, each record by itself, are equal in as many records.
    private(set) var logChance = 0.0

    /// Merges two ascending lists of at most ``RecordValues/capacity`` pairs each.
    init(_ old: RecordValues, _ new: RecordValues) {
      var shares: [UInt32: Double] = [:]
      for pair in old.pairs + new.pairs { shares[RecordValues.digest(pair), default: 0] += 1 }
      let all = Double(old.pairs.count + new.pairs.count)
      let values = Dictionary(grouping: old.pairs, by: RecordValues.record)
      // In order of records, so that the sum is the same in every process.
      for (record, pairs) in Dictionary(grouping: new.pairs, by: RecordValues.record).sorted(by: { $0.key < $1.key }) {
        guard let known = values[record] else { continue }
        compared += 1
        identified += Int(record & 1)
        let shared = known.filter(pairs.contains)
        guard !shared.isEmpty else { continue }
        equal += 1
        // How often these values stand on both sides says how often they would meet by chance.
        logChance += log(min(1, shared.reduce(0) { $0 + (shares[RecordValues.digest($1)] ?? all) } / all))
      }
      // As many of the records as agree may be any of those compared.
      for number in 0..<equal where equal < compared {
        logChance += log(Double(compared - number) / Double(equal - number))
      }
      logChance = min(0, logChance)
    }

    /// Share of the records compared that hold an equal value; 0 if there are none.
    var share: Double { compared == 0 ? 0 : Double(equal) / Double(compared) }
  }
}

extension RecordValues {
  /// The stored form: the bytes of the pairs in Base64.
  var text: String {
    Data(pairs.flatMap { pair in (0..<4).map { UInt8(truncatingIfNeeded: pair >> (24 - 8 * UInt32($0))) } })
      .base64EncodedString()
  }

  /// Reads the stored form; nil unless it is valid.
  init?(text: String) {
    guard let bytes = Data(base64Encoded: text).map(Array.init), bytes.count % 4 == 0 else { return nil }
    self.init(
      stride(from: 0, to: bytes.count, by: 4).map { start in
        bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }
      })
  }
}
