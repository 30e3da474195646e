import Foundation

/// From when on checks without a response are reported: an outage of a moment wakes nobody.
public struct BlindnessPolicy: Sendable, Equatable {
  /// So many checks in a row; the first one if it is 1, however little time has passed.
  public var checks = 2
  /// So many seconds from the first of them to the last: half an hour, which outlasts a restart or a deployment.
  public var seconds = 1_800.0

  /// The usual policy.
  public init() {}

  /// Whether checks in a row are enough.
  func isLasting(_ count: Int, since first: Date, at clock: Date) -> Bool {
    count >= checks && (checks == 1 || clock.timeIntervalSince(first) >= seconds)
  }
}
