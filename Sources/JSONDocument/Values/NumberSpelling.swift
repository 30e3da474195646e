/// The parts of a number that conforms to RFC 8259 §6.
struct NumberSpelling {
  private var isNegative = false
  /// The digits before and after the decimal point as one whole number. It is valid up to 19 significant digits.
  private var magnitude: UInt64 = 0
  /// The number of digits from the first one that is not 0.
  private var significantDigits = 0
  private var trailingZeros = 0
  private var fractionDigits = 0
  /// At most ``largestExponent``. No number of digits can balance a larger one.
  private var exponent = 0
  private static let largestExponent = 1 << 40

  /// Nil if the bytes do not conform to the grammar.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") {
      isNegative = true
      index += 1
    }
    let first = index
    countDigits(in: bytes, from: &index)
    guard index > first, bytes[first] != UInt8(ascii: "0") || index == first + 1 else { return nil }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      countDigits(in: bytes, from: &index)
      fractionDigits = index - start
      guard fractionDigits > 0 else { return nil }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      var isBelowOne = false
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
        isBelowOne = bytes[index] == UInt8(ascii: "-")
        index += 1
      }
      let start = index
      while index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 {
        exponent = min(exponent * 10 + Int(bytes[index] &- UInt8(ascii: "0")), Self.largestExponent)
        index += 1
      }
      guard index > start else { return nil }
      if isBelowOne { exponent = -exponent }
    }
    guard index == bytes.count else { return nil }
  }

  @inline(__always)
  private mutating func countDigits(in bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) {
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return }
      magnitude = magnitude &* 10 &+ UInt64(truncatingIfNeeded: digit)
      if digit != 0 || significantDigits > 0 { significantDigits &+= 1 }
      trailingZeros = digit == 0 ? trailingZeros &+ 1 : 0
      index &+= 1
    }
  }

  var isWhole: Bool { significantDigits == 0 || fractionDigits - trailingZeros <= exponent }

  /// The nearest `Double` if one rounding gives it (Clinger 1990): a whole number up to 2^53, multiplied or divided by
  /// a power of ten up to 10^22, because both are exact. Nil for other numbers.
  var exactDouble: Double? {
    guard significantDigits <= 19, magnitude <= 1 << 53 else { return nil }
    let scale = exponent - fractionDigits
    guard scale.magnitude <= 22 else { return nil }
    let whole = Double(magnitude)
    let power = Self.powersOfTen[Int(scale.magnitude)]
    let value = scale < 0 ? whole / power : whole * power
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
