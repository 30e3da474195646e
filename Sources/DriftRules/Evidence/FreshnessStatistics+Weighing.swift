import DriftModel
import Foundation
import PayloadShape

extension Improbability {
  /// How probable it is that nothing comes for `stillness` seconds, after `advances` in `span` seconds, under a steady but unknown rate.
  static func ofStillness(_ stillness: TimeInterval, after advances: Int, in span: TimeInterval) -> Double {
    pow(span / (span + max(0, stillness)), Double(advances))
  }

  /// After how many seconds without anything that is as improbable as `probability`.
  static func stillness(ofProbability probability: Double, after advances: Int, in span: TimeInterval) -> TimeInterval {
    span * (pow(probability, -1 / Double(advances)) - 1)
  }

  /// How many standard deviations above the mean a normally distributed number lies only with `probability`, at most a half.
  static func standardDeviations(ofProbability probability: Double) -> Double {
    var (low, high) = (0.0, 40.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if erfc(middle / 2.0.squareRoot()) / 2 > probability { low = middle } else { high = middle }
    }
    return low
  }
}

extension EvidencePolicy {
  /// Advances of a newest date, before which nobody knows whether the list is a feed.
  static let leastAdvances = 10
  /// How much longer than ever before a newest date must stand still: nights, weekends and holidays differ by less.
  static let stillnessFactor = 2.0
  /// A history below a week may lack the weekend, so that until then only what lasts longer than a long one counts.
  static let (weekOfHistory, longWeekend) = (7 * 86_400.0, 4 * 86_400.0)
  /// Dates that are older when they come say nothing of how fresh a list is.
  static let oldestNews = 366 * 86_400.0
  /// How far after the clock a newest date may lie: time zones and clocks differ.
  static let furthestNews = 86_400.0
  /// Lists of one response, and members of one list, whose newest dates are remembered.
  static let (feeds, feedMembers) = (20, 8)
}

extension FreshnessStatistics {
  /// Takes in the newest date of one more observation.
  mutating func observe(_ date: Date, at clock: Date) {
    if date.timeIntervalSince(clock) > EvidencePolicy.furthestNews { isAhead = true }
    // Another filter, or a deleted record, is no advance, and what follows it is none until it is newer than ever.
    guard date > newest else { return }
    newest = date
    guard clock.timeIntervalSince(date) < EvidencePolicy.oldestNews else { return }
    let gap = max(0, clock.timeIntervalSince(lastAdvance ?? since))
    longestGap = max(longestGap, gap)
    gapLogarithms += log(max(1, gap))
    gapLogarithmSquares += pow(log(max(1, gap)), 2)
    (lastAdvance, advances) = (clock, advances + 1)
  }

  /// The time from the first observation to the last advance, in seconds.
  var span: TimeInterval { lastAdvance?.timeIntervalSince(since) ?? 0 }

  /// The time from which on it is improbable that the newest date has not advanced; `nil` where that is not judged.
  var improbableAt: Date? {
    guard !isAhead, advances >= EvidencePolicy.leastAdvances, span > 0, let lastAdvance else { return nil }
    let improbable = Improbability.stillness(
      ofProbability: EvidencePolicy.falseFindingsPerResponse, after: advances, in: span)
    let least = span < EvidencePolicy.weekOfHistory ? EvidencePolicy.longWeekend : 0
    return lastAdvance.addingTimeInterval(max(improbable, stillnessFactor * longestGap, least))
  }

  /// How many times the longest time without an advance must pass. The more these times scatter, the longer the next may be: those of a
  /// blog differ by more than those of a bus. The longest of *n* is thought to be where one of *n + 1* is, and is carried on from there.
  private var stillnessFactor: Double {
    let count = Double(advances)
    let variance = max(0, gapLogarithmSquares - gapLogarithms * gapLogarithms / count) / (count - 1)
    // The scatter of few is known badly: two standard errors more.
    let scatter = variance.squareRoot() * (1 + 2 / (2 * count).squareRoot())
    let steps =
      Improbability.standardDeviations(ofProbability: EvidencePolicy.falseFindingsPerResponse)
      - Improbability.standardDeviations(ofProbability: 1 / (count + 1))
    return max(EvidencePolicy.stillnessFactor, exp(scatter * steps))
  }
}

extension [String: FreshnessStatistics] {
  /// The statistics after one more observation, by member.
  func observing(_ dates: [PayloadShape.NewestDate], at clock: Date) -> Self {
    var result = self
    for date in dates {
      if result[date.member] == nil {
        let members = result.values.filter { $0.list == date.list }.count
        let hasRoom =
          members == 0
          ? Set(result.values.map(\.list)).count < EvidencePolicy.feeds : members < EvidencePolicy.feedMembers
        guard hasRoom else { continue }
        result[date.member] = FreshnessStatistics(
          list: date.list, member: date.member, newest: date.date, at: clock)
      }
      result[date.member]?.observe(date.date, at: clock)
    }
    return result
  }

  /// Of each list the member whose newest date advanced most often, in order of lists.
  var leading: [FreshnessStatistics] {
    var leaders: [String: FreshnessStatistics] = [:]
    for statistics in values.sorted(by: { $0.member < $1.member }) where !statistics.isAhead {
      if let leader = leaders[statistics.list], leader.advances >= statistics.advances { continue }
      leaders[statistics.list] = statistics
    }
    return leaders.values.sorted { $0.list < $1.list }
  }
}
