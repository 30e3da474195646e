import Foundation

/// How long a provider asks to wait (RFC 9110 section 10.2.3).
enum RetryAfter {
  /// The longest wait. A longer one that a provider asks for counts as this.
  private static let most = 366.0 * 86_400

  /// Seconds to wait, 0 and up.
  ///
  /// A date is compared with the response's own `Date`, so that a wrong clock on either side has no effect.
  ///
  /// - Parameters:
  ///   - text: `Retry-After` as received; `nil` if there was none.
  ///   - date: `Date` of the same response.
  ///   - clock: Our time, which is used if the response has no valid `Date`.
  /// - Returns: `nil` if there is no value, or if it is invalid: it has a sign, a fraction or another date form.
  static func seconds(_ text: String?, date: String?, clock: Date) -> Double? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty, text.utf8.count <= 64 else {
      return nil
    }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return min(Double(text) ?? most, most) }
    guard let end = HTTPDate.seconds(text) else { return nil }
    let now = date.flatMap(HTTPDate.seconds).map(Double.init) ?? clock.timeIntervalSince1970
    return min(max(0, Double(end) - now), most)
  }
}
