/// A small seeded generator (Steele, Lea, Flood 2014), so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The generator of one of many numbered tries, which can be repeated alone.
  init(seed: UInt64, index: Int) {
    var first = SplitMix(seed: seed)
    state = first.next() ^ UInt64(truncatingIfNeeded: index) &* 0xD1B5_4A32_D192_ED03
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
