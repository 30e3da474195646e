/// Which bytes of a stretch of the text end the plain part of a string: one bit for each byte, set for `"`, `\`, control
/// characters and bytes above 0x7F.
///
/// The bits are made 64 at a time, ahead of where they are needed. A string's end is then one load, one shift and one count
/// away from its beginning; comparing its bytes only when its beginning is known would take twice as long, and nothing
/// else can be done before the end is known.
struct StopWindow {
  /// Bytes of text in one window.
  static let length = 4096
  /// Bytes that ``make(from:of:in:)`` needs: the bits, eight bytes that are read beyond them, and a copy of 64.
  static let room = length / 8 + 8 + 64

  /// The bits, moved so that those of the text's byte `i` begin in byte `i / 8`.
  let bits: UnsafeRawPointer
  /// The bits of the bytes up to here are known, except this one's; it is below the end of the text. All further bits are
  /// set, so that a search ends here.
  let end: Int

  /// A window without bits.
  static func none(_ room: UnsafeMutableRawPointer) -> StopWindow { StopWindow(bits: UnsafeRawPointer(room), end: 0) }

  /// How many bytes from `index` on, which is below ``end``, are plain; 57 if there are more.
  ///
  /// The byte after them is within the text: a bit is set for it, at the latest that of ``end``, or it comes before one.
  @inline(__always)
  func plainLength(from index: Int) -> Int {
    let stops =
      UInt64(littleEndian: bits.loadUnaligned(fromByteOffset: index &>> 3, as: UInt64.self))
      &>> UInt64(truncatingIfNeeded: index & 7)
    return (stops | 1 &<< 57).trailingZeroBitCount
  }

  /// The window that begins with the 64 bytes around `index`, which is below the length of the text less one.
  @inline(never)
  static func make(from index: Int, of text: ScannedText, in room: UnsafeMutableRawPointer) -> StopWindow {
    let start = index & ~63
    let end = min(start &+ length, text.count &- 1)
    var offset = 0
    while offset < length, start &+ offset < text.count {
      var bytes = UnsafeRawPointer(text.base + (start &+ offset))
      let known = text.count &- start &- offset
      if known < 64 {
        // The last bytes of the text, zeros after them.
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
    // All bits from `end` on, in its word and in the one after that.
    let last = ((end &- start) &>> 6) &* 8
    let known = last < length / 8 ? room.load(fromByteOffset: last, as: UInt64.self) : 0
    let unknown = UInt64.max &<< UInt64(truncatingIfNeeded: (end &- start) & 63)
    room.storeBytes(of: known | unknown.littleEndian, toByteOffset: last, as: UInt64.self)
    if last < length / 8 { room.storeBytes(of: .max, toByteOffset: last &+ 8, as: UInt64.self) }
    return StopWindow(bits: UnsafeRawPointer(room) - start &>> 3, end: end)
  }

  /// Of each of 16 bytes that is a stop, the bit for its place among eight; 0 for others.
  @inline(__always)
  private static func stops(of bytes: UnsafeRawPointer, at offset: Int) -> SIMD16<UInt8> {
    let block = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    // As signed numbers, control characters and bytes above 0x7F are what lies below 0x20; with one bit turned around the
    // quote, 0x22, comes next, and the others stay among themselves.
    let turned = unsafeBitCast(block ^ SIMD16<UInt8>(repeating: 0x02), to: SIMD16<Int8>.self)
    let found =
      lanes(turned .< SIMD16<Int8>(repeating: 0x21)) | lanes(block .== SIMD16<UInt8>(repeating: 0x5C))
    return found & SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
  }

  @inline(__always)
  private static func lanes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
    unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }

  /// The union of each two neighbours, those of `low` first.
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
