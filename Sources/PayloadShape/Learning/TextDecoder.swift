/// The bytes of a document while it is learned.
struct DocumentText {
  // Sound: it is made inside `withUnsafeBufferPointer` of the document's text and used only there. All ranges come from
  // the tape of the same document, and are inside the text.
  let start: UnsafePointer<UInt8>
  let count: Int
}

/// Resolves escapes and checks UTF-8, with the same result as ``JSONDocument/string(at:)``. The memory is used again
/// for each text.
struct TextDecoder: ~Copyable {
  // Only this value owns the memory. `decode` writes at most as many bytes as it reads plus one word, and reserves them
  // before.
  private var output: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  init() {
    capacity = 256
    output = .allocate(capacity: capacity)
  }

  deinit { output.deallocate() }

  /// The text in `range`; nil if it cannot be decoded. It is valid until the next call.
  mutating func decode(_ range: Range<Int>, of text: DocumentText) -> UnsafeBufferPointer<UInt8>? {
    let input = text.start + range.lowerBound
    let count = range.count
    if count + 8 > capacity {
      output.deallocate()
      capacity = max(count + 8, 2 * capacity)
      output = .allocate(capacity: capacity)
    }
    var read = 0
    var written = 0
    while read < count {
      // Plain bytes are copied eight at a time; other bytes, and those near the end, one by one.
      if count - read >= 8 {
        let word = TextBytes.word(input + read)
        let odd = Self.oddBytes(word)
        UnsafeMutableRawPointer(output + written).storeBytes(of: word.littleEndian, as: UInt64.self)
        let plain = odd == 0 ? 8 : odd.trailingZeroBitCount / 8
        read += plain
        written += plain
        if odd == 0 { continue }
      }
      let byte = input[read]
      if byte >= 0x80 {
        let length = Self.sequenceLength(input + read, count - read)
        guard length > 0 else { return nil }
        for index in 0..<length { output[written + index] = input[read + index] }
        read += length
        written += length
      } else if byte == UInt8(ascii: "\\") {
        guard let escape = Self.escape(input + read, count - read) else { return nil }
        for unit in Unicode.UTF8.encode(escape.scalar) ?? .init() {
          output[written] = unit
          written += 1
        }
        read += escape.length
      } else {
        guard byte >= 0x20 else { return nil }
        output[written] = byte
        read += 1
        written += 1
      }
    }
    return UnsafeBufferPointer(start: output, count: written)
  }

  /// Sets the top bit of each byte that is a backslash, a control character or beyond ASCII. The lowest bit that is set
  /// is exact; those above it may be wrong.
  @inline(__always)
  private static func oddBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let backslashes = word ^ (ones &* 0x5C)
    let isBackslash = (backslashes &- ones) & ~backslashes
    let isControl = (word &- (ones &* 0x20)) & ~word
    return (isBackslash | isControl | word) & (ones &* 0x80)
  }

  /// Length of the well-formed sequence of two to four bytes that begins here (Unicode 3.9, table 3-7); 0 for none.
  private static func sequenceLength(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    func continues(_ index: Int, from low: UInt8 = 0x80, to high: UInt8 = 0xBF) -> Bool {
      index < count && start[index] >= low && start[index] <= high
    }
    switch start[0] {
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0: return continues(1, from: 0xA0) && continues(2) ? 3 : 0
    case 0xED: return continues(1, to: 0x9F) && continues(2) ? 3 : 0
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
    case 0xF0: return continues(1, from: 0x90) && continues(2) && continues(3) ? 4 : 0
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    case 0xF4: return continues(1, to: 0x8F) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }

  /// The character that is escaped here (RFC 8259 §7) and the bytes that spell it.
  private static func escape(
    _ start: UnsafePointer<UInt8>, _ count: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard count >= 2 else { return nil }
    switch start[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (Unicode.Scalar(start[1]), 2)
    case UInt8(ascii: "b"): return ("\u{08}", 2)
    case UInt8(ascii: "f"): return ("\u{0C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(start, count) else { return nil }
      if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
      guard UTF16.isLeadSurrogate(unit), count >= 12, start[6] == UInt8(ascii: "\\"), start[7] == UInt8(ascii: "u"),
        let trail = codeUnit(start + 6, count - 6), UTF16.isTrailSurrogate(trail)
      else { return nil }
      return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)).map { ($0, 12) }
    default: return nil
    }
  }

  /// The four hexadecimal digits of the `\u` that begins here.
  private static func codeUnit(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt16? {
    guard count >= 6 else { return nil }
    var value: UInt16 = 0
    for index in 2..<6 {
      let byte = start[index]
      let letter = (byte | 0x20) &- 0x61
      if byte &- 0x30 < 10 {
        value = value << 4 | UInt16(byte &- 0x30)
      } else if letter < 6 {
        value = value << 4 | UInt16(letter + 10)
      } else {
        return nil
      }
    }
    return value
  }
}
