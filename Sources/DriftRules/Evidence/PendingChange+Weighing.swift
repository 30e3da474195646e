import DriftModel
import PayloadShape

extension PendingChange {
  /// A scale or a closed set that returned more often than this is taken for one that comes and goes.
  private static let returnsOfRecurring = 2

  /// Whether the change was learned and `observation` shows something else: far more of it, or another form.
  func isLeft(behind observation: Observation) -> Bool {
    state == .ordinary && isSettled != true
      && (observation.share >= Self.clearRise * highestShare || form != observation.form)
  }

  /// Whether it must last longer than it ever did before it is reported again, because it comes and goes like night or a season
  /// without matches.
  var isRecurring: Bool {
    guard longestRun != nil else { return false }
    return isOfOptional == true
      || (returns ?? 0) > Self.returnsOfRecurring && subject.aspect?.mayRecur == true
  }

  /// Whether it lasts longer than something that comes and goes would.
  var outlastsFormer: Bool { !isRecurring || (run ?? 0) > 2 * (longestRun ?? 0) }

  /// What is remembered of an optional value that is there again; `nil` if there is nothing to remember.
  var ended: PendingChange? {
    guard state == .confirmed || longestRun != nil else { return nil }
    var pendingChange = self
    pendingChange.longestRun = max(longestRun ?? 0, run ?? 0)
    (pendingChange.state, pendingChange.run) = (.past, nil)
    return pendingChange
  }

  /// With fewer responses than this before the first observation, what comes and goes is how the responses always were.
  private static let youngResponses = 10

  /// Whether it is one of several forms, such as types, that came and went nearly from the beginning.
  var isOneOfSeveralForms: Bool {
    history < Self.youngResponses && (returns ?? 0) > 1 && subject.aspect != nil
  }

  /// What is kept of it once it is settled. If a form is gone, such as a member or a type, the baseline still holds it as the
  /// usual one, so that its end has to be remembered. Otherwise the baseline knows the new form and nothing is kept.
  var settled: PendingChange? {
    guard lastShare >= 1, case .member(_, let aspect) = subject, aspect.isRememberedOnceSettled else { return nil }
    var pendingChange = self
    (pendingChange.state, pendingChange.isSettled) = (.ordinary, true)
    return pendingChange
  }

  /// A loss that was confirmed on little evidence has lasted once so many responses showed it.
  private static let sustainedResponses = 3

  /// An observation with so many times the highest share before it is weighed like a first one.
  private static let clearRise = 2.0

  mutating func note(_ observation: Observation, _ policy: EvidencePolicy) {
    let isFirst = observation.share >= Self.clearRise * highestShare
    let alone =
      affectedResponses == 0 ? observation.improbability : observation.prior * improbability(of: observation, policy)
    prior = observation.prior
    // Records that are polled again change one by one, and each stays changed.
    let worth = observation.isOfSameRecords ? 1 : max(1, observation.trials)
    trials = affectedResponses == 0 ? worth : min(trials, worth)
    let isMore = observation.share > highestShare
    add(observation.share)
    if let fresh = observation.freshHistory {
      freshObservations = (freshObservations ?? 0) + 1
      freshHistory = min(freshHistory ?? fresh, fresh)
    }
    if observation.isOfSameRecords, affectedResponses > 1, !isMore {
      responses -= 1
      affected -= observation.share
    }
    if state == .pending, !outlastsFormer { return }
    if observation.isProven || alone < policy.falseFindingsPerResponse || isBelievable(policy) {
      (state, isSure) = (.confirmed, true)
    } else if isFirst, let threshold = observation.firstObservationThreshold, observation.improbability < threshold {
      state = .confirmed
    } else if state == .pending, checks > policy.confirmationResponses {
      state = .ordinary
    }
  }

  /// How improbable a response after the first is by itself, given what the ones before showed.
  ///
  /// The baseline goes on learning from the responses that are fine but not from those that are not, so it cannot tell.
  private func improbability(of observation: Observation, _ policy: EvidencePolicy) -> Double {
    let records = max(1, observation.trials)
    let before = Double(history + responses) * records
    return lossImprobability(
      observation.share * records, of: records, after: (affected + habit * Double(history)) * records, of: before)
  }

  private mutating func add(_ share: Double) {
    checks += 1
    responses += 1
    affectedResponses += 1
    affected += share
    (lastShare, highestShare) = (share, max(highestShare, share))
    cleanRun = 0
    run = (run ?? 0) + 1
  }

  /// Whether the responses together leave too little to chance.
  private func isBelievable(_ policy: EvidencePolicy) -> Bool {
    // A form that hardly ever varies varied from the beginning, so it is one of several.
    let isVarying = prior < 1 && history < Self.youngResponses && responses > affectedResponses
    let together = min(improbability(policy), improbabilityOfFreshResponses(policy))
    return (isVarying ? 1 : prior) * together * policy.repeatedChecks < policy.falseFindingsPerResponse
  }

  /// After one more response that equals the last.
  func repeated(_ policy: EvidencePolicy) -> PendingChange {
    // What the last response could not show, an equal one cannot either.
    guard state != .past, wasBlind != true, isSettled != true else { return self }
    var pendingChange = self
    guard cleanRun == 0 else {
      pendingChange.noteAbsence(policy)
      return pendingChange
    }
    pendingChange.add(lastShare)
    if isOfSameRecords == true {
      pendingChange.responses -= 1
      pendingChange.affected -= lastShare
    }
    if state == .pending, pendingChange.outlastsFormer {
      pendingChange.state =
        pendingChange.isBelievable(policy)
        ? .confirmed : pendingChange.checks > policy.confirmationResponses ? .ordinary : .pending
    }
    return pendingChange
  }

  mutating func noteAbsence(_ policy: EvidencePolicy) {
    checks += 1
    responses += 1
    cleanRun += 1
    if let ended = run { (longestRun, run) = (max(longestRun ?? 0, ended), nil) }
    switch state {
    case .pending: if checks > policy.confirmationResponses { state = .ordinary }
    case .confirmed:
      guard isGone(policy) else { return }
      // What was believed on little and went away at once may be one of those things that come and go.
      let isSustained = affectedResponses >= Self.sustainedResponses
      state = isSure || isSustained ? .past : .pending
    case .past, .ordinary: break
    }
  }

  /// Whether it would have shown by now if it went on as it did.
  private func isGone(_ policy: EvidencePolicy) -> Bool {
    // One number of the new scale may lie where those of the old one did, unless they are times; one fraction may be whole.
    let mayLieThere = trials <= 1 && prior > policy.hiddenTypeProbability
    let highestRate = mayLieThere ? 1 - (subject.aspect?.shareByCoincidence ?? 0) : 1
    let rate = min(highestRate, Double(affectedResponses) / Double(max(1, checks - cleanRun)))
    var probability = 1.0
    for _ in 0..<min(cleanRun, 1000) { probability *= 1 - min(1, rate) }
    return probability < PendingChangeUpdate.improbabilityOfAbsence
  }

  /// How improbable the responses since the first sight are together.
  private func improbability(_ policy: EvidencePolicy) -> Double {
    let (seen, shown, before) = (Double(responses) * trials, affected * trials, Double(history) * trials)
    guard habit > 0 else { return policy.surprise(shown, of: seen, after: before) }
    return lossImprobability(shown, of: seen, after: habit * before, of: before)
  }

  /// How improbable it is that so many responses of new records show it at all, where none did before: one record of a hundred is
  /// little in one response, and much in each of ten.
  private func improbabilityOfFreshResponses(_ policy: EvidencePolicy) -> Double {
    guard habit == 0, let freshObservations, freshObservations > 1, let freshHistory else { return 1 }
    return policy.alikeResponses
      * policy.surprise(Double(freshObservations), of: Double(responses), after: Double(freshHistory))
  }
}
