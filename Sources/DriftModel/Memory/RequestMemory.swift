public import Foundation
public import PayloadShape

/// All that is remembered of a request as declared: what the next response is compared with.
public struct RequestMemory: Sendable, Equatable {
  /// What its payloads have looked like; `nil` before the first.
  public var baseline: PayloadShape?
  /// Responses that fed the baseline.
  public var baselineResponses = 0
  /// What each mapping normally loses.
  public var mappings: [MappingKey: MappingStatistics] = [:]
  /// Shape of what each write sends, by version and writing endpoint.
  public var sends: [MappingKey: PayloadShape] = [:]
  /// The last examined response of each concrete request, by URL; only of those that were asked for.
  public var responses: [String: StoredResponse] = [:]
  /// Its incidents, open and resolved, oldest first.
  public var incidents: [Incident] = []
  /// Findings of the last check.
  public var findings: [Finding] = []
  /// What may be a change and is not reported as one yet, in the order in which it was recorded.
  public var pendingChanges: [PendingChange] = []
  /// What became of it at the last check; `nil`: never checked.
  public var report: EndpointReport?
  /// When it was last checked, to the millisecond.
  public var checkedAt: Date?
  /// When it was last seen without anything at warning or above, to the millisecond.
  public var lastGoodAt: Date?

  /// Nothing known yet.
  public init() {}
}
