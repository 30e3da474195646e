/// One bit for each byte of a part of the text, set if the byte ends the plain part of a string: `"`, `\`, control
/// characters and bytes above 0x7F.
///
/// The bits are computed 64 at a time before they are needed. A string's end is then found with one load, one shift and
/// one count. Comparing the bytes only after the string's beginning is known takes twice as long.
struct StopWindow {
  /// Bytes of text in one window.
  static let length = 4096
  /// Bytes of memory for ``make(from:of:in:)``: the bits, eight bytes that are read beyond them, and a copy of 64
  /// bytes.
  static let room = length / 8 + 8 + 64

  /// The address of the bits, shifted so that the bit of the text's byte `i` is in byte `i / 8`.
  let bits: UnsafeRawPointer
  /// The bits of bytes before this index are known. It is below the end of the text. All bits from here on are set, so
  /// that a search ends here.
  let end: Int

  /// A window without bits.
  static func none(_ room: UnsafeMutableRawPointer) -> StopWindow { StopWindow(bits: UnsafeRawPointer(room), end: 0) }

  /// The number of plain bytes from `index` on; 57 if there are more. `index` must be below ``end``.
  ///
  /// The byte after them is within the text, because the bit at ``end`` is set and ``end`` is below the end of the
  /// text.
  @inline(__always)
  func plainLength(from index: Int) -> Int {
    let stops =
      UInt64(littleEndian: bits.loadUnaligned(fromByteOffset: index &>> 3, as: UInt64.self))
      &>> UInt64(truncatingIfNeeded: index & 7)
    return (stops | 1 &<< 57).trailingZeroBitCount
  }

  /// The window that begins with the 64 bytes around `index`, which must be below the length of the text less one.
  @inline(never)
  static func make(from index: Int, of text: ScannedText, in room: UnsafeMutableRawPointer) -> StopWindow {
    let start = index & ~63
    let end = min(start &+ length, text.count &- 1)
    var offset = 0
    while offset < length, start &+ offset < text.count {
      var bytes = UnsafeRawPointer(text.base + (start &+ offset))
      let known = text.count &- start &- offset
      if known < 64 {
        // A copy of the last bytes of the text, filled with zeros.
        let copy = room + (length / 8 + 8)
        copy.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        copy.copyMemory(from: bytes, byteCount: known)
        bytes = UnsafeRawPointer(copy)
      }
      let low = packed(stops(of: bytes, at: 0), stops(of: bytes, at: 16))
      let high = packed(stops(of: bytes, at: 32), stops(of: bytes, at: 48))
      room.storeBytes(
        of: unsafeBitCast(packed(packed(low, high)), to: UInt64.self), toByteOffset: offset &>> 3, as: UInt64.self)
      offset = offset &+ 64
    }
    // Sets all bits from `end` on, in its word and in the next one.
    let last = ((end &- start) &>> 6) &* 8
    let known = last < length / 8 ? room.load(fromByteOffset: last, as: UInt64.self) : 0
    let unknown = UInt64.max &<< UInt64(truncatingIfNeeded: (end &- start) & 63)
    room.storeBytes(of: known | unknown.littleEndian, toByteOffset: last, as: UInt64.self)
    if last < length / 8 { room.storeBytes(of: .max, toByteOffset: last &+ 8, as: UInt64.self) }
    return StopWindow(bits: UnsafeRawPointer(room) - start &>> 3, end: end)
  }

  /// For each of 16 bytes: the bit for its position among eight if it is a stop, else 0.
  @inline(__always)
  private static func stops(of bytes: UnsafeRawPointer, at offset: Int) -> SIMD16<UInt8> {
    let block = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    // As signed numbers, control characters and bytes above 0x7F are below 0x20. After flipping bit 1, the quote (0x22)
    // is 0x20, and the others are still below it, so one comparison finds all of them.
    let turned = unsafeBitCast(block ^ SIMD16<UInt8>(repeating: 0x02), to: SIMD16<Int8>.self)
    let found =
      lanes(turned .< SIMD16<Int8>(repeating: 0x21)) | lanes(block .== SIMD16<UInt8>(repeating: 0x5C))
    return found & SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
  }

  @inline(__always)
  private static func lanes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
    unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }

  /// The union of each two neighbours, first those of `low`.
  @inline(__always)
  private static func packed(_ low: SIMD16<UInt8>, _ high: SIMD16<UInt8>) -> SIMD16<UInt8> {
    SIMD16<UInt8>(lowHalf: packed(low), highHalf: packed(high))
  }

  /// The union of each two neighbours.
  @inline(__always)
  private static func packed(_ bytes: SIMD16<UInt8>) -> SIMD8<UInt8> {
    let pairs = unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
    return SIMD8<UInt8>(truncatingIfNeeded: pairs | (pairs &>> SIMD8<UInt16>(repeating: 8)))
  }
}
