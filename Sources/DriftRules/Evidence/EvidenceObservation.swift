public import DriftModel
public import PayloadShape

/// What one response, or all responses of one round together, shows of something that may be a change.
public struct EvidenceObservation: Sendable, Equatable {
  /// What it is about.
  public var subject: EvidenceSubject
  /// Share of what could have shown it that did, 0 to 1.
  public var share: Double
  /// What it is worth.
  var weight: EvidenceWeight
  /// What the baseline knows, which did not show it or only at times.
  public var former: PendingChange.Former
  /// Whether only records show it that will show it again without being more evidence.
  public var isOfSameRecords = false
  /// As many responses of new records as are in it all the same: see ``RecordOverlap/renewal``.
  var renewal = 0.0
  /// Whether the changed form was there at times before.
  public var isOfOptional = false
  /// Whether nothing about it is left to chance, since its cause was found.
  public var isProven = false
  /// See ``ChangeSample/knownRecords``; 0 where not all records show it.
  var knownRecords = 0.0
  /// Whether all show it and several of them are known to have changed together.
  var isOfChangedRecords = false
  /// Whether it shows in new records, in a baseline whose records were new as well.
  public var isFresh = false
  /// What it is seen as, where one may be how the responses are and another not; `nil`: it does not matter.
  public var form: ObservedForm?
  /// The variants of objects that it is about; `nil`: all.
  public var variants: ObjectVariants?

  /// An observation.
  init(_ subject: EvidenceSubject, share: Double, _ weight: EvidenceWeight, former: PendingChange.Former) {
    (self.subject, self.share, self.weight, self.former) = (subject, share, weight, former)
  }
}
