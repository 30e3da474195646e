import Foundation

/// Probabilities of what a steady API shows. Counts may be fractions, since trials that depend on each other count for less.
enum Improbability {
  /// Probability that something which varies at an unknown rate shows at least `count` times in `total` trials, although
  /// none of the `history` trials before showed it.
  ///
  /// The rate's logarithm is equally distributed between ``EvidencePolicy/rarestRate`` and 1; the predictive distribution is the
  /// limit of the beta-binomial one for Beta(0, 1).
  ///
  /// - Returns: From 1 down to 0; small means surely a change.
  static func ofFirst(_ count: Double, of total: Double, after history: Double) -> Double {
    guard count > 0, total > 0, history >= 0, (count + total + history).isFinite else { return 1 }
    let (k, m, n) = (min(count, total), total, history + 1)
    // The sum over j from k to m of C(m, j) B(j, n + m - j), each term from the one before.
    let choices: Double = lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1)
    let beta: Double = lgamma(k) + lgamma(n + m - k) - lgamma(n + m)
    var term: Double = exp(choices + beta)
    var sum = term
    var j = k
    while j < m, term > sum * 1e-9 {
      let ratio: Double = (m - j) / (j + 1)
      term *= ratio * j / max(n + m - j - 1, 1e-9)
      sum += term
      j += 1
    }
    return min(1, sum / log(1 / EvidencePolicy.rarestRate))
  }

  /// Probability that something which comes and goes at an unknown rate is in each of `stay` responses in a row from its first on, and
  /// then in none of `absences`, and in all of `others` that came between these.
  ///
  /// It takes both: a long stay, or the absences are how it was before, and enough absences, or it may be there again.
  static func ofEnd(of stay: Double, after absences: Double, among others: Double = 0) -> Double {
    max(
      ofFirst(absences, of: absences + others, after: stay),
      // The first response of the stay is why it is spoken of at all.
      ofFirst(stay - 1, of: stay - 1, after: absences))
  }

  /// Probability that at least `count` of `total` are affected, if `countBefore` of `totalBefore` were before; every rate counts as
  /// equally likely beforehand (Beta(1, 1)).
  ///
  /// The upper tail of the beta-binomial distribution: the binomial one, with a rate that is only known from the history.
  ///
  /// - Returns: From 1 down to 0; small means surely more than before.
  static func ofMore(_ count: Double, of total: Double, after countBefore: Double, of totalBefore: Double) -> Double {
    guard count > 0, total >= count, totalBefore >= countBefore, (total + totalBefore).isFinite else { return 1 }
    let (a, b) = (countBefore + 1, totalBefore - countBefore + 1)
    var x = count
    guard x > total * a / (a + b) else { return 1 }
    let choices: Double = lgamma(total + 1) - lgamma(x + 1) - lgamma(total - x + 1)
    let beta: Double = lgamma(x + a) + lgamma(total - x + b) - lgamma(total + a + b)
    let before: Double = lgamma(a + b) - lgamma(a) - lgamma(b)
    var term: Double = exp(choices + beta + before)
    var tail = term
    while x < total, term > tail * 1e-12 {
      let ratio: Double = (total - x) / (x + 1)
      term *= ratio * (x + a) / (total - x - 1 + b)
      tail += term
      x += 1
    }
    return min(1, max(0, tail))
  }

  /// Whether it is no coincidence which records there are, if all of them show what a share of them showed before.
  /// `known` counts those that are independent of each other and are the same ones as before, or is infinite.
  static func isOfAnyRecords(_ known: Double, whereShare share: Double) -> Bool {
    pow(share, known) < EvidencePolicy.falseFindingsPerResponse
  }

  /// Probability of at least `count` new values, of which `expected` are expected: the upper tail of a Poisson distribution. At most
  /// `independent` of them count, since new values of one response come together: another language, the categories of another shop.
  static func ofNews(_ count: Int, expected: Double, independent: Int) -> Double {
    guard count > 0 else { return 1 }
    var (term, below) = (exp(-expected), 0.0)
    for index in 0..<min(count, independent) {
      below += term
      term *= expected / Double(index + 1)
    }
    // Where the rest would be lost in rounding, its first term is nearly all of it.
    return min(1, max(1 - below, term))
  }
}
