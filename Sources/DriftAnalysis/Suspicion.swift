public import PayloadShape

/// Something at a place that was seen and is not told as a warning yet, or is told and not yet seen to be gone.
///
/// One answer is rarely proof: a member may be absent since it is optional and no answer showed that before. A suspicion
/// gathers what the answers after the first one say, answer by answer, so that a member which goes missing from one answer in
/// ten is told though no single answer proves it, and so that what comes and goes at a steady rate stays told in between.
public struct Suspicion: Codable, Sendable, Equatable {
  /// What is suspected, over all answers: rule and path of a change of shape, or version, mapping and what is lost.
  public var key: String
  /// Where it stands.
  public var state: State
  /// The change as it was last seen; `nil` for a loss.
  public var change: ShapeChange?
  /// Answers that could have shown it since it was first seen, that one included.
  public var answers: Int
  /// Sum of the shares of those answers that showed it: 1 for an answer in which every record did.
  public var affected: Double
  /// Answers in a row, up to the last, that did not show it.
  public var cleanRun: Int
  /// Answers before the first that could have shown it and did not.
  public var history: Int

  /// Where a suspicion stands.
  public enum State: String, Codable, Sendable {
    /// Chance may explain it.
    case pending
    /// Chance does not: told at its level, until it is seen to be gone.
    case confirmed
    /// It stayed below all thresholds for so long that it is how the answers are; the next sight of it enters the baseline.
    case ordinary
  }

  /// A suspicion at its first sight.
  public init(key: String, change: ShapeChange?, share: Double, history: Int) {
    self.key = key
    self.change = change
    self.history = history
    state = .pending
    answers = 1
    affected = share
    cleanRun = 0
  }
}
