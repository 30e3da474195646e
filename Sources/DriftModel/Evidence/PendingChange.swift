public import PayloadShape

/// The evidence that something changed: one accumulator for each subject, fed by one response after the other.
///
/// One response is rarely proof: a member may be absent because it is optional and no response showed that before. So a member that
/// goes missing from one response in ten is reported though no single response proves it, and what comes and goes at a steady rate
/// stays reported in between. `DriftRules` weighs it.
public struct PendingChange: Codable, Sendable, Equatable {
  /// What it is about, the same over all responses.
  public var subject: EvidenceSubject
  /// Where it stands.
  public var state = State.pending
  /// What was known before the first observation.
  public var former: Former
  /// What was counted since.
  public var counts = Counts()
  /// How it came and went.
  public var course = Course()
  /// What the last check showed.
  public var last = LastCheck()
  /// Natural logarithm of the likelihood that an API which did not change shows what was seen since the first observation, or more; 0
  /// or below, as of the last observation.
  public var logLikelihood = 0.0
  /// When, and after what, it was first seen; `nil` until that is noted.
  public var firstObservation: FirstObservation?

  /// Nothing counted yet.
  public init(_ subject: EvidenceSubject, former: Former) { (self.subject, self.former) = (subject, former) }

  /// Share of what could have shown it that did, 0 to 1, in the mean of all checks that showed it.
  public var meanShare: Double { min(1, counts.shown / Double(max(1, counts.observations))) }

  /// Where a pending change stands.
  public enum State: String, Codable, Sendable {
    /// Chance may explain it.
    case pending
    /// Chance does not: reported at its level, until it is seen to be gone.
    case confirmed
    /// It was confirmed and is gone; when it comes back it is believed at once.
    case past
    /// It stayed below the threshold for so long that it is how the responses are; the next observation of it enters the baseline.
    case ordinary
    /// It was accepted, or nobody reads it. It is kept only so that it is not raised again while the baseline holds the former form.
    case settled
  }

  /// What was known before the first observation.
  public struct Former: Codable, Sendable, Equatable {
    /// Checks with different responses that could have shown it and did not, or only at the rate of `habit`.
    public var responses: Int
    /// Share that was affected in them, 0 to 1; 0 for what was never seen.
    public var habit: Double
    /// Those of the checks that had other records than the ones before, if it shows in new records; else 0.
    public var freshResponses: Int
    /// Whether the former state was not there from the first response on: it came later, and stayed.
    @Sparse public var isLate: Bool
    /// Checks that showed it before and were too few to be more than chance.
    @Sparse public var earlier: Int
    /// Checks that showed it everywhere, before what is left of it was weighed anew.
    @Sparse public var totals: Int
    /// The highest share, 0 to 1, at which it was once confirmed, kept while what is left of it is weighed anew; 0: it never was.
    @Sparse public var confirmedShare: Double

    /// What was known before.
    public init(responses: Int, habit: Double = 0, freshResponses: Int = 0) {
      (self.responses, self.habit, self.freshResponses) = (responses, habit, freshResponses)
    }
  }

  /// What was counted since the first observation.
  public struct Counts: Codable, Sendable, Equatable {
    /// Checks that could have shown it, the first included.
    public var checks = 0
    /// Of them, those that are evidence: not the same records once more.
    public var responses = 0
    /// Checks that showed it.
    public var observations = 0
    /// Of them, those that showed it in new records.
    public var freshObservations = 0
    /// Sum of the shares of those responses that showed it: 1 for a response in which every record did.
    public var affected = 0.0
    /// Of checks with mostly the same records once more, the new ones among them, added up: so many responses are evidence as well.
    @Sparse public var renewed: Double
    /// The same sum over all checks that showed it, also with the same records once more.
    public var shown = 0.0
    /// Checks that showed it in a response that was evaluated, and not carried forward from an equal one; the baseline learned of none of
    /// them.
    @Sparse public var leftOut: Int
    /// The shares of these, added up.
    @Sparse public var leftOutShares: Double
    /// Checks that showed it everywhere.
    @Sparse public var totals: Int
    /// Those of them in a row, up to the last check.
    @Sparse public var totalRun: Int
    /// The highest share in one response.
    public var highestShare = 0.0
    /// The least that the records of a response were worth as trials.
    public var trials = 1.0
    /// How improbable the most improbable check was by itself, 0 to 1.
    public var leastImprobability = 1.0

    /// Nothing counted yet.
    public init() {}
  }

  /// How something came and went.
  public struct Course: Codable, Sendable, Equatable {
    /// Checks in a row, up to the last, that showed it.
    public var run = 0
    /// Checks in a row, up to the last, that did not show it.
    public var cleanRun = 0
    /// The longest run that ended; 0: none did.
    public var longestRun = 0
    /// How often it was gone and came back.
    public var returns = 0

    /// It is there for the first time.
    public init() {}
  }

  /// What the last check showed.
  public struct LastCheck: Codable, Sendable, Equatable {
    /// Whether it could have shown the change; not so of an empty list.
    public var isInformative = true
    /// Share of what could have shown it that did, as of the last observation.
    public var share = 0.0
    /// Chances that an API has to show such a thing, as of the last observation.
    public var prior = 1.0
    /// Whether it shows in a few of many records that are polled again and again, so that it will show again without being more evidence.
    public var isOfSameRecords = false
    /// Whether it would not show everywhere merely because of which records there are.
    @Sparse public var isOfAnyRecords: Bool
    /// Whether several records are known to have changed together when all began to show it.
    @Sparse public var isOfChangedRecords: Bool
    /// Whether the changed form was there at times before.
    public var isOfOptional = false
    /// What it was seen as, where one form may be how the responses are and another not; `nil`: it does not matter.
    public var form: ObservedForm?
    /// The variants of objects that it is about; `nil`: all.
    public var variants: ObjectVariants?

    /// Nothing seen yet.
    public init() {}
  }
}

extension PendingChange {
  /// Reads a stored change.
  ///
  /// - Throws: `DecodingError` for a member that is missing or mistyped, and for counts that cannot be: negative ones, or more than 2^53.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    subject = try members.decode(EvidenceSubject.self, forKey: .subject)
    state = try members.decode(State.self, forKey: .state)
    former = try members.decode(Former.self, forKey: .former)
    counts = try members.decode(Counts.self, forKey: .counts)
    course = try members.decode(Course.self, forKey: .course)
    last = try members.decode(LastCheck.self, forKey: .last)
    logLikelihood = try members.decode(Double.self, forKey: .logLikelihood)
    firstObservation = try members.decodeIfPresent(FirstObservation.self, forKey: .firstObservation)
    try requirePossible(
      counts: [counts.leftOut, counts.totals, counts.totalRun, former.totals],
      sums: [counts.leftOutShares, counts.renewed],
      in: decoder)
    try requirePossible(
      counts: [
        former.responses, former.freshResponses, former.earlier, counts.checks, counts.responses, counts.observations,
        counts.freshObservations, course.run, course.cleanRun, course.longestRun, course.returns,
      ],
      sums: [
        former.habit, former.confirmedShare, counts.affected, counts.shown, counts.highestShare, counts.trials,
        counts.leastImprobability,
        last.share, last.prior,
      ], in: decoder)
  }
}
