public import Foundation

/// The first observation of something, perhaps reported only later because chance might have explained it.
public struct FirstObservation: Codable, Sendable, Equatable {
  /// The clock of the round that showed it.
  public var at: Date
  /// When the endpoint was last seen without it before that; `nil`: never.
  public var lastGoodAt: Date?
  /// Responses that fed the baseline before it.
  @Count public var responsesBefore: Int

  /// A first observation.
  public init(at date: Date, lastGoodAt: Date?, responsesBefore: Int) {
    at = date
    self.lastGoodAt = lastGoodAt
    self.responsesBefore = responsesBefore
  }
}
