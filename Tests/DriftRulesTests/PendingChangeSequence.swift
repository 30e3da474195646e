import PayloadShape

@testable import DriftModel
@testable import DriftRules

/// The looks at one place, each weighed together with those before it.
struct PendingChangeSequence {
  /// What is suspected after the last check.
  private(set) var known: [PendingChange] = []
  /// What the last check came to.
  private(set) var last = PendingChangeUpdate(known: [], observations: []) { _ in true }

  /// Checks once.
  @discardableResult
  mutating func look(_ observations: EvidenceObservation..., couldShow: Bool = true) -> PendingChangeUpdate {
    last = PendingChangeUpdate(known: known, observations: observations) { _ in couldShow }
    known = last.pendingChanges
    return last
  }

  /// Checks so many times without seeing anything.
  mutating func lookInVain(_ count: Int) {
    for _ in 0..<count { look() }
  }

  /// Checks so many times, and sees the same each time.
  mutating func look(_ observation: EvidenceObservation, times count: Int) {
    for _ in 0..<count { look(observation) }
  }

  /// Where the only pendingChange stands; `nil`: there is none, or more.
  var state: PendingChange.State? { known.count == 1 ? known.first?.state : nil }
}

/// What a response shows of a member that may be absent, with the improbability that a comparison gives it: `share` of its
/// `records` do not have it; all those of the `history` responses before did, but for a share of `habit`.
func observation(
  _ share: Double = 1, after history: Int, of records: Double = 1, habit: Double = 0,
  about subject: EvidenceSubject = .member(path: "$.price", aspect: .presence),
  isOfSameRecords: Bool = false, isProven: Bool = false
) -> EvidenceObservation {
  // Twelve members, of which a third is optional.
  let prior = 4.0
  let (here, before) = (share * records, Double(history) * records)
  let surprise =
    habit > 0
    ? Improbability.ofMore(here, of: records, after: habit * before, of: before)
    : Improbability.ofFirst(here, of: records, after: before)
  var observation = EvidenceObservation(
    subject, share: share,
    EvidenceWeight(improbability: min(1, prior * surprise), prior: prior, habit: habit, trials: records),
    former: PendingChange.Former(responses: history, habit: habit))
  (observation.isOfSameRecords, observation.isProven) = (isOfSameRecords, isProven)
  return observation
}
