public import Foundation
public import PayloadShape

/// All that is remembered of a place: what the next response is compared with.
public struct RequestMemory: Sendable, Equatable {
  /// What its payloads have looked like; `nil` before the first.
  public var baseline: PayloadShape?
  /// Responses that fed the baseline.
  public var baselineResponses = 0
  /// What each mapping normally loses.
  public var mappings: [MappingKey: MappingStatistics] = [:]
  /// Shape of what each write sends, by version and writing endpoint.
  public var sends: [MappingKey: PayloadShape] = [:]
  /// Its incidents, open and resolved, oldest first.
  public var incidents: [Incident] = []
  /// Findings of the last check.
  public var findings: [Finding] = []
  /// What is suspected, in the order in which it was recorded.
  public var pendingChanges: [PendingChange] = []
  /// What became of it at the last check; `nil`: never looked at.
  public var report: EndpointReport?
  /// When it was last looked at, to the millisecond.
  public var checkedAt: Date?
  /// When it was last seen without anything at warning or above, to the millisecond.
  public var lastGoodAt: Date?

  /// Nothing known yet.
  public init() {}
}
