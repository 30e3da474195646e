public import PayloadShape

/// A change that is not improbable enough to be reported yet, or one that is reported and not yet seen to be over.
///
/// One response is rarely proof: a member may be absent because it is optional and no response showed that before. A pending
/// change gathers the evidence of the responses after the first, one by one. So a member that goes missing from one response in
/// ten is reported though no single response proves it, and what comes and goes at a steady rate stays reported in between.
public struct PendingChange: Codable, Sendable, Equatable {
  /// What it is about, the same over all responses.
  public var subject: EvidenceSubject
  /// Where it stands.
  public var state: State
  /// Responses that could have shown it since it was first seen, that one included.
  public var checks: Int
  /// Of them, those that tell something: not the same records once more.
  public var responses: Int
  /// Checks that showed it.
  public var affectedResponses: Int
  /// Sum of the shares of the telling responses that showed it: 1 for a response in which every record did.
  public var affected: Double
  /// Responses in a row, up to the last, that did not show it.
  public var cleanRun: Int
  /// Responses before the first that could have shown it and did not, or only at the rate of `habit`.
  public var history: Int
  /// Share that was affected in the responses before the first; 0 for what was never seen.
  public var habit: Double
  /// The last share among the responses that showed it.
  public var lastShare: Double
  /// The highest one.
  public var highestShare: Double
  /// The least that the records of a response were worth; see ``Observation/trials``.
  public var trials: Double
  /// As of the last observation; see ``Observation/prior``.
  public var prior: Double
  /// Whether it was confirmed by the rates for everything, not only by those for a first loss.
  public var isSure: Bool

  /// Whether the last check could not have shown it, such as an empty list; `nil`: it could.
  public var wasBlind: Bool?
  /// How often it was gone and came back; `nil`: never.
  public var returns: Int?
  /// Checks in a row, up to the last, that showed it; `nil`: none.
  public var run: Int?
  /// The longest such row that ended; `nil`: none did.
  public var longestRun: Int?
  /// Whether it is settled and only kept so that it is not raised again; `nil`: it is not.
  public var isSettled: Bool?
  /// As of the last observation; see ``PayloadShape/ShapeChange/isOfOptional``; `nil`: it was not.
  public var isOfOptional: Bool?
  /// As of the last observation; see ``Observation/form``; `nil`: it does not matter.
  public var form: ObservedForm?
  /// The variants of objects that it is about, as of the last observation; `nil`: all.
  public var variants: ObjectVariants?
  /// As of the last observation; see ``Observation/isOfSameRecords``; `nil`: it was not.
  public var isOfSameRecords: Bool?

  /// Checks that showed it in records that were new; `nil`: none.
  public var freshObservations: Int?
  /// Responses before the first of those whose records were new too, each of other ones; `nil`: there was none.
  public var freshHistory: Int?

  /// When, and after what, it was first seen; `nil` until that is noted.
  public var firstObservation: FirstObservation?

  /// Where a pending change stands.
  public enum State: String, Codable, Sendable {
    /// Chance may explain it.
    case pending
    /// Chance does not: told at its level, until it is seen to be gone.
    case confirmed
    /// It was confirmed and is gone; when it comes back it is believed at once.
    case past
    /// It stayed below all thresholds for so long that it is how the responses are; the next sight of it enters the baseline.
    case ordinary
  }

  /// A pending change at its first observation.
  public init(_ observation: Observation) {
    subject = observation.subject
    history = observation.history
    habit = observation.habit
    isSure = false
    prior = observation.prior
    trials = max(1, observation.trials)
    (lastShare, highestShare) = (0, 0)
    state = .pending
    (checks, responses) = (0, 0)
    affectedResponses = 0
    affected = 0
    cleanRun = 0
  }

  /// What one response, or all responses of one round together, shows of something that may be a change.
  public struct Observation: Sendable, Equatable {
    /// As ``PendingChange/subject``.
    public var subject: EvidenceSubject
    /// Share of what could have shown it that did, 0 to 1.
    public var share: Double
    /// Probability that a steady API shows this in one response.
    public var improbability: Double
    /// Chances that a steady API has to show such a thing, as in ``ShapeChange/prior``.
    public var prior: Double
    /// Responses in the baseline that did not show it.
    public var history: Int
    /// Share that was affected in those.
    public var habit: Double
    /// What the records or values that could have shown it are worth as trials.
    public var trials: Double
    /// As ``ShapeChange/isOfSameRecords``.
    public var isOfSameRecords: Bool
    /// Whether nothing about it is left to chance, since its cause was found.
    public var isProven: Bool
    /// As of ``PayloadShape/ShapeChange/isOfOptional``.
    public var isOfOptional = false
    /// What it is seen as, where one may be how the responses are and another not: the new values of a set; `nil`: it does not
    /// matter.
    public var form: ObservedForm?
    /// The variants of objects that it is about; `nil`: all.
    public var variants: ObjectVariants?
    /// As ``PayloadShape/ShapeChange/freshResponses``.
    public var freshHistory: Int?
    /// How improbable it must be to be believed at its very first sight; `nil`: as improbable as everything.
    public var firstObservationThreshold: Double?

    /// An observation.
    public init(
      _ subject: EvidenceSubject, share: Double, improbability: Double, prior: Double, history: Int, habit: Double = 0,
      trials: Double = 1, isOfSameRecords: Bool = false, isProven: Bool = false
    ) {
      self.subject = subject
      self.share = share
      self.improbability = improbability
      self.prior = prior
      self.history = history
      self.habit = habit
      self.trials = trials
      self.isOfSameRecords = isOfSameRecords
      self.isProven = isProven
    }
  }
}
