import JSONDocument

extension ValueSketch {
  /// FNV-1a with a final mix, so that the smallest hashes are a uniform sample. `lowercasing` applies to ASCII letters.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, lowercasing: Bool = false) -> UInt32 {
    var hash = FNV1a.basis
    let prime = FNV1a.prime
    for byte in bytes {
      let isCapital = lowercasing && byte &- 0x41 < 26
      hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* prime
    }
    return mix(hash)
  }

  /// The hash of a number, which must not be -0.
  static func hash(_ number: Double) -> UInt32 { mix(number.bitPattern) }

  /// Bytes to hash. `fold` is combined with each byte first: 0, or 0x20 for a UUID, which makes its letters small and
  /// does not change digits and dashes.
  struct Piece {
    let start: UnsafePointer<UInt8>
    let count: Int
    let fold: UInt8

    @inline(__always)
    fileprivate func hash(from index: Int, _ before: UInt64) -> UInt32 {
      var hash = before
      var index = index
      let prime = FNV1a.prime
      while index < count {
        hash = (hash ^ UInt64(start[index] | fold)) &* prime
        index += 1
      }
      return ValueSketch.mix(hash)
    }
  }

  static func hash(_ piece: Piece) -> UInt32 { piece.hash(from: 0, FNV1a.basis) }

  /// Hashes four texts at a time. Each step of a hash depends on the one before, so four take little longer than one.
  static func hash(
    _ first: Piece, _ second: Piece, _ third: Piece, _ fourth: Piece
  ) -> (UInt32, UInt32, UInt32, UInt32) {
    let fold = first.fold
    guard second.fold == fold, third.fold == fold, fourth.fold == fold else {
      return (hash(first), hash(second), hash(third), hash(fourth))
    }
    let shortest = min(min(first.count, second.count), min(third.count, fourth.count))
    var hashes = (FNV1a.basis, FNV1a.basis, FNV1a.basis, FNV1a.basis)
    if fold == 0 {
      hash(shortest, first.start, second.start, third.start, fourth.start, into: &hashes) { UInt64($0) }
    } else {
      hash(shortest, first.start, second.start, third.start, fourth.start, into: &hashes) { UInt64($0 | fold) }
    }
    return (
      first.hash(from: shortest, hashes.0), second.hash(from: shortest, hashes.1),
      third.hash(from: shortest, hashes.2), fourth.hash(from: shortest, hashes.3)
    )
  }

  @inline(__always)
  private static func hash(
    _ count: Int, _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ third: UnsafePointer<UInt8>,
    _ fourth: UnsafePointer<UInt8>, into hashes: inout (UInt64, UInt64, UInt64, UInt64), _ folded: (UInt8) -> UInt64
  ) {
    var (one, two, three, four) = hashes
    var index = 0
    let prime = FNV1a.prime
    while index < count {
      one = (one ^ folded(first[index])) &* prime
      two = (two ^ folded(second[index])) &* prime
      three = (three ^ folded(third[index])) &* prime
      four = (four ^ folded(fourth[index])) &* prime
      index += 1
    }
    hashes = (one, two, three, four)
  }

  private static func mix(_ value: UInt64) -> UInt32 {
    var value = value
    value = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ (value >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return UInt32(truncatingIfNeeded: value ^ (value >> 33))
  }
}
