public import DriftAnalysis
public import Foundation
public import PayloadShape

/// All that is remembered of a place: what the next answer is compared with.
public struct PlaceState: Sendable, Equatable {
  /// What its payloads have looked like; `nil` before the first.
  public var baseline: PayloadShape?
  /// Answers that fed the baseline.
  public var baselineAnswers = 0
  /// What each mapping normally loses.
  public var mappings: [MappingKey: MappingStatistics] = [:]
  /// Shape of what each write sends, by version and writing endpoint.
  public var sends: [MappingKey: PayloadShape] = [:]
  /// Its incidents, open and resolved, oldest first.
  public var incidents: [Incident] = []
  /// Findings of the last look.
  public var findings: [Finding] = []
  /// What is suspected, in the order in which it was recorded.
  public var suspicions: [Suspicion] = []
  /// What became of it at the last look; `nil`: never looked at.
  public var report: EndpointReport?
  /// When it was last looked at, to the millisecond.
  public var checkedAt: Date?
  /// When it was last seen without anything at warning or above, to the millisecond.
  public var lastGoodAt: Date?

  /// Nothing known yet.
  public init() {}
}
