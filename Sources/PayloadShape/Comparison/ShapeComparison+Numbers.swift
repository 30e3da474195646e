import Foundation

extension ShapeComparison {
  /// A factor of 100 or 1000 between ranges that do not overlap.
  mutating func compareNumbers(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.numbers, newNode.statistics.numbers)
    guard old.count > 0, new.count > 0, !isIdentifier,
      let oldMinimum = old.minimum, let oldMaximum = old.maximum, let newMinimum = new.minimum,
      let newMaximum = new.maximum
    else { return }
    guard old.count >= 5 else { return compareMagnitudes(oldNode, newNode) }
    let shift = abs(log((abs(newMinimum) + abs(newMaximum)) / (abs(oldMinimum) + abs(oldMaximum))))
    for factor in [1000.0, 100].sorted(by: { abs(log($0) - shift) < abs(log($1) - shift) }) {
      for (isGrowth, ratios) in [
        (true, [newMinimum / oldMinimum, newMaximum / oldMaximum]),
        (false, [oldMinimum / newMinimum, oldMaximum / newMaximum]),
      ] {
        // Both ends must have moved by the same factor, so that a range that merely went elsewhere is none; of a narrow
        // range it is enough that many numbers lie where it went.
        let isMoved = ratios.allSatisfy { $0.isFinite && $0 > factor / 1.5 && $0 < factor * 1.5 }
        let isNarrow = oldMinimum > 0 && oldMaximum * oldMaximum < factor * oldMinimum * oldMinimum
        let scale = isGrowth ? factor : 1 / factor
        let isWithin = newMinimum > oldMinimum * scale / 1.5 && newMaximum < oldMaximum * scale * 1.5
        // Units that become cents lose their fractions.
        let isOfOtherForm = isGrowth && old.whole < old.count && new.whole == new.count
        guard isMoved || isNarrow && (new.count >= 5 || isOfOtherForm) && isWithin else { continue }
        // Wide ranges overlap though all moved; then the lost fractions speak for it.
        guard newMinimum > oldMaximum || newMaximum < oldMinimum || isMoved && isOfOtherForm else { continue }
        guard old.jumps(to: new, by: factor, isGrowth: isGrowth) else { continue }
        var change = ShapeChange(
          .scaleChanged, before: Self.range(oldMinimum, oldMaximum), after: Self.range(newMinimum, newMaximum),
          count: new.count, total: new.count)
        change.hint = Self.scaleHint(factor: factor, isGrowth: isGrowth, oldMinimum, oldMaximum)
        change.isOfTimeUnits =
          factor == 1000 && Self.isClock(oldMinimum, oldMaximum) && Self.isClock(newMinimum, newMaximum)
        report(
          change, former: old.count, in: oldNode.statistics.documents,
          // Measurements of one response rise together.
          Self.isClock(oldMinimum, oldMaximum)
            ? .steady
            : old.mayRestart(in: new, isGrowth) ? .wholeResponses : new.count >= 5 && !isElement ? .steady : .optional)
        return
      }
    }
    if !compareMoments(oldNode, newNode) { compareMagnitudes(oldNode, newNode) }
  }

  /// A factor of 100 or 1000 that all numbers moved by although the ranges overlap, or one of them holds zeros.
  private mutating func compareMagnitudes(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.numbers, newNode.statistics.numbers)
    let moved = old.magnitudes.factor(
      to: new.magnitudes, documents: oldNode.statistics.documents,
      isOfOtherForm: (old.whole == old.count) != (new.whole == new.count))
    guard let (factor, isGrowth) = moved, old.jumps(to: new, by: factor, isGrowth: isGrowth),
      let oldMinimum = old.minimum,
      let oldMaximum = old.maximum, let newMinimum = new.minimum, let newMaximum = new.maximum
    else { return }
    let areClocks = old.magnitudes.mayBeClock
    var change = ShapeChange(
      .scaleChanged, before: Self.range(oldMinimum, oldMaximum), after: Self.range(newMinimum, newMaximum),
      count: new.count, total: new.count)
    change.hint = Self.scaleHint(
      factor: factor, isGrowth: isGrowth, areClocks ? oldMaximum : oldMinimum, oldMaximum)
    change.isOfTimeUnits = factor == 1000 && areClocks && new.magnitudes.mayBeClock
    report(
      change, former: old.count, in: oldNode.statistics.documents,
      areClocks ? .steady : old.mayRestart(in: new, isGrowth) ? .wholeResponses : .optional)
  }

  static func range(_ minimum: Double, _ maximum: Double) -> String {
    func words(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
    return minimum == maximum ? words(minimum) : "\(words(minimum)) to \(words(maximum))"
  }

  /// Whether numbers are Unix times in seconds or milliseconds, of the years 1973 to 2286.
  private static func isClock(_ minimum: Double, _ maximum: Double) -> Bool {
    [1e8...1e10, 1e11...1e13].contains { $0.contains(minimum) && $0.contains(maximum) }
  }

  private static func scaleHint(factor: Double, isGrowth: Bool, _ minimum: Double, _ maximum: Double) -> String {
    let times = "\(Int(factor)) times \(isGrowth ? "larger" : "smaller")"
    let seconds = 1e8...1e10  // as Unix time: 1973 to 2286
    if factor == 1000, isGrowth, seconds.contains(minimum), seconds.contains(maximum) {
      return "\(times): seconds to milliseconds?"
    }
    if factor == 1000, !isGrowth, seconds.contains(minimum / 1000), seconds.contains(maximum / 1000) {
      return "\(times): milliseconds to seconds?"
    }
    if factor == 100 { return isGrowth ? "\(times): units to cents?" : "\(times): cents to units?" }
    return times
  }
}

extension NumberStatistics {
  /// Whether smaller numbers may be counters that started again, which are whole and not the time of day.
  fileprivate func mayRestart(in new: NumberStatistics, _ isGrowth: Bool) -> Bool {
    !isGrowth && whole == count && new.whole == new.count && !magnitudes.mayBeClock
  }

  /// Whether numbers went from one response to the next most of the way that another unit takes them; what creeps does not.
  ///
  /// Counters that start again are taken for another unit only if it takes them just there: a day later they count up again.
  fileprivate func jumps(to new: NumberStatistics, by factor: Double, isGrowth: Bool) -> Bool {
    guard lastMagnitudes.count > 0, new.magnitudes.count > 0 else { return true }
    let shift = (new.magnitudes.mean - lastMagnitudes.mean) * (isGrowth ? 1 : -1)
    return mayRestart(in: new, isGrowth) ? abs(shift - log2(factor)) <= 1 : 2 * shift >= log2(factor)
  }
}
