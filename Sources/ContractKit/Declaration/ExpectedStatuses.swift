/// The statuses of the responses that an endpoint is watched for, if these are not the ones of success.
public struct ExpectedStatuses: Sendable, Hashable {
  /// The statuses, from 300 to 599.
  public let range: Range<Int>
  /// Whether nothing is sent, and these responses of another endpoint's request are examined from recordings.
  package let isRecordedOnly: Bool

  package init(_ range: Range<Int>, isRecordedOnly: Bool = false) {
    (self.range, self.isRecordedOnly) = (range.clamped(to: 0..<1000), isRecordedOnly)
  }

  /// One status. What cannot be one is a problem of the contract.
  package init(_ status: Int, isRecordedOnly: Bool = false) {
    let status = min(max(status, 0), 999)
    self.init(status..<status + 1, isRecordedOnly: isRecordedOnly)
  }

  /// Whether a response with this status is one that is watched.
  ///
  /// Some statuses are about who asks and when, and not about what was asked for: a credential that is wanted or refused, too many requests,
  /// a provider in trouble. A live request that was declared to fail with any of many statuses meets them by accident, so they keep
  /// their own meaning there, unless nothing else is expected.
  package func holds(_ status: Int) -> Bool {
    guard range.contains(status) else { return false }
    return isRecordedOnly || range.count == 1 || !Self.isAboutTheMoment(status)
  }

  private static func isAboutTheMoment(_ status: Int) -> Bool {
    [401, 403, 407, 408, 425, 429].contains(status) || status >= 500
  }

  /// As people write them: `404`, `400 to 499`.
  package var words: String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound - 1)"
  }

  /// As an id has them: `404`, `4xx`, `400-403`.
  var suffix: String {
    if range.count == 1 { return "\(range.lowerBound)" }
    let hundreds = range.lowerBound / 100
    if range == hundreds * 100..<(hundreds + 1) * 100 { return "\(hundreds)xx" }
    return "\(range.lowerBound)-\(range.upperBound - 1)"
  }

  /// What is wrong with them; `nil`: nothing.
  var problem: String? {
    if isRecordedOnly {
      return !range.isEmpty && range.lowerBound >= 300 && range.upperBound <= 600
        ? nil : "the statuses of error responses are from 300 to 599, such as 404 or 400..<500"
    }
    // Redirects are followed, and what is in trouble, or asks to wait, is asked again later.
    guard !range.isEmpty, range.lowerBound >= 400, range.upperBound <= 500,
      range.contains(where: { ![408, 425, 429].contains($0) })
    else {
      return
        "a request can fail on purpose with statuses from 400 to 499, but for 408, 425 and 429; have others examined from recordings, with `Fails` alone"
    }
    return nil
  }
}
