import Foundation

/// How long a request that was turned away is left alone.
struct BackoffPolicy {
  /// The longest backoff in seconds, even if the provider asks for more, because an endpoint must be checked regularly.
  var longest: Double

  /// Whether a response says that the request is to wait: 429 always, 503 where it says how long.
  static func applies(toStatus status: Int?, retryAfter: Double?) -> Bool {
    status == 429 || status == 503 && retryAfter != nil
  }

  /// What the provider said, as it was: only some refusals ask to wait.
  ///
  /// - Parameters:
  ///   - status: 429, or 503.
  ///   - asksToWait: Whether it came with a `Retry-After`.
  ///   - other: The request that it was said to; `nil`: this one.
  /// - Returns: The words after "parked until …: ".
  static func words(status: Int?, asksToWait: Bool, _ other: String? = nil) -> String {
    let meaning = status == 429 ? "429 (too many requests)" : "\(status ?? 503)"
    return "the provider answered \(meaning)\(other.map { " to \($0)" } ?? "")\(asksToWait ? " and asked to wait" : "")"
  }

  /// Until when a request waits.
  ///
  /// - Parameters:
  ///   - clock: Now.
  ///   - retryAfter: Seconds that the provider asks for; `nil`: it does not say.
  ///   - interval: Seconds between two checks of the endpoint; no wait is shorter.
  ///   - refusals: Refusals in a row, with this one. Without a word from the provider each doubles the wait.
  /// - Returns: When it may be sent again, between a second and ``longest`` from now.
  func end(clock: Date, retryAfter: Double?, interval: Double, refusals: Int) -> Date {
    let doubled = interval * pow(2, Double(min(max(refusals, 1), 40) - 1))
    let wait = retryAfter.map { max($0, interval) } ?? doubled
    return clock.addingTimeInterval(min(max(wait, 1), longest))
  }

  /// Whether a wait that began earlier still holds. One that ends later than any wait that begins now began under
  /// another clock, and nobody knows how long it would last.
  func holds(until end: Date, clock: Date) -> Bool {
    end > clock && end <= clock.addingTimeInterval(longest + 1)
  }
}
