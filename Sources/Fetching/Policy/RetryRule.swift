/// Whether and when a failed request is sent again.
///
/// Only temporary failures are retried, and only requests that do no harm twice. If a host asks to wait (`Retry-After`,
/// 429), the request is left to a later round.
struct RetryRule {
  /// Whether another attempt may succeed, and is allowed for this request.
  static func mayPass(_ transfer: Transfer, isIdempotent: Bool) -> Bool {
    guard isIdempotent else { return false }
    if let failure = transfer.failure {
      switch failure {
      case .resolve, .connect, .timeout, .truncated: return true
      case .policy, .tls, .deadline, .protocolError, .decompression, .bodyTooLarge, .headersTooLarge, .redirectRefused,
        .cancelled, .withheld:
        return false
      }
    }
    switch transfer.status {
    case 501, 505, 511: return false  // these say what the server never does, or that somebody must sign in
    case 408, 425, .some(500...599): return transfer.header("Retry-After") == nil
    default: return false
    }
  }

  /// Seconds to wait before retry `number` (from 1 on): random below a bound that doubles each time ("full jitter"), so
  /// that clients that failed at the same time do not retry at the same time.
  static func delay(before number: Int, policy: FetchPolicy, using generator: inout some RandomNumberGenerator)
    -> Double
  {
    let bound = min(policy.appliedRetryDelay * Double(1 << min(max(0, number - 1), 10)), 30)
    return bound > 0 ? Double.random(in: 0...bound, using: &generator) : 0
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): random numbers that a test can repeat. Security does not depend on them.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
