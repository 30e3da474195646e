import Foundation

/// What is a habit is broken only by what was less probable than this: a habit is put to the test in each round anew, so the
/// bar is higher than for what was never seen before.
public let improbabilityOfBrokenHabit = 0.01

/// From so many records beyond the baseline a loss of `breakingShareOfRecords` is told however short the history is: one or
/// two records of a short list are a fifth of it by chance.
public let recordsToldAtOnce = 3

extension MappingStatistics {
  /// Whether more lost records than ever before are more than chance explains.
  ///
  /// - Parameters:
  ///   - lost: Records lost now, of those that the baseline can tell of.
  ///   - total: Records offered now.
  /// - Returns: Whether it is to be told at its level; else it is pending.
  func isSurprising(lost: Int, of total: Int) -> Bool {
    let excess = lost - tolerated(of: total)
    if excess >= recordsToldAtOnce, Double(excess) >= breakingShareOfRecords * Double(total) { return true }
    return Self.isSurprising(lost, total, after: self.lost, offered, countsAlone: true)
  }

  /// Whether more lost values of a property than ever before are more than chance explains.
  ///
  /// A first loss counts alone, as that of a record does, only where the property is essential: others may be nil, and of
  /// many records that come and go some day one has none.
  func isSurprising(_ property: String, lost: Int, of total: Int, isEssential: Bool) -> Bool {
    properties[property].map {
      Self.isSurprising(lost, total, after: $0.lost, $0.total, countsAlone: isEssential)
    } ?? false
  }

  private static func isSurprising(
    _ lost: Int, _ total: Int, after lostBefore: Int, _ totalBefore: Int, countsAlone: Bool
  ) -> Bool {
    lossImprobability(lost, of: total, after: lostBefore, of: totalBefore, countsAlone: countsAlone)
      < (lostBefore == 0 ? improbabilityForWarning : improbabilityOfBrokenHabit)
  }
}

/// How probable a loss was, given what was lost before; every rate counts as equally likely beforehand (Beta(1, 1)).
///
/// The upper tail of the beta-binomial distribution: the binomial one, with a rate that is only known from the history.
///
/// - Parameters:
///   - lost: Records or values lost now.
///   - total: Of how many.
///   - lostBefore: Records or values lost in the history.
///   - totalBefore: Of how many.
///   - countsAlone: Whether losses of which the history has none are weighed without those that are fine now: that just
///     these are the first after all that were fine, `1 / C(n + k + 1, k)`, 1/50 for one after 48. Of an answer larger than
///     the whole history only the part counts that would be lost of as many as the history holds.
/// - Returns: From 1 down to 0; small means surely more than before.
func lossImprobability(
  _ lost: Int, of total: Int, after lostBefore: Int, of totalBefore: Int, countsAlone: Bool
) -> Double {
  guard lost > 0, total >= lost, totalBefore >= lostBefore else { return 1 }
  let (n, known) = (Double(total), Double(totalBefore))
  if lostBefore == 0, countsAlone {
    let count = Double(lost) * min(1, known / n)
    return min(1, exp(lgamma(count + 1) + lgamma(known + 2) - lgamma(known + count + 2)))
  }
  let (a, b) = (Double(lostBefore) + 1, known - Double(lostBefore) + 1)
  var x = Double(lost)
  guard x > n * a / (a + b) else { return 1 }
  let choices = lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1)
  let beta = lgamma(x + a) + lgamma(n - x + b) - lgamma(n + a + b)
  var term = exp(choices + beta + lgamma(a + b) - lgamma(a) - lgamma(b))
  var tail = term
  while x < n, term > tail * 1e-12 {
    term *= (n - x) / (x + 1) * (x + a) / (n - x - 1 + b)
    tail += term
    x += 1
  }
  return min(1, tail)
}
