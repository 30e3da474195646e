public import Foundation

/// What `prune` keeps; all times in seconds before now, by the clocks of the rounds.
///
/// Kept in any case: baselines, when something was first seen and last good, open incidents, transitions that no report
/// contains, the latest response of each URL, and the latest rounds.
public struct PrunePolicy: Sendable, Equatable {
  /// Rows of responses and counts of mappings that are younger stay.
  public var responses: TimeInterval
  /// Resolved incidents, findings that are gone, and former shapes stay until so long after their end.
  public var incidents: TimeInterval
  /// Request keys (of former contracts, of URLs checked once) stay until they were not checked for so long, counted back
  /// from the end of the last complete round: while nothing is watched, nothing is gone.
  public var requestKeys: TimeInterval
  /// Requests that stay however long ago they were checked: what is still to be watched.
  public var declared: Set<DeclaredRequest> = []

  /// A policy; by default 90 days of responses, and a year of the rest.
  public init(
    responses: TimeInterval = 90 * day, incidents: TimeInterval = 365 * day, requestKeys: TimeInterval = 365 * day
  ) {
    (self.responses, self.incidents, self.requestKeys) = (responses, incidents, requestKeys)
  }

  /// The same time for responses and incidents, and for request keys too if it is not less than a year: one that is gone by
  /// mistake takes its baseline with it, and what broke meanwhile would be taken for how its responses always were.
  public init(everythingFor seconds: TimeInterval) {
    self.init(responses: seconds, incidents: seconds, requestKeys: max(seconds, 365 * Self.day))
  }

  /// A day in seconds.
  public static let day: TimeInterval = 86_400
}

/// A request that contracts declare, in whatever environment and perspective.
public struct DeclaredRequest: Hashable, Sendable {
  let contract: String
  let endpoint: String
  let request: String

  /// The request of a request key.
  public init(of key: RequestKey) {
    (contract, endpoint, request) = (key.contract, key.endpoint, key.request)
  }
}

/// What `prune` removed.
public struct PruneSummary: Codable, Sendable, Equatable {
  /// Rows of responses.
  public var responses = 0
  /// Rows of mapping counts.
  public var mappingCounts = 0
  /// Rounds that nothing refers to any more.
  public var rounds = 0
  /// Resolved incidents, with all that happened to them.
  public var incidents = 0
  /// Findings that are gone, each time that they were there.
  public var findings = 0
  /// Former learned shapes.
  public var shapes = 0
  /// Request keys with everything about them.
  public var requestKeys = 0
  /// Bytes of the file and its log before.
  public var bytesBefore = 0
  /// Bytes of the file and its log after.
  public var bytesAfter = 0
  /// Whether free space was given back; false where another process had the file in use or the disk had no room for the
  /// copy that it takes: then the space is used for what comes next.
  public var isCompacted = false

  /// Nothing removed.
  public init() {}

  /// Whether nothing was there to remove.
  public var isEmpty: Bool { responses + mappingCounts + rounds + incidents + findings + shapes + requestKeys == 0 }
}
