import Foundation

/// A way to write a moment as a number.
enum TimeScale: CaseIterable {
  case seconds
  case milliseconds
  case microseconds
  case nanoseconds
  /// Seconds since 2001, as Apple's `Date` writes itself where nothing else is asked for.
  case referenceSeconds

  /// Numbers in a second.
  var unit: Double {
    switch self {
    case .seconds, .referenceSeconds: 1
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    }
  }

  /// Its zero, in seconds since 1970; `Date.timeIntervalBetween1970AndReferenceDate` for that of 2001.
  private var epoch: Double { self == .referenceSeconds ? Date.timeIntervalBetween1970AndReferenceDate : 0 }

  /// The moment that a number is, in seconds since 1970.
  func moment(_ number: Double) -> Double { number / unit + epoch }

  /// Whether a number may be a moment: of 1973 to 2286 if counted since 1970, of 2004 to 2032 if since 2001. Smaller numbers count
  /// something else, and larger ones of the latter are moments since 1970.
  func mayWrite(_ number: Double) -> Bool {
    (1e8...(self == .referenceSeconds ? 1e9 : 1e10)).contains(number / unit)
  }

  var words: String {
    switch self {
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .microseconds: "microseconds"
    case .nanoseconds: "nanoseconds"
    case .referenceSeconds: "seconds since 2001"
    }
  }
}

extension NumberStatistics {
  /// The smallest number, without zero, which is written where there is no moment.
  fileprivate var leastMoment: Double? { minimum == 0 ? leastPositive : minimum }
}

extension ShapeComparison {
  /// A year. The moments of a later response lie that far from those before, or as far as those lie apart.
  private static let reach = 366.0 * 86_400

  /// Numbers that were moments, and are the same moments if they are read in another unit or from another zero: all of them, or some.
  ///
  /// - Returns: Whether a change was reported.
  mutating func compareMoments(_ oldNode: ShapeNode, _ newNode: ShapeNode) -> Bool {
    let (old, new) = (oldNode.statistics.numbers, newNode.statistics.numbers)
    guard let oldMinimum = old.leastMoment, let oldMaximum = old.maximum, let least = new.leastMoment,
      let most = new.maximum
    else { return false }
    // Amounts are zero at times as well, but spread over more orders of magnitude.
    guard old.minimum != 0 || old.magnitudes.deviation < 1 else { return false }
    for from in TimeScale.allCases where from.mayWrite(oldMinimum) && from.mayWrite(oldMaximum) {
      let (oldest, newest) = (from.moment(oldMinimum), from.moment(oldMaximum))
      let slack = max(newest - oldest, Self.reach)
      func isNear(_ number: Double, _ scale: TimeScale) -> Bool {
        (oldest - slack...newest + slack).contains(scale.moment(number))
      }
      for to in TimeScale.allCases where to != from {
        let changed = [least, most].filter { to.mayWrite($0) && isNear($0, to) && !isNear($0, from) }
        guard let odd = changed.first, case let usual = odd == least ? most : least,
          // A few moments of another decade are no others: only all of them move by the years between two zeros.
          changed.count == 2 || isNear(usual, from) && to.unit != from.unit
        else { continue }
        let isTotal = changed.count == 2
        guard let count = isTotal ? new.magnitudes.count : Self.count(of: new, among: usual, with: odd, former: old)
        else {
          continue
        }
        var change = ShapeChange(
          .scaleChanged, before: Self.range(oldMinimum, oldMaximum),
          after: isTotal ? Self.range(least, most) : "also \(Self.range(odd, odd))", count: count, total: new.count)
        change.hint = Self.hint(from, to)
        change.isOfTimeUnits = [from, to].allSatisfy { [.seconds, .milliseconds].contains($0) }
        report(change, former: old.magnitudes.count, in: oldNode.statistics.documents, isTotal ? .steady : .optional)
        return true
      }
    }
    return false
  }

  /// How many numbers lie near `odd` where the others lie near `usual`, by the mean of their orders of magnitude; `nil` if more than
  /// these two explain that mean.
  private static func count(
    of new: NumberStatistics, among usual: Double, with odd: Double, former: NumberStatistics
  ) -> Int? {
    // Zero has no order of magnitude.
    guard odd != 0, usual != 0 else { return nil }
    let step = Double(odd.exponent - usual.exponent)
    guard step != 0, new.magnitudes.count > 1 else { return nil }
    let share = (new.magnitudes.mean - former.magnitudes.mean) / step
    let spread = share * (1 - share) * step * step
    // An order of magnitude is inexact by one, on either side.
    guard abs(new.magnitudes.deviation * new.magnitudes.deviation - spread) <= 4 else { return nil }
    let count = Double(new.magnitudes.count)
    return Int(min(max(1, (share * count).rounded()), count - 1))
  }

  private static func hint(_ from: TimeScale, _ to: TimeScale) -> String {
    let how =
      from.unit == to.unit
      ? "\(Int(Date.timeIntervalBetween1970AndReferenceDate)) \(from == .referenceSeconds ? "more" : "less")"
      : from == .referenceSeconds || to == .referenceSeconds
        ? "the same moments"
        : "\(Int(max(to.unit / from.unit, from.unit / to.unit))) times \(to.unit > from.unit ? "larger" : "smaller")"
    return "\(how): \(from.words) to \(to.words)?"
  }
}
