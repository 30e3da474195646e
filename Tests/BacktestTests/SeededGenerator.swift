/// Seeded chance: the same seed gives the same responses on every machine (SplitMix64, Steele, Lea and Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 up to, but not including, `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Whether something of this probability happens now.
  mutating func happens(_ probability: Double) -> Bool { Double(next() >> 11) / Double(1 << 53) < probability }

  /// One of several.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// So many hexadecimal digits.
  mutating func hexadecimal(_ count: Int) -> String {
    String((0..<count).map { _ in Array("0123456789abcdef")[below(16)] })
  }

  /// A UUID of version 4 in small letters.
  mutating func uuid() -> String {
    "\(hexadecimal(8))-\(hexadecimal(4))-4\(hexadecimal(3))-a\(hexadecimal(3))-\(hexadecimal(12))"
  }

  /// A day of the years 2015 to 2024.
  mutating func day() -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(2015 + below(10))-\(padded(1 + below(12)))-\(padded(1 + below(28)))"
  }
}
