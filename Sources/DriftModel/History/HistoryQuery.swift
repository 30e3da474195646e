public import Foundation

/// Which finding intervals are asked for.
public struct HistoryQuery: Sendable, Equatable {
  /// Id of the contract; `nil`: all.
  public var contract: String?
  /// Id of the endpoint; `nil`: all.
  public var endpoint: String?
  /// The environment; `nil`: all.
  public var environment: String?
  /// A path: intervals of it and of what lies below it; `nil`: all.
  public var path: String?
  /// Intervals that ended before are left out; `nil`: none.
  public var since: Date?
  /// Intervals that began after are left out; `nil`: none.
  public var until: Date?

  /// All intervals.
  public init() {}

  /// Whether an interval is asked for.
  public func matches(_ interval: FindingInterval) -> Bool {
    guard matches(interval.key, since: interval.first) else { return false }
    if let since, let ended = interval.ended, ended.at < since.toTheMillisecond { return false }
    return path.map { path in interval.paths.contains { $0 == path || isPath(path, ancestorOf: $0) } } ?? true
  }

  /// Whether something of a request key that began at a moment is asked for, however long it lasted.
  package func matches(_ key: RequestKey, since first: HistoryMoment) -> Bool {
    if let contract, key.contract != contract { return false }
    if let endpoint, key.endpoint != endpoint { return false }
    if let environment, key.environment != environment { return false }
    return until.map { first.at <= $0.toTheMillisecond } ?? true
  }
}
