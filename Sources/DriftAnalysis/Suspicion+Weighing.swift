import PayloadShape

extension Suspicion {
  /// From so many returns on, a scale or a vocabulary that comes and goes is taken for something that does.
  private static let returnsOfRecurring = 2

  /// Whether it is how the answers are and what is seen now is not: far more than that, or something else.
  func isLeft(behind sighting: Sighting) -> Bool {
    state == .ordinary && isSettled != true
      && (sighting.share >= Self.clearRise * highestShare || form != sighting.form)
  }

  /// Whether it must last longer than it ever did before it is told again: a state, such as night or the season without
  /// matches, that comes back is how the answers are.
  var isRecurring: Bool {
    guard longestRun != nil else { return false }
    return isOfOptional == true
      || (returns ?? 0) > Self.returnsOfRecurring && ["scale ", "values "].contains(where: key.hasPrefix)
  }

  /// Whether it has lasted so long that it is no such state.
  var outlastsFormer: Bool { !isRecurring || (run ?? 0) > 2 * (longestRun ?? 0) }

  /// What is remembered of something optional that is there again; nil where there is nothing to remember.
  var ended: Suspicion? {
    guard state == .confirmed || longestRun != nil else { return nil }
    var suspicion = self
    suspicion.longestRun = max(longestRun ?? 0, run ?? 0)
    (suspicion.state, suspicion.run) = (.past, nil)
    return suspicion
  }

  /// Answers before the first sight from which on what comes and goes is a change, and not how the answers always were.
  private static let youngAnswers = 10

  /// Whether it is a form, such as a type, that was there nearly from the beginning, went, and came back again and again.
  var isOneOfSeveralForms: Bool {
    history < Self.youngAnswers && (returns ?? 0) > 1 && !key.hasPrefix("loss ")
  }

  /// What remains of it once it is settled: of a form that is gone, such as a member or a type, that this is known, since the
  /// baseline holds it as the one that was mostly there; of all else nothing, since the baseline knows the new form.
  var settled: Suspicion? {
    guard lastShare >= 1, ["presence ", "null ", "type ", "format "].contains(where: key.hasPrefix) else { return nil }
    var suspicion = self
    (suspicion.state, suspicion.isSettled) = (.ordinary, true)
    return suspicion
  }

  /// From so many answers on, what was believed on little has lasted.
  private static let sustainedAnswers = 3

  /// From so many times the share of all sightings before, one is looked at like the first.
  private static let clearRise = 2.0

  mutating func note(_ sighting: Sighting, _ policy: EvidencePolicy) {
    let isFirst = sighting.share >= Self.clearRise * highestShare
    let alone = affectedAnswers == 0 ? sighting.improbability : sighting.prior * improbability(of: sighting, policy)
    prior = sighting.prior
    // Records that are polled again and again come one by one, and each stays.
    let worth = sighting.isOfSameRecords ? 1 : max(1, sighting.trials)
    trials = affectedAnswers == 0 ? worth : min(trials, worth)
    let isMore = sighting.share > highestShare
    add(sighting.share)
    if let fresh = sighting.freshHistory {
      freshSightings = (freshSightings ?? 0) + 1
      freshHistory = min(freshHistory ?? fresh, fresh)
    }
    if sighting.isOfSameRecords, affectedAnswers > 1, !isMore {
      answers -= 1
      affected -= sighting.share
    }
    if state == .pending, !outlastsFormer { return }
    if sighting.isProven || alone < policy.falseFindingsPerAnswer || isBelievable(policy) {
      (state, isSure) = (.confirmed, true)
    } else if isFirst, let threshold = sighting.firstSightThreshold, sighting.improbability < threshold {
      state = .confirmed
    } else if state == .pending, looks > policy.confirmationAnswers {
      state = .ordinary
    }
  }

  /// How improbable an answer after the first is by itself, given what the ones before showed.
  ///
  /// The baseline goes on learning from the answers that are fine but not from those that are not, so it cannot tell.
  private func improbability(of sighting: Sighting, _ policy: EvidencePolicy) -> Double {
    let records = max(1, sighting.trials)
    let before = Double(history + answers) * records
    return lossImprobability(
      sighting.share * records, of: records, after: (affected + habit * Double(history)) * records, of: before)
  }

  private mutating func add(_ share: Double) {
    looks += 1
    answers += 1
    affectedAnswers += 1
    affected += share
    (lastShare, highestShare) = (share, max(highestShare, share))
    cleanRun = 0
    run = (run ?? 0) + 1
  }

  /// Whether the answers together leave too little to chance.
  private func isBelievable(_ policy: EvidencePolicy) -> Bool {
    // A form that hardly ever varies was seen to, from the beginning: it is one of several.
    let isVarying = prior < 1 && history < Self.youngAnswers && answers > affectedAnswers
    let together = min(improbability(policy), improbabilityOfFreshAnswers(policy))
    return (isVarying ? 1 : prior) * together * policy.repeatedLooks < policy.falseFindingsPerAnswer
  }

  /// After one more answer that equals the last.
  func repeated(_ policy: EvidencePolicy) -> Suspicion {
    // What the last answer could not show, an equal one cannot either.
    guard state != .past, wasBlind != true, isSettled != true else { return self }
    var suspicion = self
    guard cleanRun == 0 else {
      suspicion.noteAbsence(policy)
      return suspicion
    }
    suspicion.add(lastShare)
    if isOfSameRecords == true {
      suspicion.answers -= 1
      suspicion.affected -= lastShare
    }
    if state == .pending, suspicion.outlastsFormer {
      suspicion.state =
        suspicion.isBelievable(policy)
        ? .confirmed : suspicion.looks > policy.confirmationAnswers ? .ordinary : .pending
    }
    return suspicion
  }

  mutating func noteAbsence(_ policy: EvidencePolicy) {
    looks += 1
    answers += 1
    cleanRun += 1
    if let ended = run { (longestRun, run) = (max(longestRun ?? 0, ended), nil) }
    switch state {
    case .pending: if looks > policy.confirmationAnswers { state = .ordinary }
    case .confirmed:
      guard isGone(policy) else { return }
      // What was believed on little and went away at once may be one of those things that come and go.
      let isSustained = affectedAnswers >= Self.sustainedAnswers
      state = isSure || isSustained ? .past : .pending
    case .past, .ordinary: break
    }
  }

  /// Whether it would have shown by now if it went on as it did.
  private func isGone(_ policy: EvidencePolicy) -> Bool {
    // One number of the new scale may lie where those of the old one did, unless they are times.
    let mayLieThere = key.hasPrefix("scale ") && trials <= 1 && prior > policy.hiddenTypeProbability
    let highestRate = mayLieThere ? 0.95 : 1
    let rate = min(highestRate, Double(affectedAnswers) / Double(max(1, looks - cleanRun)))
    var probability = 1.0
    for _ in 0..<min(cleanRun, 1000) { probability *= 1 - min(1, rate) }
    return probability < SuspicionUpdate.improbabilityOfAbsence
  }

  /// How improbable the answers since the first sight are together.
  private func improbability(_ policy: EvidencePolicy) -> Double {
    let (seen, shown, before) = (Double(answers) * trials, affected * trials, Double(history) * trials)
    guard habit > 0 else { return policy.surprise(shown, of: seen, after: before) }
    return lossImprobability(shown, of: seen, after: habit * before, of: before)
  }

  /// How improbable it is that so many answers of new records show it at all, where none did before: one record of a hundred is
  /// little in one answer, and much in each of ten.
  private func improbabilityOfFreshAnswers(_ policy: EvidencePolicy) -> Double {
    guard habit == 0, let freshSightings, freshSightings > 1, let freshHistory else { return 1 }
    return policy.alikeAnswers
      * policy.surprise(Double(freshSightings), of: Double(answers), after: Double(freshHistory))
  }
}
