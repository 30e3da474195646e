extension DataName {
  /// Whether a name is a random word such as `usr_8f3k2m9xq1`: hexadecimal digits, a ULID and the like, with or without a
  /// prefix.
  ///
  /// It has 10 to 64 letters and digits, and its last word digits here and there among at least ten. Words of a language
  /// have none, and a number stands at the end of a name.
  static func isRandom(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count >= 10, name.count <= 64 else { return false }
    var (length, digits, turns, wasDigit) = (0, 0, 0, false)
    for byte in name {
      let isDigit = byte &- 0x30 < 10
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        (length, digits, turns) = (0, 0, 0)
        continue
      }
      guard isDigit || (byte | 0x20) &- 0x61 < 26 else { return false }
      if length > 0, isDigit != wasDigit { turns += 1 }
      if isDigit { digits += 1 }
      length += 1
      wasDigit = isDigit
    }
    return length >= 10 && digits >= 2 && turns >= 3
  }
}
