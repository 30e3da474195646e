import Foundation

/// How long a refused request is not sent.
struct BackoffPolicy {
  /// The longest backoff in seconds, even if the provider asks for more, because an endpoint must be checked regularly.
  var longest: Double

  /// Whether a response asks to wait: 429 always, 503 with `Retry-After`.
  static func applies(toStatus status: Int?, retryAfter: Double?) -> Bool {
    status == 429 || status == 503 && retryAfter != nil
  }

  /// What the provider said. Only some refusals ask to wait.
  ///
  /// - Parameters:
  ///   - status: 429, or 503.
  ///   - asksToWait: Whether it came with a `Retry-After`.
  ///   - other: The request that got the refusal; `nil` if it is this one.
  /// - Returns: The words after "not asked until …: ".
  static func words(status: Int?, asksToWait: Bool, _ other: String? = nil) -> String {
    let meaning = status == 429 ? "429 (too many requests)" : "\(status ?? 503)"
    return "the provider answered \(meaning)\(other.map { " to \($0)" } ?? "")\(asksToWait ? " and asked to wait" : "")"
  }

  /// When the wait of a request ends.
  ///
  /// - Parameters:
  ///   - clock: Now.
  ///   - retryAfter: Seconds that the provider asks for; `nil` if it does not say.
  ///   - interval: Seconds between two checks of the endpoint; no wait is shorter.
  ///   - refusals: Consecutive refusals, including this one. If the provider gives no time, each doubles the wait.
  /// - Returns: When it may be sent again, between a second and ``longest`` from now.
  func end(clock: Date, retryAfter: Double?, interval: Double, refusals: Int) -> Date {
    let doubled = interval * pow(2, Double(min(max(refusals, 1), 40) - 1))
    let wait = retryAfter.map { max($0, interval) } ?? doubled
    return clock.addingTimeInterval(min(max(wait, 1), longest))
  }

  /// Whether an earlier wait is still valid. If it ends later than any wait that begins now, it began under
  /// a wrong clock and is ignored.
  func holds(until end: Date, clock: Date) -> Bool {
    end > clock && end <= clock.addingTimeInterval(longest + 1)
  }
}
