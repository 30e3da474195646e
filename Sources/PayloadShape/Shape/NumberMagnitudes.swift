import Foundation

/// The orders of magnitude of numbers, but of 0, 1 and -1, which stand for nothing, unknown or a flag in any unit: what tells that all of them became a hundred times larger though the
/// ranges before and after overlap.
///
/// Counts and sums of whole numbers only, so that merging gives the same result in any order and grouping.
public struct NumberMagnitudes: BitwiseCopyable, Equatable, Sendable {
  /// Numbers other than 0, 1 and -1.
  private(set) var count = 0
  /// Sum of the magnitudes, and of their squares. A magnitude is the binary exponent of the number plus ``offset``.
  private(set) var sum = 0
  private(set) var squares = 0

  /// The exponents from -64 to 63 are told apart; those beyond count as these.
  private static let offset = 64

  init() {}

  /// From stored parts; nil where they contradict each other.
  init?(count: Int, sum: Int, squares: Int) {
    guard count > 0, sum >= 0, squares >= 0 else { return nil }
    (self.count, self.sum, self.squares) = (count, sum, squares)
  }

  @inline(__always)
  mutating func add(_ number: Int) {
    guard number.magnitude > 1 else { return }
    note(63 - number.magnitude.leadingZeroBitCount)
  }

  @inline(__always)
  mutating func add(_ number: Double) {
    guard number != 0, number.magnitude != 1 else { return }
    note(Int(number.exponent))
  }

  @inline(__always)
  private mutating func note(_ exponent: Int) {
    let magnitude = min(max(exponent, -Self.offset), Self.offset - 1) + Self.offset
    count &+= 1
    sum &+= magnitude
    squares &+= magnitude &* magnitude
  }

  mutating func merge(_ other: NumberMagnitudes) {
    count = Tally.sum(count, other.count)
    sum = Tally.sum(sum, other.sum)
    squares = Tally.sum(squares, other.squares)
  }

  /// The mean binary exponent.
  var mean: Double { Double(sum) / Double(max(1, count)) - Double(Self.offset) }

  /// The standard deviation of the binary exponents.
  var deviation: Double {
    let mean = Double(sum) / Double(max(1, count))
    return max(0, Double(squares) / Double(max(1, count)) - mean * mean).squareRoot()
  }

  /// Whether numbers are about where those before were: nearer than half-way to the next scale that is told.
  func areNear(_ former: NumberMagnitudes) -> Bool { abs(mean - former.mean) < log2(10) }

  /// Whether numbers of these magnitudes may be Unix times in seconds or milliseconds: all of about one size, that of the
  /// years 1973 to 2286.
  var mayBeClock: Bool { deviation < 1 && [26.0...34, 36...44].contains { $0.contains(mean) } }

  /// The factor by which numbers as a whole grew or shrank: all of them moved by it, much farther than they lie apart.
  ///
  /// - Parameters:
  ///   - new: The numbers now.
  ///   - documents: Documents that these were in; what few have shown may be a day of theirs, or a night.
  ///   - isOfOtherForm: Whether whole numbers became fractions, or the other way round.
  /// - Returns: 100 or 1000, and whether they grew; nil for none.
  func factor(to new: NumberMagnitudes, documents: Int, isOfOtherForm: Bool) -> (factor: Double, isGrowth: Bool)? {
    guard count > 0, new.count > 0 else { return nil }
    let shift = new.mean - mean
    let areClocks = mayBeClock && new.mayBeClock
    let areMany = new.count >= Self.manyNumbers
    // A single binary exponent is off by up to one; few numbers lie about the mean as far as all of them do.
    let tolerance = areMany ? 1 : min(2, 1 + 2 * deviation)
    guard let factor = [1000.0, 100].min(by: { abs(abs(shift) - log2($0)) < abs(abs(shift) - log2($1)) }),
      abs(abs(shift) - log2(factor)) <= tolerance, new.deviation <= deviation + 1
    else { return nil }
    if areClocks { return (factor, shift > 0) }
    // Few small numbers may be a counter that has started again.
    guard areMany || isOfOtherForm || shift > 0 else { return nil }
    let leastDocuments = areMany || isOfOtherForm ? Self.documents : Self.documentsForFew
    // What moved together keeps its spread.
    guard count >= Self.leastNumbers, documents >= leastDocuments, !areMany || new.deviation >= deviation - 1,
      abs(shift) > (new.count >= 2 * Self.manyNumbers ? 2 : 3) * max(deviation, new.deviation)
    else { return nil }
    return (factor, shift > 0)
  }

  private static let leastNumbers = 20
  private static let manyNumbers = 5
  private static let documents = 20
  private static let documentsForFew = 100
}
