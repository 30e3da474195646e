/// Refuses stored numbers that cannot be counts, so that arithmetic with those that were read never overflows.
///
/// - Parameters:
///   - counts: Whole numbers; 0 to 2^53 are possible.
///   - sums: Fractions; 0 to 2^53 are possible.
///   - decoder: What the numbers were read from.
/// - Throws: `DecodingError` where one of them is impossible; it quotes no value.
func requirePossible(counts: [Int], sums: [Double] = [], in decoder: any Decoder) throws {
  guard counts.allSatisfy({ (0...(1 << 53)).contains($0) }), sums.allSatisfy({ (0...0x1p53).contains($0) }) else {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a count that cannot be"))
  }
}
