import DriftModel

/// Counts what the values of one property are: how many of each case, and where numbers or dates lie.
///
/// It keeps every number until the end: eight bytes for each domain value.
struct ValueTally {
  private var distribution = ValueDistribution()
  private var numbers: [Double] = []
  private var areDates = false

  /// Adds one value, which is nil or empty if `isMissing`.
  mutating func add(_ content: PropertySample.Content, isMissing: Bool) {
    distribution.total += 1
    guard !isMissing else {
      count(.none)
      return
    }
    switch content {
    case .flag(let isTrue): if isTrue { count(.isTrue) }
    case .number(let number):
      numbers.append(number)
      if number == 0 { count(.zero) }
      if number < 0 { count(.negative) }
    case .date(let seconds):
      numbers.append(seconds)
      areDates = true
    case .enumCase(let name): count(.named(name))
    case .other: break
    }
  }

  /// What was counted; nil if nothing was.
  var result: ValueDistribution? {
    guard distribution.total > 0 else { return nil }
    var result = distribution
    result.numbers = ValueDistribution.Quartiles(numbers, areDates: areDates)
    return result
  }

  /// One more case than a closed set has tells that there are too many; further ones are not kept.
  private mutating func count(_ value: ValueCase) {
    guard distribution.cases.count <= ValueDistribution.maximumCases || distribution.cases[value] != nil else { return }
    distribution.cases[value, default: 0] += 1
  }
}
