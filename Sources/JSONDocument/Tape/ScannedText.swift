/// The bytes of a text while it is scanned, 16 at a time.
///
/// Each caller proves that its reads are within the text: `self[i]` only below `count`, ``block(at:)`` only up to
/// `count - 16`, and ``eightBytes(at:)`` only up to `count - 8`. The pointer is valid inside the
/// `withUnsafeBufferPointer` around the scan.
///
/// Comparisons have concrete vectors on both sides. With a scalar or an inferred literal, Swift 6.3.1 picks the generic
/// overload, which compares lane by lane.
struct ScannedText {
  let base: UnsafePointer<UInt8>
  let count: Int

  /// The end of a string, or why it has no end.
  struct StringEnd {
    /// Index of the closing quote, or of the unexpected byte.
    let index: Int
    /// ``TapeWord/escaped`` and ``TapeWord/beyondASCII``.
    let flags: UInt64
    let failure: Expectation?
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 { base[index] }

  /// The 16 bytes from `index` on, which is at most `count - 16`.
  @inline(__always)
  func block(at index: Int) -> SIMD16<UInt8> {
    UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
  }

  /// The eight bytes from `index` on, which is at most `count - 8`, the first one lowest.
  @inline(__always)
  func eightBytes(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The four bytes from `index` on, which is at most `count - 4`, the first one lowest.
  @inline(__always)
  func fourBytes(at index: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// Four bits for each lane of a comparison, the first lane lowest. They are all set if the lane is.
  ///
  /// This compiles to three vector instructions and a move. Testing the two halves of the vector would need a branch
  /// that is mispredicted often, because it depends on the length of each string.
  @inline(__always)
  static func nibbles(_ mask: SIMD16<UInt8>) -> UInt64 {
    let pairs = unsafeBitCast(mask, to: SIMD8<UInt16>.self) &>> SIMD8<UInt16>(repeating: 4)
    return UInt64(littleEndian: unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: pairs), to: UInt64.self))
  }

  @inline(__always)
  private static func lanes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
    unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }

  /// Whether the last byte that is not white space is a closing bracket.
  var endsWithBracket: Bool {
    var last = count &- 1
    while last >= 0, Self.isBlank(self[last]) { last = last &- 1 }
    return last >= 0 && (self[last] == UInt8(ascii: "}") || self[last] == UInt8(ascii: "]"))
  }

  @inline(__always)
  private static func halves(_ mask: SIMDMask<SIMD16<Int8>>) -> (low: UInt64, high: UInt64) {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return (halves[0], halves[1])
  }

  /// The index of the first byte from `start` on that is not white space. It is fast if the white space is a line's end
  /// and `indentation` spaces.
  ///
  /// If the guess is right, the end is only confirmed, so that the processor can continue before the check is done.
  @inline(never)
  func blankEnd(from start: Int, indentation: Int) -> Int {
    let guess = start &+ 1 &+ indentation
    guard indentation > 0, indentation < 32, start &+ 33 <= count, self[start] == 0x0A, self[guess] > 0x20 else {
      return blankEnd(from: start)
    }
    let first = start &+ 1
    let spaces: UInt64 = 0x2020_2020_2020_2020
    let others: UInt64
    if indentation <= 8 {
      others = (eightBytes(at: first) ^ spaces) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* indentation)
    } else if indentation <= 16 {
      others = (eightBytes(at: first) ^ spaces) | (eightBytes(at: guess &- 8) ^ spaces)
    } else {
      let blank = SIMD16<UInt8>(repeating: 0x20)
      let blocks = (block(at: first) ^ blank) | (block(at: guess &- 16) ^ blank)
      let halves = unsafeBitCast(blocks, to: SIMD2<UInt64>.self)
      others = halves[0] | halves[1]
    }
    return _fastPath(others == 0) ? guess : blankEnd(from: start)
  }

  /// The index of the first byte from `start` on that is not white space.
  @inline(never)
  func blankEnd(from start: Int) -> Int {
    var index = start
    while index &+ 16 <= count {
      let block = block(at: index)
      let blank =
        Self.lanes(block .== SIMD16<UInt8>(repeating: 0x20)) | Self.lanes(block .== SIMD16<UInt8>(repeating: 0x0A))
        | Self.lanes(block .== SIMD16<UInt8>(repeating: 0x0D)) | Self.lanes(block .== SIMD16<UInt8>(repeating: 0x09))
      let others = ~Self.nibbles(blank)
      if others != 0 { return index &+ others.trailingZeroBitCount &>> 2 }
      index = index &+ 16
    }
    while index < count, Self.isBlank(self[index]) { index = index &+ 1 }
    return index
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// The end of a string, scanned from its first byte that is not plain, or from the last 16 bytes of the text.
  @inline(never)
  func oddStringEnd(from start: Int) -> StringEnd {
    var flags: UInt64 = 0
    var index = start
    // All bits are set until the first byte above 0x7F. After that, such bytes do not stop the scan.
    var beyond = SIMD16<UInt8>(repeating: 0xFF)
    while true {
      if index &+ 16 <= count {
        let block = block(at: index)
        let stops =
          Self.lanes(block .== SIMD16<UInt8>(repeating: 0x22)) | Self.lanes(block .== SIMD16<UInt8>(repeating: 0x5C))
          | Self.lanes(block .< SIMD16<UInt8>(repeating: 0x20))
          | (Self.lanes(unsafeBitCast(block, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0)) & beyond)
        let marks = Self.nibbles(stops)
        guard marks != 0 else {
          index = plainBlocksEnd(from: index &+ 16, beyond: unsafeBitCast(beyond, to: SIMD2<UInt64>.self)[0])
          continue
        }
        index = index &+ marks.trailingZeroBitCount &>> 2
      }
      guard index < count else { return StringEnd(index: index, flags: flags, failure: .closingQuote) }
      let byte = self[index]
      if byte == 0x22 { return StringEnd(index: index, flags: flags, failure: nil) }
      index = index &+ 1
      if byte == 0x5C {
        flags |= TapeWord.escaped
        // The escaped byte cannot end the string, and neither can the four bytes after \u.
        guard index < count else { return StringEnd(index: index, flags: flags, failure: .restOfEscape) }
        let isUnicode = self[index] == UInt8(ascii: "u")
        index = index &+ 1
        if isUnicode {
          for _ in 0..<4 {
            guard index < count, self[index] != 0x22 else {
              return StringEnd(index: index, flags: flags, failure: .hexadecimalDigits)
            }
            index = index &+ 1
          }
        }
      } else if byte < 0x20 {
        flags |= TapeWord.escaped
      } else if byte >= 0x80 {
        flags |= TapeWord.beyondASCII
        beyond = SIMD16<UInt8>(repeating: 0)
      }
    }
  }

  /// Skips blocks of 16 bytes in which a string cannot stop, and returns the index after them.
  ///
  /// Comparisons are combined as whole words. That is fast even in debug builds, which combine vectors lane by lane.
  private func plainBlocksEnd(from start: Int, beyond: UInt64) -> Int {
    let quote = SIMD16<UInt8>(repeating: 0x22)
    let backslash = SIMD16<UInt8>(repeating: 0x5C)
    let space = SIMD16<UInt8>(repeating: 0x20)
    let zero = SIMD16<Int8>(repeating: 0)
    var index = start
    while index &+ 16 <= count {
      let block = block(at: index)
      let (quotes, backslashes) = (Self.halves(block .== quote), Self.halves(block .== backslash))
      let (controls, others) = (
        Self.halves(block .< space), Self.halves(unsafeBitCast(block, to: SIMD16<Int8>.self) .< zero)
      )
      let low = quotes.low | backslashes.low | controls.low | (others.low & beyond)
      let high = quotes.high | backslashes.high | controls.high | (others.high & beyond)
      guard low | high == 0 else { return index }
      index = index &+ 16
    }
    return index
  }

  /// The end of the number whose first byte (a sign or digit) is at `start`, and whether it has digits only.
  @inline(__always)
  func numberEnd(from start: Int) -> (index: Int, flags: UInt64) {
    let index = digitsEnd(from: start &+ 1)
    guard index < count, Self.isNumberMark(self[index]) else { return (index, 0) }
    return (oddNumberEnd(from: index), TapeWord.notPlainInteger)
  }

  /// `.`, `+`, `-`, `e` or `E`.
  @inline(__always)
  private static func isNumberMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+")
  }

  /// The end of a number, scanned from its first byte that is not a digit.
  private func oddNumberEnd(from start: Int) -> Int {
    var index = start
    while index < count, Self.isNumberMark(self[index]) { index = digitsEnd(from: index &+ 1) }
    return index
  }

  /// The index of the first byte from `start` on that is not a digit.
  @inline(__always)
  private func digitsEnd(from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let bytes = eightBytes(at: index)
      // Adding 0x46 sets the top bit of a byte above "9", and subtracting 0x30 sets that of a byte below "0". A digit
      // does not carry into the next byte, so the lowest mark is the first byte that is not a digit.
      let marks = ((bytes &+ 0x4646_4646_4646_4646) | (bytes &- 0x3030_3030_3030_3030)) & 0x8080_8080_8080_8080
      if marks != 0 { return index &+ marks.trailingZeroBitCount &>> 3 }
      index = index &+ 8
    }
    while index < count, self[index] &- 0x30 <= 9 { index = index &+ 1 }
    return index
  }

  /// The literal that begins at `index`, or the first byte that does not match it.
  @inline(__always)
  func literal(at index: Int) -> (tag: TapeWord.Tag, index: Int, failure: Expectation?) {
    if _fastPath(index &+ 4 <= count) {
      switch fourBytes(at: index) {
      case 0x6575_7274: return (.true, index &+ 4, nil)
      case 0x6C6C_756E: return (.null, index &+ 4, nil)
      case 0x736C_6166:
        if index &+ 4 < count, self[index &+ 4] == UInt8(ascii: "e") { return (.false, index &+ 5, nil) }
      default: break
      }
    }
    switch self[index] {
    case UInt8(ascii: "t"): return (.true, literalEnd("true", from: index), .true)
    case UInt8(ascii: "f"): return (.false, literalEnd("false", from: index), .false)
    default: return (.null, literalEnd("null", from: index), .null)
    }
  }

  /// The first byte from `start` on that does not match `literal`, or its end.
  private func literalEnd(_ literal: StaticString, from start: Int) -> Int {
    literal.withUTF8Buffer { expected in
      var length = 0
      while length < expected.count, start &+ length < count, self[start &+ length] == expected[length] { length += 1 }
      return start &+ length
    }
  }
}
