public import DriftModel
public import Foundation

extension Rules {
  static let evidenceStale = Rule(
    .evidenceStale, about: .response, consequences: [.none],
    meaning: "The last response that could be examined is old: three days and twenty intervals at least.",
    remedy: "See why the endpoint cannot be checked, and check that the monitor runs.",
    noun: Rule.Noun("endpoint not examined for days", "endpoints not examined for days"))

  static func evidenceStaleSentence(_ endpoint: String, since last: Date) -> String {
    "\(endpoint) was last examined on \(last.dayWords); what is known of it is as old."
  }

  /// Days, and intervals of the endpoint, for which no usable response may have come before the last one counts as old.
  fileprivate static let (staleDays, staleIntervals) = (3.0, 20.0)
}

extension Finding {
  /// `evidence-stale`, if `lastResponse` was too long before `clock`; `interval` is the endpoint's, in seconds.
  public static func evidenceStale(
    at key: RequestKey, lastResponse: Date, interval: TimeInterval, clock: Date
  ) -> Finding? {
    let limit = max(Rules.staleDays * 86_400, Rules.staleIntervals * interval)
    guard clock.timeIntervalSince(lastResponse) >= limit else { return nil }
    return Finding(
      rule: .evidenceStale, level: .info, key: key,
      message: Rules.evidenceStaleSentence(key.endpoint, since: lastResponse)
    ) {
      $0.actual = lastResponse.dayWords
    }
  }
}
