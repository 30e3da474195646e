extension JSONDocument {
  /// A number as spelled; the empty text for other kinds.
  public func numberText(at node: JSONNode) -> String {
    tape[node.index].tag == .number ? String(decoding: bytes(of: node), as: UTF8.self) : ""
  }

  /// Whether a number keeps to RFC 8259 §6; Foundation lets `01` or `1.` pass until it is read. False for other kinds.
  public func isWellFormedNumber(_ node: JSONNode) -> Bool {
    tape[node.index].tag == .number && NumberSpelling(bytes(of: node)) != nil
  }

  /// Whether a number is mathematically whole: `10`, `10.0` and `1e1` are; false for other kinds and malformed numbers.
  public func isInteger(_ node: JSONNode) -> Bool {
    guard tape[node.index].tag == .number else { return false }
    return NumberSpelling(bytes(of: node))?.isWhole ?? false
  }

  /// A number as the nearest `Double`; nil for other kinds, malformed numbers, and values beyond `Double`'s range.
  ///
  /// A number that is not zero but smaller than any `Double` is 0 here, where Foundation refuses it.
  public func double(at node: JSONNode) -> Double? {
    guard isWellFormedNumber(node), let value = Double(numberText(at: node)), value.isFinite else { return nil }
    return value
  }

  /// A number spelled with a sign and digits only, if it is well formed and fits into `type`.
  @inlinable
  public func plainInteger<T: FixedWidthInteger>(at node: JSONNode, as type: T.Type = T.self) -> T? {
    let entry = tape[node.index]
    guard entry.tag == .number, entry.flags & TapeEntry.notPlainInteger == 0 else { return nil }
    var index = Int(entry.offset)
    let end = index + Int(entry.length)
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard index < end, text[index] != UInt8(ascii: "0") || index + 1 == end else { return nil }
    var value: T = 0
    while index < end {
      // On the way down for negative numbers, since the least value of a type has no positive counterpart.
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

/// The parts of a number that keeps to RFC 8259 §6.
struct NumberSpelling {
  private var significantZeros = 0
  private var isZero = true
  private var fractionDigits = 0
  /// Clamped: beyond this no length of text can balance it.
  private var exponent = 0
  private static let largestExponent = 1 << 40

  /// Nil where the bytes do not keep to the grammar.
  init?(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    func digit(_ index: Int) -> Int? {
      guard index < bytes.endIndex, (0x30...0x39).contains(bytes[index]) else { return nil }
      return Int(bytes[index]) - 0x30
    }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard let first = digit(index) else { return nil }
    count(first)
    index += 1
    if first != 0 {
      while let next = digit(index) {
        count(next)
        index += 1
      }
    }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      while let next = digit(index) {
        count(next)
        index += 1
      }
      fractionDigits = index - start
      guard fractionDigits > 0 else { return nil }
    }
    if index < bytes.endIndex, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      var isNegative = false
      if index < bytes.endIndex, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
        isNegative = bytes[index] == UInt8(ascii: "-")
        index += 1
      }
      guard digit(index) != nil else { return nil }
      while let next = digit(index) {
        exponent = min(exponent * 10 + next, Self.largestExponent)
        index += 1
      }
      if isNegative { exponent = -exponent }
    }
    guard index == bytes.endIndex else { return nil }
  }

  private mutating func count(_ digit: Int) {
    significantZeros = digit == 0 ? significantZeros + 1 : 0
    if digit != 0 { isZero = false }
  }

  /// Whether no part of the value lies behind the decimal point.
  var isWhole: Bool { isZero || fractionDigits - significantZeros <= exponent }
}
