import DriftModel

/// Counts what the values of one property are: how many of each case, and where numbers or dates lie.
///
/// Of many numbers it keeps every second, then every fourth, and so on, with the smallest and the largest of all.
struct ValueTally {
  /// The most numbers that are kept: 32 KiB a property, for quartiles that are inexact by a few in a thousand.
  private static let maximumNumbers = 4096

  private var distribution = ValueDistribution()
  private var numbers: [Double] = []
  private var extremes: (lowest: Double, highest: Double)?
  private var (seen, stride) = (0, 1)
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
      keep(number)
      if number == 0 { count(.zero) }
      if number < 0 { count(.negative) }
    case .date(let seconds):
      keep(seconds)
      areDates = true
    case .enumCase(let name): count(.named(name))
    case .other: break
    }
  }

  /// What was counted; nil if nothing was.
  var result: ValueDistribution? {
    guard distribution.total > 0 else { return nil }
    var result = distribution
    result.numbers = ValueDistribution.Quartiles(numbers, of: seen, between: extremes, areDates: areDates)
    return result
  }

  private mutating func keep(_ number: Double) {
    guard number.isFinite else { return }
    extremes = (min(number, extremes?.lowest ?? number), max(number, extremes?.highest ?? number))
    if seen % stride == 0 { numbers.append(number) }
    seen += 1
    guard numbers.count > Self.maximumNumbers else { return }
    numbers = numbers.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    stride *= 2
  }

  /// One more case than a closed set has tells that there are too many; further ones are not kept.
  private mutating func count(_ value: ValueCase) {
    guard distribution.cases.count <= ValueDistribution.maximumCases + 1 || distribution.cases[value] != nil else {
      return
    }
    distribution.cases[value, default: 0] += 1
  }
}
