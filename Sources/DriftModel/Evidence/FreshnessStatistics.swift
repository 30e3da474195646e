public import Foundation

/// How often the newest date under one member of a list's records advanced, and for how long it stood still at most.
public struct FreshnessStatistics: Codable, Sendable, Equatable {
  /// Path of the list, as `$.items`.
  public var list: String
  /// Path of the member, as `$.items[*].publishedAt`.
  public var member: String
  /// The newest date that was ever seen.
  public var newest: Date
  /// Clock of the first observation.
  public var since: Date
  /// Clock of the observation that showed the last advance; `nil` before the first.
  public var lastAdvance: Date?
  /// How often an observation showed a newer date than all before.
  public var advances = 0
  /// The longest time between two advances, or until the first, in seconds.
  public var longestGap: TimeInterval = 0
  /// The sum of the natural logarithms of these times, each of at least a second: with their squares they tell
  /// how much these times scatter.
  public var gapLogarithms = 0.0
  /// The sum of their squares.
  public var gapLogarithmSquares = 0.0
  /// Whether the newest date was ever well after the clock: then it says when something will be, and not how fresh the list is.
  public var isAhead = false

  /// The first observation.
  public init(list: String, member: String, newest: Date, at clock: Date) {
    (self.list, self.member, self.newest, since) = (list, member, newest, clock)
  }

  /// Reads stored statistics.
  ///
  /// - Throws: `DecodingError` for a member that is missing or mistyped, and for counts or times that cannot be.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    list = try members.decode(String.self, forKey: .list)
    member = try members.decode(String.self, forKey: .member)
    newest = try members.decode(Date.self, forKey: .newest)
    since = try members.decode(Date.self, forKey: .since)
    lastAdvance = try members.decodeIfPresent(Date.self, forKey: .lastAdvance)
    advances = try members.decode(Int.self, forKey: .advances)
    longestGap = try members.decode(TimeInterval.self, forKey: .longestGap)
    gapLogarithms = try members.decode(Double.self, forKey: .gapLogarithms)
    gapLogarithmSquares = try members.decode(Double.self, forKey: .gapLogarithmSquares)
    isAhead = try members.decode(Bool.self, forKey: .isAhead)
    try requirePossible(
      counts: [advances], sums: [longestGap, gapLogarithms, gapLogarithmSquares], in: decoder)
  }
}
