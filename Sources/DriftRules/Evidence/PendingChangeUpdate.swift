public import DriftModel
public import PayloadShape

/// What one check of a place does to its pendingChanges; a pure function of what was known and what was seen.
public struct PendingChangeUpdate: Sendable, Equatable {
  /// All pendingChanges from now on, in order of their keys.
  public private(set) var pendingChanges: [PendingChange]
  /// Where everything that was seen now stands.
  public private(set) var states: [String: PendingChange.State] = [:]
  /// What is told although this check does not show it, since it comes and goes.
  public private(set) var standing: Set<String> = []

  /// PendingChanges that a place keeps at most; past ones go first.
  static let limit = 512
  /// How improbable it must be that something which comes and goes at its rate stays away for so long, before it is gone.
  static let improbabilityOfAbsence = 0.001

  /// Weighs what was seen now, together with what was seen before.
  ///
  /// - Parameters:
  ///   - known: The place's pendingChanges.
  ///   - observations: What this check shows, each key once.
  ///   - policy: The rates.
  ///   - couldShow: Whether this check could have shown a pendingChange that it does not show.
  public init(
    known: [PendingChange], observations: [PendingChange.Observation], policy: EvidencePolicy = .standard,
    couldShow: (PendingChange) -> Bool
  ) {
    var byKey = Dictionary(known.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for observation in observations {
      if let known = byKey[observation.key], known.isSettled == true,
        observation.improbability >= policy.falseFindingsPerResponse
      {
        states[observation.key] = .ordinary
        continue
      }
      var pendingChange =
        byKey[observation.key].flatMap { $0.isSettled == true ? nil : $0 } ?? PendingChange(observation)
      if pendingChange.isLeft(behind: observation) { pendingChange = PendingChange(observation) }
      if pendingChange.state == .past {
        let former = pendingChange
        pendingChange = PendingChange(observation)
        pendingChange.returns = (former.returns ?? 0) + 1
        pendingChange.longestRun = former.longestRun
        pendingChange.history = former.isOfOptional == true ? observation.history : former.history
        if former.isOfOptional != true, !pendingChange.isRecurring {
          (pendingChange.state, pendingChange.isSure) = (.confirmed, true)
        }
      }
      pendingChange.isOfOptional = observation.isOfOptional ? true : nil
      pendingChange.note(observation, policy)
      if pendingChange.isOneOfSeveralForms { pendingChange.state = .ordinary }
      (pendingChange.wasBlind, pendingChange.isOfSameRecords) = (nil, observation.isOfSameRecords ? true : nil)
      (pendingChange.sorts, pendingChange.form) = (observation.sorts, observation.form)
      states[observation.key] = pendingChange.state
      // What is ordinary enters the baseline now, which knows it from then on.
      byKey[observation.key] = pendingChange.state == .ordinary ? nil : pendingChange
    }
    var decided: Set<String> = []
    for (key, pendingChange) in byKey
    where states[key] == nil && pendingChange.state != .past && couldShow(pendingChange) {
      if pendingChange.isSettled == true || pendingChange.isOfOptional == true {
        // Back as it was, and its absence in one response is no news as before; how long it lasted is remembered.
        byKey[key] = pendingChange.isSettled == true ? nil : pendingChange.ended
        continue
      }
      var pendingChange = pendingChange
      decided.insert(key)
      pendingChange.noteAbsence(policy)
      pendingChange.wasBlind = nil
      byKey[key] = pendingChange
    }
    for key in byKey.keys where states[key] == nil {
      if byKey[key]?.state == .confirmed { standing.insert(key) }
      if byKey[key]?.state != .past, !decided.contains(key) { byKey[key]?.wasBlind = true }
    }
    // What is told stays; of the rest those that were looked at longest, or the new ones would never come to anything.
    func isBefore(_ one: PendingChange, _ other: PendingChange) -> Bool {
      func rank(_ pendingChange: PendingChange) -> Int {
        switch pendingChange.state {
        case .confirmed: 0
        case .ordinary where pendingChange.isSettled == true: 0
        case .pending, .ordinary: 1
        case .past: 2
        }
      }
      return (rank(one), -one.checks, one.key) < (rank(other), -other.checks, other.key)
    }
    pendingChanges = byKey.values.sorted(by: isBefore).prefix(Self.limit).sorted { $0.key < $1.key }
  }

  /// What one more response that equals the last does; `nil` if something must be told or forgotten for it, so that the response
  /// has to be judged.
  public static func repeating(_ known: [PendingChange], policy: EvidencePolicy = .standard) -> [PendingChange]? {
    let next = known.map { $0.repeated(policy) }
    return zip(known, next).allSatisfy { $0.state == $1.state } ? next : nil
  }

  /// Notes of what is new here that it was seen for the first time.
  public mutating func note(_ sight: FirstObservation) {
    for index in pendingChanges.indices
    where pendingChanges[index].checks == 1 && pendingChanges[index].firstObservation == nil {
      pendingChanges[index].firstObservation = sight
    }
  }

  /// Ends a pendingChange whose matter is settled, by somebody's word or since it harms nobody.
  public mutating func settle(_ key: String) {
    standing.remove(key)
    guard let index = pendingChanges.firstIndex(where: { $0.key == key }) else { return }
    if let settled = pendingChanges[index].settled {
      pendingChanges[index] = settled
    } else {
      pendingChanges.remove(at: index)
    }
  }
}
