public import PayloadShape

/// What one look at a place does to its suspicions; a pure function of what was known and what was seen.
public struct SuspicionUpdate: Sendable, Equatable {
  /// All suspicions from now on, in order of their keys.
  public private(set) var suspicions: [Suspicion]
  /// Where everything that was seen now stands.
  public private(set) var states: [String: Suspicion.State] = [:]
  /// What is told although this look does not show it, since it comes and goes.
  public private(set) var standing: Set<String> = []

  /// Suspicions that a place keeps at most; past ones go first.
  static let limit = 512
  /// How improbable it must be that something which comes and goes at its rate stays away for so long, before it is gone.
  static let improbabilityOfAbsence = 0.001

  /// Weighs what was seen now, together with what was seen before.
  ///
  /// - Parameters:
  ///   - known: The place's suspicions.
  ///   - sightings: What this look shows, each key once.
  ///   - policy: The rates.
  ///   - couldShow: Whether this look could have shown a suspicion that it does not show.
  public init(
    known: [Suspicion], sightings: [Suspicion.Sighting], policy: EvidencePolicy = .standard,
    couldShow: (Suspicion) -> Bool
  ) {
    var byKey = Dictionary(known.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for sighting in sightings {
      if let known = byKey[sighting.key], known.isSettled == true,
        sighting.improbability >= policy.falseFindingsPerAnswer
      {
        states[sighting.key] = .ordinary
        continue
      }
      var suspicion = byKey[sighting.key].flatMap { $0.isSettled == true ? nil : $0 } ?? Suspicion(sighting)
      if suspicion.isLeft(behind: sighting) { suspicion = Suspicion(sighting) }
      if suspicion.state == .past {
        let former = suspicion
        suspicion = Suspicion(sighting)
        suspicion.returns = (former.returns ?? 0) + 1
        suspicion.longestRun = former.longestRun
        suspicion.history = former.isOfOptional == true ? sighting.history : former.history
        if former.isOfOptional != true, !suspicion.isRecurring {
          (suspicion.state, suspicion.isSure) = (.confirmed, true)
        }
      }
      suspicion.isOfOptional = sighting.isOfOptional ? true : nil
      suspicion.note(sighting, policy)
      if suspicion.isOneOfSeveralForms { suspicion.state = .ordinary }
      (suspicion.wasBlind, suspicion.isOfSameRecords) = (nil, sighting.isOfSameRecords ? true : nil)
      (suspicion.sorts, suspicion.form) = (sighting.sorts, sighting.form)
      states[sighting.key] = suspicion.state
      // What is ordinary enters the baseline now, which knows it from then on.
      byKey[sighting.key] = suspicion.state == .ordinary ? nil : suspicion
    }
    var decided: Set<String> = []
    for (key, suspicion) in byKey where states[key] == nil && suspicion.state != .past && couldShow(suspicion) {
      if suspicion.isSettled == true || suspicion.isOfOptional == true {
        // Back as it was, and its absence in one answer is no news as before; how long it lasted is remembered.
        byKey[key] = suspicion.isSettled == true ? nil : suspicion.ended
        continue
      }
      var suspicion = suspicion
      decided.insert(key)
      suspicion.noteAbsence(policy)
      suspicion.wasBlind = nil
      byKey[key] = suspicion
    }
    for key in byKey.keys where states[key] == nil {
      if byKey[key]?.state == .confirmed { standing.insert(key) }
      if byKey[key]?.state != .past, !decided.contains(key) { byKey[key]?.wasBlind = true }
    }
    // What is told stays; of the rest those that were looked at longest, or the new ones would never come to anything.
    func isBefore(_ one: Suspicion, _ other: Suspicion) -> Bool {
      func rank(_ suspicion: Suspicion) -> Int {
        switch suspicion.state {
        case .confirmed: 0
        case .ordinary where suspicion.isSettled == true: 0
        case .pending, .ordinary: 1
        case .past: 2
        }
      }
      return (rank(one), -one.looks, one.key) < (rank(other), -other.looks, other.key)
    }
    suspicions = byKey.values.sorted(by: isBefore).prefix(Self.limit).sorted { $0.key < $1.key }
  }

  /// What one more answer that equals the last does; `nil` if something must be told or forgotten for it, so that the answer
  /// has to be judged.
  public static func repeating(_ known: [Suspicion], policy: EvidencePolicy = .standard) -> [Suspicion]? {
    let next = known.map { $0.repeated(policy) }
    return zip(known, next).allSatisfy { $0.state == $1.state } ? next : nil
  }

  /// Notes of what is new here that it was seen for the first time.
  public mutating func note(_ sight: FirstSight) {
    for index in suspicions.indices where suspicions[index].looks == 1 && suspicions[index].firstSight == nil {
      suspicions[index].firstSight = sight
    }
  }

  /// Ends a suspicion whose matter is settled, by somebody's word or since it harms nobody.
  public mutating func settle(_ key: String) {
    standing.remove(key)
    guard let index = suspicions.firstIndex(where: { $0.key == key }) else { return }
    if let settled = suspicions[index].settled {
      suspicions[index] = settled
    } else {
      suspicions.remove(at: index)
    }
  }
}
