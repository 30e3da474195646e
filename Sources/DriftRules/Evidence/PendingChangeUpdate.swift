public import DriftModel

/// What one check of a request does to its pending changes; a pure function of what was known and what was seen.
public struct PendingChangeUpdate: Sendable, Equatable {
  /// All pending changes from now on, in order of their subjects.
  public private(set) var pendingChanges: [PendingChange]
  /// Where everything that was seen now stands.
  public private(set) var states: [EvidenceSubject: PendingChange.State] = [:]
  /// What turned out to be ordinary, so that the baseline knows it from now on.
  public private(set) var learned: [PendingChange] = []
  /// What stays reported although this check does not show it, because it comes and goes.
  public private(set) var standing: Set<EvidenceSubject> = []

  /// Pending changes that a request keeps at most; those that are over go first.
  static let limit = 512
  /// Weighs what was seen now, together with what was seen before.
  ///
  /// - Parameters:
  ///   - known: The request's pending changes.
  ///   - observations: What this check shows, each subject once.
  ///   - couldShow: Whether this check could have shown a pending change that it does not show.
  public init(known: [PendingChange], observations: [EvidenceObservation], couldShow: (PendingChange) -> Bool) {
    var bySubject = Dictionary(known.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
    for observation in observations {
      let known = bySubject[observation.subject]
      if known?.state == .settled, observation.weight.improbability >= EvidencePolicy.falseFindingsPerResponse {
        states[observation.subject] = .ordinary
        continue
      }
      let change = PendingChange.after(observation, known: known)
      states[change.subject] = change.state
      // What is ordinary enters the baseline now, which knows it from then on, unless it takes more than one response to know it.
      let isLearned = change.state == .ordinary && !change.isLearnedInSteps
      bySubject[change.subject] = isLearned ? change.remembered : change
      if isLearned { learned.append(change) }
    }
    for (subject, change) in bySubject where states[subject] == nil && change.state != .past {
      guard couldShow(change) else {
        if change.state == .confirmed { standing.insert(subject) }
        bySubject[subject]?.last.isInformative = false
        continue
      }
      if change.state == .settled {
        bySubject[subject] = nil  // back as it was
      } else if change.last.isOfOptional {
        // Its absence in one response is no news, as before; how long it lasted is remembered.
        bySubject[subject] = change.ended
      } else {
        bySubject[subject]?.noteAbsence()
        if bySubject[subject]?.state == .confirmed { standing.insert(subject) }
      }
    }
    // What is reported stays. Of the rest those stay that were checked longest, or new ones would push them all out; but what this
    // check shows to be over makes room for what it shows.
    let seen = Set(states.keys)
    func rank(_ change: PendingChange) -> Int {
      switch change.state {
      case .confirmed, .settled: 0
      // There are many ways in which values may be others, and most of them are no more than information.
      case .pending, .ordinary:
        if !seen.contains(change.subject), change.last.isInformative {
          3
        } else if case .values = change.subject {
          2
        } else {
          1
        }
      case .past: 3
      }
    }
    pendingChanges = bySubject.values.sorted {
      (rank($0), -$0.counts.checks, $0.subject) < (rank($1), -$1.counts.checks, $1.subject)
    }.prefix(Self.limit).sorted { $0.subject < $1.subject }
  }

  /// What one more response that equals the last does; `nil` if something must be reported or forgotten for it, so that the response
  /// has to be evaluated.
  public static func repeating(_ known: [PendingChange]) -> [PendingChange]? {
    let next = known.map(\.repeated)
    return zip(known, next).allSatisfy { $0.state == $1.state } ? next : nil
  }

  /// Notes of what is new here that it was seen for the first time.
  ///
  /// - Parameter first: This check, with the last one that was without a subject.
  public mutating func note(_ first: (EvidenceSubject) -> FirstObservation) {
    for index in pendingChanges.indices
    where pendingChanges[index].counts.checks == 1 && pendingChanges[index].firstObservation == nil {
      pendingChanges[index].firstObservation = first(pendingChanges[index].subject)
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
