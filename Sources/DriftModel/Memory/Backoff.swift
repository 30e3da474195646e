public import Foundation

/// A request, or everything of an origin, that is not sent for a while because the provider turned it away.
public struct Backoff: Sendable, Equatable {
  /// Digest of what waits, 16 hexadecimal digits; made by who turned to the provider.
  public var scope: String
  /// Until when, to the millisecond.
  public var until: Date
  /// How often it was turned away in a row.
  public var refusals: Int

  /// Days for which a backoff is kept after its end: links to records come and go, and are never asked for again.
  package static let daysKept = 7.0

  /// Something that waits.
  public init(scope: String, until: Date, refusals: Int) {
    (self.scope, self.until, self.refusals) = (scope, until, refusals)
  }
}
