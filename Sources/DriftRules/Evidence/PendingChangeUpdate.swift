public import DriftModel
public import PayloadShape

/// What one check of a request does to its pending changes; a pure function of what was known and what was seen.
public struct PendingChangeUpdate: Sendable, Equatable {
  /// All pending changes from now on, in order of their subjects.
  public private(set) var pendingChanges: [PendingChange]
  /// Where everything that was seen now stands.
  public private(set) var states: [EvidenceSubject: PendingChange.State] = [:]
  /// What stays reported although this check does not show it, because it comes and goes.
  public private(set) var standing: Set<EvidenceSubject> = []

  /// Pending changes that a request keeps at most; those that are over go first.
  static let limit = 512
  /// How improbable it must be that something which comes and goes at its rate stays away for so long, before it is gone.
  static let improbabilityOfAbsence = 0.001

  /// Weighs what was seen now, together with what was seen before.
  ///
  /// - Parameters:
  ///   - known: The request's pending changes.
  ///   - observations: What this check shows, each subject once.
  ///   - policy: The rates.
  ///   - couldShow: Whether this check could have shown a pending change that it does not show.
  public init(
    known: [PendingChange], observations: [PendingChange.Observation], policy: EvidencePolicy = .standard,
    couldShow: (PendingChange) -> Bool
  ) {
    var bySubject = Dictionary(known.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
    for observation in observations {
      if let known = bySubject[observation.subject], known.isSettled == true,
        observation.improbability >= policy.falseFindingsPerResponse
      {
        states[observation.subject] = .ordinary
        continue
      }
      var pendingChange =
        bySubject[observation.subject].flatMap { $0.isSettled == true ? nil : $0 } ?? PendingChange(observation)
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
      (pendingChange.variants, pendingChange.form) = (observation.variants, observation.form)
      states[observation.subject] = pendingChange.state
      // What is ordinary enters the baseline now, which knows it from then on.
      bySubject[observation.subject] = pendingChange.state == .ordinary ? nil : pendingChange
    }
    var decided: Set<EvidenceSubject> = []
    for (subject, pendingChange) in bySubject
    where states[subject] == nil && pendingChange.state != .past && couldShow(pendingChange) {
      if pendingChange.isSettled == true || pendingChange.isOfOptional == true {
        // Back as it was, and its absence in one response is no news as before; how long it lasted is remembered.
        bySubject[subject] = pendingChange.isSettled == true ? nil : pendingChange.ended
        continue
      }
      var pendingChange = pendingChange
      decided.insert(subject)
      pendingChange.noteAbsence(policy)
      pendingChange.wasBlind = nil
      bySubject[subject] = pendingChange
    }
    for subject in bySubject.keys where states[subject] == nil {
      if bySubject[subject]?.state == .confirmed { standing.insert(subject) }
      if bySubject[subject]?.state != .past, !decided.contains(subject) { bySubject[subject]?.wasBlind = true }
    }
    // What is reported stays. Of the rest those stay that were checked longest, or new ones would push them all out.
    func isBefore(_ one: PendingChange, _ other: PendingChange) -> Bool {
      func rank(_ pendingChange: PendingChange) -> Int {
        switch pendingChange.state {
        case .confirmed: 0
        case .ordinary where pendingChange.isSettled == true: 0
        case .pending, .ordinary: 1
        case .past: 2
        }
      }
      return (rank(one), -one.checks, one.subject) < (rank(other), -other.checks, other.subject)
    }
    pendingChanges = bySubject.values.sorted(by: isBefore).prefix(Self.limit).sorted { $0.subject < $1.subject }
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

  /// Ends a pending change that is settled, because somebody accepted it or because it harms nobody.
  public mutating func settle(_ subject: EvidenceSubject) {
    standing.remove(subject)
    guard let index = pendingChanges.firstIndex(where: { $0.subject == subject }) else { return }
    if let settled = pendingChanges[index].settled {
      pendingChanges[index] = settled
    } else {
      pendingChanges.remove(at: index)
    }
  }
}
