/// Reads bytes eight or sixteen at a time, for texts that are compared and searched very often.
enum TextBytes {
  /// The first eight bytes, filled with zeros if there are fewer. `readable` bytes may be read from `start` on, at
  /// least `count`.
  @inline(__always)
  static func prefix(_ start: UnsafePointer<UInt8>, count: Int, readable: Int) -> UInt64 {
    if count >= 8 { return word(start) }
    if readable >= 8 { return word(start) & ((1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1) }
    return shortPrefix(start, count: count)
  }

  private static func shortPrefix(_ start: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(start[index]) << (8 * UInt64(index)) }
    return word
  }

  /// Whether two texts of `count` bytes are equal; `count` must be at least eight.
  @inline(__always)
  static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
    var index = 0
    while index < count - 8 {
      if word(left + index) != word(right + index) { return false }
      index += 8
    }
    return word(left + count - 8) == word(right + count - 8)
  }

  /// Eight bytes, the first in the lowest bits.
  @inline(__always)
  static func word(_ start: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
  }

  /// Both halves of the product, combined, so that every bit of the result depends on every bit of both factors.
  @inline(__always)
  static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// The index of the first byte that equals `byte`; `count` if there is none.
  @inline(__always)
  static func firstIndex(of byte: UInt8, _ start: UnsafePointer<UInt8>, count: Int) -> Int {
    var index = 0
    if count >= 16 {
      let wanted = SIMD16<UInt8>(repeating: byte)
      while index < count - 16 {
        let words = unsafeBitCast(block(start + index) .== wanted, to: SIMD2<UInt64>.self)
        if words[0] | words[1] != 0 { return index + firstByte(words) }
        index += 16
      }
      let words = unsafeBitCast(block(start + count - 16) .== wanted, to: SIMD2<UInt64>.self)
      return words[0] | words[1] != 0 ? count - 16 + firstByte(words) : count
    }
    while index < count, start[index] != byte { index += 1 }
    return index
  }

  @inline(__always)
  private static func firstByte(_ words: SIMD2<UInt64>) -> Int {
    words[0] != 0 ? words[0].trailingZeroBitCount / 8 : 8 + words[1].trailingZeroBitCount / 8
  }

  @inline(__always)
  static func block(_ start: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
    UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  @inline(__always)
  static func isAnySet(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }
}
