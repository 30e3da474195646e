extension JSONDocument {
  /// A number as spelled; the empty text for other kinds.
  public func numberText(at node: JSONNode) -> String {
    guard tape[node.index].is(.number) else { return "" }
    return withBytes(in: byteRange(of: node)) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a number conforms to RFC 8259 §6. Foundation accepts `01` or `1.` until it is read. False for other kinds.
  public func isWellFormedNumber(_ node: JSONNode) -> Bool {
    guard tape[node.index].is(.number) else { return false }
    return withBytes(in: byteRange(of: node)) { bytes in
      if isPlainNumber(node) {
        // It is a sign or digit followed by digits. It is malformed if it has no digit, or one after a leading zero.
        let first = bytes[0] == UInt8(ascii: "-") ? 1 : 0
        return first < bytes.count && (bytes[first] != UInt8(ascii: "0") || first + 1 == bytes.count)
      }
      return NumberSpelling(bytes) != nil
    }
  }

  /// Whether a number is mathematically whole: `10`, `10.0` and `1e1` are; false for other kinds and malformed numbers.
  public func isInteger(_ node: JSONNode) -> Bool {
    guard tape[node.index].is(.number) else { return false }
    if isPlainNumber(node) { return isWellFormedNumber(node) }
    return withBytes(in: byteRange(of: node)) { NumberSpelling($0)?.isWhole ?? false }
  }

  /// A number as the nearest `Double`; nil for other kinds, malformed numbers, and values beyond `Double`'s range.
  ///
  /// A number that is not zero but smaller than any `Double` is 0 here. Foundation refuses it.
  public func double(at node: JSONNode) -> Double? {
    guard tape[node.index].is(.number) else { return nil }
    let spelling = withBytes(in: byteRange(of: node)) { NumberSpelling($0) }
    guard let spelling else { return nil }
    if let value = spelling.exactDouble { return value }
    guard let value = Double(numberText(at: node)), value.isFinite else { return nil }
    return value
  }

  /// A number spelled with a sign and digits only, if it is well formed and fits into `type`.
  @inlinable
  public func plainInteger<T: FixedWidthInteger>(at node: JSONNode, as type: T.Type = T.self) -> T? {
    let word = tape[node.index]
    guard word.is(.number), !word.has(TapeWord.notPlainInteger) else { return nil }
    let start = word.offset
    guard word.length <= 18 else { return longInteger(in: start..<(start + length(of: word, at: node.index))) }
    let value: Int64? = withBytes(in: start..<(start + word.length)) { bytes in
      let isNegative = bytes[0] == UInt8(ascii: "-")
      var index = isNegative ? 1 : 0
      guard index < bytes.count, bytes[index] != UInt8(ascii: "0") || index + 1 == bytes.count else { return nil }
      // Eighteen digits cannot overflow 64 bits.
      var magnitude: Int64 = 0
      while index < bytes.count {
        magnitude = magnitude &* 10 &+ Int64(truncatingIfNeeded: bytes[index] &- UInt8(ascii: "0"))
        index &+= 1
      }
      return isNegative ? 0 &- magnitude : magnitude
    }
    guard let value else { return nil }
    return T(exactly: value)
  }

  /// The integer spelled in a range of any length.
  @inlinable
  func longInteger<T: FixedWidthInteger>(in range: Range<Int>) -> T? {
    var index = range.lowerBound
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard index < range.upperBound, text[index] != UInt8(ascii: "0") || index + 1 == range.upperBound else {
      return nil
    }
    var value: T = 0
    while index < range.upperBound {
      // Negative numbers are computed by subtraction, because the least value of a type has no positive counterpart.
      guard let digit = T(exactly: text[index] &- UInt8(ascii: "0")) else { return nil }
      let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, passed) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflowed, !passed else { return nil }
      value = sum
      index += 1
    }
    return value
  }
}
