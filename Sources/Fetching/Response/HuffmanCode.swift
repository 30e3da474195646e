/// A canonical prefix code of RFC 1951 section 3.2.2: a table for short codes, a walk by length for long ones.
struct HuffmanCode: Sendable {
  /// Longest code in bits.
  static let longest = 15
  private static let tableBits = 10

  /// Indexed by the next ten bits: `symbol << 4 | length`, 0 where the code is longer or there is none.
  private var table = [UInt16](repeating: 0, count: 1 << Self.tableBits)
  /// Number of codes of each length, and all symbols in the order of their codes.
  private var counts = [Int](repeating: 0, count: Self.longest + 1)
  private var symbols: [UInt16] = []

  /// Fails for lengths that no prefix code has, or that leave codes without a meaning.
  ///
  /// - Parameters:
  ///   - lengths: Code length of each symbol, 0 to 15; 0 for a symbol that does not occur.
  ///   - mayBeIncomplete: Whether no code at all or a single one of length 1 is allowed.
  init?(_ lengths: [UInt8], mayBeIncomplete: Bool) {
    self.init(trusted: lengths)
    var left = 1
    for length in 1...Self.longest {
      left = left * 2 - counts[length]
      if left < 0 { return nil }
    }
    let isSingle = symbols.count <= 1 && counts[1] == symbols.count
    if left > 0, !(mayBeIncomplete && isSingle) { return nil }
  }

  /// Takes lengths that are known to make a prefix code; others give a code that decodes wrongly but never traps.
  init(trusted lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    symbols = (1...Self.longest).flatMap { length in
      lengths.indices.filter { lengths[$0] == length }.map { UInt16($0) }
    }
    var code = 0
    var index = 0
    for length in 1...Self.tableBits {
      code <<= 1
      for _ in 0..<counts[length] {
        guard code < 1 << length else { return }
        // Codes are packed from their highest bit, the stream from its lowest (RFC 1951 section 3.1.1).
        var slot = Self.reversed(code, length)
        while slot < table.count {
          table[slot] = symbols[index] << 4 | UInt16(length)
          slot += 1 << length
        }
        code += 1
        index += 1
      }
    }
  }

  /// Symbol whose code `bits` begins with, lowest bit first, and the code's length; `nil` if no code matches.
  func decode(_ bits: UInt64) -> (symbol: Int, length: Int)? {
    let entry = table[Int(bits & UInt64(table.count - 1))]
    if entry != 0 { return (Int(entry >> 4), Int(entry & 15)) }
    var code = 0
    var first = 0
    var index = 0
    for length in 1...Self.longest {
      code |= Int(bits >> UInt64(length - 1) & 1)
      let count = counts[length]
      if code - first < count { return (Int(symbols[index + code - first]), length) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
  }
}
