import DriftModel
import Foundation

/// In what the values of a property of the domain values are others than ever before, whether or not chance explains it.
struct MeaningShift {
  /// The property.
  let property: String
  /// In what.
  let shift: ValueShift
  /// Values that speak for it, of how many.
  let count: Int
  let total: Int
  /// What is known of such values, as of losses.
  let known: MappingStatistics.Losses
  /// Rounds since the first sight of a case that came later and is rarer now; `nil` otherwise.
  var roundsOfStay: Int?
  /// What `holding` values are: `true`, `between 1200 and 9900`.
  let value: String
  /// `24`, `none`, `at least 12`.
  let holding: String
  /// What was so before, as the end of a sentence: `in 38 to 45 % before`.
  let before: String
}

extension EvidencePolicy {
  /// Values of a property that must be others than ever before, as a share: what a fifth of the people see is worth a word, and less
  /// changes with what a shop sells.
  static let leastShift = breakingShareOfRecords
  /// The least time that dates must lie beyond all before: a list of news or of appointments moves on by less.
  static let leastShiftOfDates = 366 * 86_400.0
}

extension ValueHistory {
  /// In what the values of one round are others than ever before by a fifth of them, the most telling first.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - parts: Its values in each response.
  ///   - clock: When that was; `nil` where that is not known, so that nothing is said of dates.
  ///   - open: Those that are reported, and are so until the values are where they were.
  /// - Returns: All of them, whether or not chance explains them.
  func shifts(
    _ property: String, _ parts: [ValueDistribution], at clock: Date?, open: Set<ValueShift> = []
  ) -> [MeaningShift] {
    guard total > 0 else { return [] }
    var found: [MeaningShift] = []
    if let far = farNumbers(property, parts.compactMap(\.numbers), at: clock, isOpen: open.contains(.range)) {
      found.append(far)
    }
    let counts = parts.map(\.cases).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    for value in cases(counts).sorted() {
      let (here, values) = (counts[value] ?? 0, Self.values(of: value, parts))
      guard values > 0 else { continue }
      func add(_ shift: ValueShift, _ count: Int, _ known: MappingStatistics.Losses) {
        let isFar =
          open.contains(shift)
          ? count > MappingStatistics.tolerated(of: known, in: values) : isClear(count, of: values, known)
        guard isFar else { return }
        found.append(
          MeaningShift(
            property: property, shift: shift, count: count, total: values, known: known,
            roundsOfStay: shift == .fewer(value) ? roundsOfStay(value) : nil, value: value.words,
            holding: here == 0 ? "none" : "\(here)",
            before: Self.words(shares[value] ?? Share(0, of: present), now: Double(here) / Double(values))))
      }
      if let known = missing(value) { add(.fewer(value), values - here, known) }
      // That values are missing more often is a loss of the property, which has a rule of its own.
      if value != .none, !isOneOfMany(value) { add(.more(value), here, holding(value)) }
    }
    return found
  }

  /// Whether the values of one round are enough to tell that they are no longer others in that way.
  ///
  /// - Parameters:
  ///   - shift: In what they were.
  ///   - parts: The values in each response.
  ///   - share: How many of them usually are so while it lasts, 0 to 1: of a third, a list of one says nothing.
  /// - Returns: Whether they would show it, going by that share.
  func couldShow(_ shift: ValueShift, _ parts: [ValueDistribution], share: Double) -> Bool {
    func isEnough(_ known: MappingStatistics.Losses?, of values: Int) -> Bool {
      guard let known else { return true }
      let tolerated = MappingStatistics.tolerated(of: known, in: values)
      // Where a single one shows it, it is enough that one is there more often than not.
      guard tolerated > 0 else { return 1 - pow(1 - share, Double(values)) > 0.5 }
      return Int((share * Double(values) + 1e-9).rounded(.down)) > tolerated
    }
    switch shift {
    case .range:
      let numbers = parts.compactMap(\.numbers).filter { $0.areDates == range?.areDates }.reduce(0) { $0 + $1.count }
      return range == nil || isEnough(MappingStatistics.Losses(lost: 0, of: 0, highest: 0, of: 0), of: numbers)
    case .fewer(let value): return isEnough(missing(value), of: Self.values(of: value, parts))
    case .more(let value): return isEnough(holding(value), of: Self.values(of: value, parts))
    }
  }

  private func isClear(_ count: Int, of total: Int, _ known: MappingStatistics.Losses) -> Bool {
    let tolerated = MappingStatistics.tolerated(of: known, in: total)
    return total > 0 && Double(count) >= Double(tolerated) + EvidencePolicy.leastShift * Double(total)
  }

  /// Cases to look at: those of an enum only if they are few.
  private func cases(_ counts: [ValueCase: Int]) -> Set<ValueCase> {
    let all = Set(shares.keys).union(counts.keys)
    let areMany = hasManyCases || all.count(where: \.isNamed) > ValueDistribution.maximumCases
    return areMany ? all.filter { !$0.isNamed } : all
  }

  /// Whether a case that is new may be one of many that did not come along yet, since some were seen only once.
  private func isOneOfMany(_ value: ValueCase) -> Bool {
    value.isNamed && shares[value]?.count ?? 0 == 0 && shares.contains { $0.key.isNamed && $0.value.count == 1 }
  }

  /// Values that may be of a case: what is missing is no other case, but a loss.
  private static func values(of value: ValueCase, _ parts: [ValueDistribution]) -> Int {
    parts.reduce(0) { $0 + $1.total - (value == .none ? 0 : $1.cases[.none] ?? 0) }
  }

  /// `in 38 to 45 % before`; `in 99 % of all before` where a response with few values once showed a share like that of `now`.
  private static func words(_ share: Share, now: Double) -> String {
    func words(_ share: Double) -> String {
      let percent = Int((share * 100).rounded())
      // Hardly any are not none, and nearly all are not all.
      return "\(share <= 0 || share >= 1 ? percent : min(99, max(1, percent)))"
    }
    if share.count == 0 { return "in none before" }
    if share.count == share.total { return "in all before" }
    if share.total > 0, (share.lowest...max(share.lowest, share.highest)).contains(now) {
      return "in \(words(Double(share.count) / Double(share.total))) % of all before"
    }
    let (low, high) = (words(share.lowest), words(share.highest))
    return low == high ? "in \(low) % before" : "in \(low) to \(high) % before"
  }

  /// The numbers that lie far from all before; `nil` where they are too few.
  ///
  /// Far is above twice the largest, or below half of the smallest of the same sign, and farther than the numbers before lie apart;
  /// of dates, a year farther than they and the clock. While that is reported, numbers are far until they lie where they were.
  private func farNumbers(
    _ property: String, _ parts: [ValueDistribution.Quartiles], at clock: Date?, isOpen: Bool
  ) -> MeaningShift? {
    guard let range, !parts.isEmpty, parts.allSatisfy({ $0.areDates == range.areDates }) else { return nil }
    let known = MappingStatistics.Losses(lost: 0, of: range.count, highest: 0, of: range.count)
    func shift(_ bounds: (above: Double, below: Double)) -> MeaningShift? {
      let shift = self.shift(property, parts, outside: bounds, of: range, known)
      return shift.flatMap { isClear($0.count, of: $0.total, known) ? $0 : nil }
    }
    // Dates move on with the clock, also where they were.
    let isOpen = isOpen && !range.areDates
    return shift(range.bounds(at: clock)) ?? (isOpen ? shift((range.highest, range.lowest)) : nil)
  }

  private func shift(
    _ property: String, _ parts: [ValueDistribution.Quartiles], outside bounds: (above: Double, below: Double),
    of range: Range, _ known: MappingStatistics.Losses
  ) -> MeaningShift? {
    let numbers = parts.reduce(0) { $0 + $1.count }
    var (count, far) = (0, [Double]())
    for part in parts {
      far += part.points.filter { $0 > bounds.above || $0 < bounds.below }
      count += part.leastCount { $0 > bounds.above } + part.leastCount { $0 < bounds.below }
    }
    guard count > 0, let lowest = far.min(), let highest = far.max() else { return nil }
    let before = Self.words(from: range.lowest, to: range.highest, areDates: range.areDates)
    return MeaningShift(
      property: property, shift: .range, count: count, total: numbers, known: known,
      value: Self.words(from: lowest, to: highest, areDates: range.areDates),
      holding: count < numbers ? "at least \(count)" : "\(count)", before: "\(before) before")
  }

  private static func words(from lowest: Double, to highest: Double, areDates: Bool) -> String {
    func words(_ number: Double) -> String {
      areDates ? Date(timeIntervalSince1970: number).dayWords : number.shortWords
    }
    let (low, high) = (words(lowest), words(highest))
    return low == high ? low : "between \(low) and \(high)"
  }
}

extension Double {
  /// With four digits at most, where it is no whole number.
  fileprivate var shortWords: String {
    if let whole = Int(exactly: self) { return "\(whole)" }
    guard self != 0, isFinite else { return description }
    let scale = pow(10, 3 - log10(abs(self)).rounded(.down))
    guard scale.isFinite, scale > 0 else { return description }
    return ((self * scale).rounded() / scale).description
  }
}

extension ValueHistory.Range {
  /// Above and below what numbers are far from all before.
  fileprivate func bounds(at clock: Date?) -> (above: Double, below: Double) {
    guard areDates else { return (Self.above(lowest, highest), -Self.above(-highest, -lowest)) }
    guard let clock else { return (.infinity, -.infinity) }
    let margin = max(highest - lowest, EvidencePolicy.leastShiftOfDates)
    return (max(highest, clock.timeIntervalSince1970) + margin, lowest - margin)
  }

  private static func above(_ lowest: Double, _ highest: Double) -> Double {
    // Of numbers below zero the one that is nearer to it is the larger.
    highest < 0 ? highest / 2 : highest + max(highest, highest - lowest)
  }
}
