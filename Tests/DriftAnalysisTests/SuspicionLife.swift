import PayloadShape

@testable import DriftAnalysis

/// The looks at one place, each weighed together with those before it.
struct SuspicionLife {
  /// What is suspected after the last look.
  private(set) var known: [Suspicion] = []
  /// What the last look came to.
  private(set) var last = SuspicionUpdate(known: [], sightings: []) { _ in true }

  /// Looks once.
  @discardableResult
  mutating func look(_ sightings: Suspicion.Sighting..., couldShow: Bool = true) -> SuspicionUpdate {
    last = SuspicionUpdate(known: known, sightings: sightings) { _ in couldShow }
    known = last.suspicions
    return last
  }

  /// Looks so many times without seeing anything.
  mutating func lookInVain(_ count: Int) {
    for _ in 0..<count { look() }
  }

  /// Looks so many times, and sees the same each time.
  mutating func look(_ sighting: Suspicion.Sighting, times count: Int) {
    for _ in 0..<count { look(sighting) }
  }

  /// Where the only suspicion stands; `nil`: there is none, or more.
  var state: Suspicion.State? { known.count == 1 ? known.first?.state : nil }
}

/// What an answer shows of a member that may be absent, with the improbability that a comparison gives it: `share` of its
/// `records` do not have it; all those of the `history` answers before did, but for a share of `habit`.
func sighting(
  _ share: Double = 1, after history: Int, of records: Double = 1, habit: Double = 0, key: String = "presence $.price",
  isOfSameRecords: Bool = false, isProven: Bool = false, firstSightThreshold: Double? = nil
) -> Suspicion.Sighting {
  // Twelve members, of which a third is optional.
  let prior = 4.0
  let (here, before) = (share * records, Double(history) * records)
  let surprise =
    habit > 0
    ? lossImprobability(here, of: records, after: habit * before, of: before)
    : EvidencePolicy.standard.surprise(here, of: records, after: before)
  var sighting = Suspicion.Sighting(
    key: key, share: share, improbability: min(1, prior * surprise), prior: prior, history: history, habit: habit,
    trials: records, isOfSameRecords: isOfSameRecords, isProven: isProven)
  sighting.firstSightThreshold = firstSightThreshold
  return sighting
}
