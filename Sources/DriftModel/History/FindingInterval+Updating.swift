package import Foundation
import PayloadShape

extension FindingInterval {
  /// Whether some of the open intervals of a request key end with an evaluation, so that it matters when they were last seen.
  package static func anyEnds(_ open: [FindingInterval], by evaluation: Evaluation) -> Bool {
    guard !open.isEmpty else { return false }
    let present = presentFindings(evaluation)
    return open.contains { interval in present[interval.fingerprint].map { !$0.isSame(as: interval) } ?? true }
  }

  /// The open intervals of a request key after an evaluation: each in its place, gone on or ended, and then the new ones.
  ///
  /// A finding that the round could neither confirm nor refute is as it was. It can be told by its ``Finding/lastSeen``, which lies
  /// before the round. Linear in the findings and their paths.
  ///
  /// - Parameters:
  ///   - open: The intervals that last, each fingerprint once.
  ///   - evaluation: What the round came to.
  ///   - former: The findings that were stored before it; needed if ``anyEnds(_:by:)``.
  /// - Returns: The same number of intervals, and the new ones behind them.
  package static func updated(
    _ open: [FindingInterval], by evaluation: Evaluation, former: [Finding]
  ) -> [FindingInterval] {
    let present = presentFindings(evaluation)
    let now = HistoryMoment(round: evaluation.round, at: evaluation.at)
    let learned = evaluation.learned.findings
    var lasting: Set<String> = []
    var changed: Set<String> = []
    let lastSeen = Dictionary(former.map { ($0.fingerprint, $0.lastSeen) }) { first, _ in first }
    var result = open.map { interval in
      var interval = interval
      guard let finding = present[interval.fingerprint] else {
        let isLearned = interval.isLearned || learned.contains(interval.fingerprint)
        interval.end(now, isLearned ? .learned : .gone, lastSeen: lastSeen[interval.fingerprint] ?? nil)
        return interval
      }
      guard finding.isSame(as: interval) else {
        interval.end(now, .changed, lastSeen: lastSeen[interval.fingerprint] ?? nil)
        changed.insert(interval.fingerprint)
        return interval
      }
      lasting.insert(interval.fingerprint)
      if finding.isSeen(in: evaluation) {
        interval.take(finding, isLearned: isLearned(finding, learned))
      }
      return interval
    }
    for finding in evaluation.findings where lasting.insert(finding.fingerprint).inserted {
      // Another form is younger than the finding, which may have been there before as another one.
      let first = changed.contains(finding.fingerprint) ? nil : finding.firstSeen
      result.append(
        FindingInterval(
          finding, key: evaluation.key, first: HistoryMoment(round: evaluation.round, at: first ?? evaluation.at),
          isLearned: isLearned(finding, learned)))
    }
    return result
  }

  /// The interval, which begins no earlier than the last one of the same finding ended: what comes back may have been pending since long
  /// before.
  ///
  /// - Parameter end: When that was; `nil`: there was none.
  /// - Returns: The interval.
  package func beginning(after end: Date?) -> FindingInterval {
    var interval = self
    if let end, end > first.at { interval.first.at = end }
    return interval
  }

  /// The interval as it ends because what was learned is forgotten.
  ///
  /// - Parameters:
  ///   - moment: When that is.
  ///   - former: The findings that were stored.
  /// - Returns: The ended interval.
  package func forgotten(at moment: HistoryMoment, former: [Finding]) -> FindingInterval {
    var interval = self
    interval.end(moment, .forgotten, lastSeen: former.first { $0.fingerprint == fingerprint }?.lastSeen)
    return interval
  }

  /// By when they were first seen; at one time by contract, endpoint, path and rule.
  package static func isBefore(_ left: FindingInterval, _ right: FindingInterval) -> Bool {
    guard left.first == right.first else {
      return (left.first.at, left.first.round) < (right.first.at, right.first.round)
    }
    func texts(_ interval: FindingInterval) -> [String] {
      let key = interval.key
      return [
        key.contract, key.endpoint, key.environment, key.perspective, key.request, interval.paths.first ?? "",
        interval.rule.rawValue, interval.fingerprint,
      ]
    }
    return texts(left).lexicographicallyPrecedes(texts(right)) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func end(_ moment: HistoryMoment, _ ending: Ending, lastSeen: Date?) {
    // A clock that was set back, or older recordings, show nothing after the end or before the beginning.
    let end = HistoryMoment(round: moment.round, at: max(first.at, moment.at))
    (ended, self.ending) = (end, ending)
    lastAt = max(first.at, min(lastSeen?.toTheMillisecond ?? first.at, end.at))
  }

  private static func presentFindings(_ evaluation: Evaluation) -> [String: Finding] {
    Dictionary(evaluation.findings.map { ($0.fingerprint, $0) }) { first, _ in first }
  }

  private static func isLearned(_ finding: Finding, _ learned: Set<String>) -> Bool {
    learned.contains(finding.fingerprint) || finding.change?.isGrowth == true && finding.level < .warning
  }
}

extension Finding {
  /// Whether it is there in the form of an interval. While it is not known whether a set of words is closed, each response may show other ones.
  fileprivate func isSame(as interval: FindingInterval) -> Bool {
    guard state == .pending, var form, var known = interval.form else { return form == interval.form }
    (form.values, form.hasUnlistedValues, known.values, known.hasUnlistedValues) = (nil, nil, nil, nil)
    return form == known
  }

  /// Whether the round itself showed it.
  fileprivate func isSeen(in evaluation: Evaluation) -> Bool {
    lastSeen.map { $0.toTheMillisecond >= evaluation.at.toTheMillisecond } ?? true
  }
}
