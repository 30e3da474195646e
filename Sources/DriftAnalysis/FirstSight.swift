public import Foundation

/// The first sight of something that was told only later, since chance might have explained it.
public struct FirstSight: Codable, Sendable, Equatable {
  /// The clock of the round that showed it.
  public var at: Date
  /// When the endpoint was last seen without it before that; `nil`: never.
  public var lastGoodAt: Date?
  /// Answers that fed the baseline before it.
  public var answersBefore: Int

  /// A first sight.
  public init(at date: Date, lastGoodAt: Date?, answersBefore: Int) {
    at = date
    self.lastGoodAt = lastGoodAt
    self.answersBefore = answersBefore
  }
}
