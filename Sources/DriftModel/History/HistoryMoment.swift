public import Foundation

/// A round, and when it was by its clock, to the millisecond.
public struct HistoryMoment: Sendable, Equatable {
  /// Number of the round; it may have been pruned since.
  public var round: Int
  /// When.
  public var at: Date

  /// A moment.
  public init(round: Int, at date: Date) { (self.round, at) = (round, date.toTheMillisecond) }
}
