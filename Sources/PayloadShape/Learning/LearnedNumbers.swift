import JSONDocument

struct LearnedNumbers: BitwiseCopyable {
  private var count = 0
  private var whole = 0
  private var minimum = Double.infinity
  private var maximum = -Double.infinity
  private var leastPositive = Double.infinity
  private var sketch = LearnedSketch()
  private var magnitudes = NumberMagnitudes()
  /// A bit for each whole number from 0 to 63 that was seen. These are the most frequent; only their counts change
  /// after that.
  private var small: UInt64 = 0

  init() {}

  @inline(__always)
  mutating func add(_ value: JSONNode, of document: JSONDocument, _ text: DocumentText) {
    count += 1
    let range = document.byteRange(of: value)
    if let number = document.isPlainNumber(value) ? Self.integer(range, text) : nil {
      whole += 1
      magnitudes.add(number)
      if number >= 0, number < 64 {
        let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: number)
        if small & bit != 0 { return }
        small |= bit
      }
      note(Double(number))
    } else if let fraction = Self.fraction(range, text) {
      if fraction.isWhole { whole += 1 }
      magnitudes.add(fraction.value)
      note(fraction.value)
    } else {
      if document.isInteger(value) { whole += 1 }
      if let number = document.double(at: value) {
        magnitudes.add(number)
        note(number)
      }
    }
  }

  @inline(__always)
  private mutating func note(_ number: Double) {
    let positive = number + 0  // turns -0 into 0
    minimum = positive < minimum ? positive : minimum
    maximum = positive > maximum ? positive : maximum
    leastPositive = positive > 0 && positive < leastPositive ? positive : leastPositive
    sketch.insert(ValueSketch.hash(positive))
  }

  /// A whole number of at most 18 digits without a leading zero; nil for others.
  @inline(__always)
  private static func integer(_ range: Range<Int>, _ text: DocumentText) -> Int? {
    var index = range.lowerBound
    let isNegative = text.start[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let digits = range.upperBound - index
    guard digits > 0, digits <= 18, text.start[index] != UInt8(ascii: "0") || digits == 1 else { return nil }
    var value = 0
    while index < range.upperBound {
      let digit = text.start[index] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    return isNegative ? -value : value
  }

  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14]

  /// A number with a fraction, no exponent and at most 15 digits; nil for others.
  ///
  /// The digits and the power of ten are exact as `Double`, so the division rounds only once and gives the nearest
  /// `Double`.
  @inline(__always)
  private static func fraction(_ range: Range<Int>, _ text: DocumentText) -> (value: Double, isWhole: Bool)? {
    var index = range.lowerBound
    let end = range.upperBound
    let isNegative = text.start[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard end - index <= 16, end - index >= 3 else { return nil }
    let first = index
    var digits = 0
    while index < end, text.start[index] &- 0x30 < 10 {
      digits = digits &* 10 &+ Int(text.start[index] &- 0x30)
      index += 1
    }
    let isWellFormed = index == first + 1 || index > first && text.start[first] != UInt8(ascii: "0")
    guard isWellFormed, index + 1 < end, text.start[index] == UInt8(ascii: ".") else { return nil }
    index += 1
    let fractionDigits = end - index
    var any: UInt8 = 0
    while index < end {
      let digit = text.start[index] &- 0x30
      guard digit < 10 else { return nil }
      digits = digits &* 10 &+ Int(digit)
      any |= digit
      index += 1
    }
    let value = Double(digits) / powers[fractionDigits]
    return (isNegative ? -value : value, any == 0)
  }

  mutating func merge(_ other: LearnedNumbers) {
    count += other.count
    whole += other.whole
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    leastPositive = min(leastPositive, other.leastPositive)
    small |= other.small
    magnitudes.merge(other.magnitudes)
    sketch.merge(other.sketch)
  }

  var statistics: NumberStatistics {
    var statistics = NumberStatistics()
    statistics.count = count
    statistics.whole = whole
    if minimum <= maximum { (statistics.minimum, statistics.maximum) = (minimum, maximum) }
    if leastPositive.isFinite { statistics.leastPositive = leastPositive }
    statistics.magnitudes = magnitudes
    statistics.sketch = sketch.sketch
    return statistics
  }
}
