import Foundation

/// The orders of magnitude of numbers. They show that all numbers became a hundred times larger even if the ranges
/// before and after overlap. 0, 1 and -1 are left out, because they mean nothing, unknown or a flag in any unit.
///
/// It consists of integer counts and sums only, so that merging gives the same result in any order and grouping.
public struct NumberMagnitudes: BitwiseCopyable, Equatable, Sendable {
  /// Numbers other than 0, 1 and -1.
  private(set) var count = 0
  /// The sum of the magnitudes, and of their squares. A magnitude is the binary exponent of the number plus ``offset``.
  private(set) var sum = 0
  private(set) var squares = 0

  /// Exponents below -64 and above 63 count as these two.
  private static let offset = 64

  init() {}

  /// Nil if the stored parts contradict each other.
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

  /// Whether numbers are on about the same scale as before: the mean moved by less than a factor of ten.
  func areNear(_ former: NumberMagnitudes) -> Bool { abs(mean - former.mean) < log2(10) }

  /// Whether there are numbers, and they are near those of the last response: the mean moved by less than a factor of eight.
  func follow(_ last: NumberMagnitudes) -> Bool { count > 0 && (last.count == 0 || abs(mean - last.mean) < 3) }

  /// Whether numbers of these magnitudes may be Unix times in seconds or milliseconds, from about 1973 to 2286.
  var mayBeClock: Bool { deviation < 1 && [26.0...34, 36...44].contains { $0.contains(mean) } }

  /// The factor by which all numbers grew or shrank, 100 or 1000, if that is much more than their spread.
  ///
  /// The old numbers are from `documents`; few of them may show only a day, or a night. `isOfOtherForm` says whether
  /// whole numbers became fractions, or the other way round.
  func factor(to new: NumberMagnitudes, documents: Int, isOfOtherForm: Bool) -> (factor: Double, isGrowth: Bool)? {
    guard count > 0, new.count > 0 else { return nil }
    let shift = new.mean - mean
    let areClocks = mayBeClock && new.mayBeClock
    let areMany = new.count >= Self.manyNumbers
    // A binary exponent is inexact by up to one. The mean of few numbers may differ by as much as their spread.
    let tolerance = areMany ? 1 : min(2, 1 + 2 * deviation)
    guard let factor = [1000.0, 100].min(by: { abs(abs(shift) - log2($0)) < abs(abs(shift) - log2($1)) }),
      abs(abs(shift) - log2(factor)) <= tolerance, new.deviation <= deviation + 1
    else { return nil }
    if areClocks { return (factor, shift > 0) }
    // Few small numbers may be a counter that restarted.
    guard areMany || isOfOtherForm || shift > 0 else { return nil }
    let leastDocuments = areMany || isOfOtherForm ? Self.documents : Self.documentsForFew
    // If all numbers moved together, their spread is the same.
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
