/// What became of an endpoint in a round; the words of JSON output and of the ledger.
public enum Outcome: String, Codable, Sendable, CaseIterable {
  /// A complete response was examined and nothing at warning or above was found.
  case ok
  /// Equal to the last response (304 or digest) under the same code; its verdicts are carried forward.
  case unchanged
  /// Examined, with a finding at warning or above.
  case drift
  /// The judge's parser refuses the text of a 2xx response.
  case notJSON = "not_json"
  /// 5xx, 408 or 425.
  case outage
  /// DNS, TCP, TLS, framing, time or decompression.
  case transport
  /// 401, 403, 407 or 511.
  case auth
  /// 429.
  case rateLimited = "rate_limited"
  /// 404 or 410.
  case gone
  /// Any other 3xx or 4xx, or an envelope that says failure.
  case requestError = "request_error"
  /// Our own limit or policy.
  case refused
  /// Backs off, parent failed, deadline reached, or no recording.
  case notChecked = "not_checked"
  /// Its interval has not passed.
  case notDue = "not_due"

  /// Whether the endpoint counts as checked; every other outcome but `notDue` is "could not check" (exit code 3).
  public var isChecked: Bool { self == .ok || self == .unchanged || self == .drift }

  /// The rule by which an endpoint with this outcome is reported once it lasts; `nil` where it was checked, or was not to be.
  public var watchRule: RuleID? {
    switch self {
    case .ok, .unchanged, .drift, .notDue: nil
    case .notJSON: .watchUnreadable
    case .outage, .transport: .watchUnreachable
    case .auth, .requestError, .refused: .watchRefused
    case .rateLimited: .watchLimited
    case .gone: .watchGone
    case .notChecked: .watchUnconfigured
    }
  }

  /// Outcome of an HTTP status alone; `nil` for a 2xx, whose text decides. 304 counts only as response to a conditional
  /// request.
  ///
  /// The meanings of the status codes are in RFC 9110 and RFC 6585.
  public static func ofStatus(_ status: Int, wasConditional: Bool) -> Outcome? {
    switch status {
    case 200...299: nil
    case 304: wasConditional ? .unchanged : .transport
    case 401, 403, 407, 511: .auth
    case 408, 425: .outage
    case 404, 410: .gone
    case 429: .rateLimited
    case 500...599: .outage
    case 300...399, 400...499: .requestError
    default: .transport
    }
  }
}
