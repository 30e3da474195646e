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

extension Suspicion {
  /// From so many returns on, a scale or a vocabulary that comes and goes is taken for something that does.
  private static let returnsOfRecurring = 2

  /// Whether it is how the answers are and what is seen now is not: far more than that, or something else.
  fileprivate func isLeft(behind sighting: Sighting) -> Bool {
    state == .ordinary && isSettled != true
      && (sighting.share >= Self.clearRise * highestShare || form != sighting.form)
  }

  /// Whether it must last longer than it ever did before it is told again: a state, such as night or the season without
  /// matches, that comes back is how the answers are.
  fileprivate var isRecurring: Bool {
    guard longestRun != nil else { return false }
    return isOfOptional == true
      || (returns ?? 0) > Self.returnsOfRecurring && ["scale ", "values "].contains(where: key.hasPrefix)
  }

  /// Whether it has lasted so long that it is no such state.
  fileprivate var outlastsFormer: Bool { !isRecurring || (run ?? 0) > 2 * (longestRun ?? 0) }

  /// What is remembered of something optional that is there again; nil where there is nothing to remember.
  fileprivate var ended: Suspicion? {
    guard state == .confirmed || longestRun != nil else { return nil }
    var suspicion = self
    suspicion.longestRun = max(longestRun ?? 0, run ?? 0)
    (suspicion.state, suspicion.run) = (.past, nil)
    return suspicion
  }

  /// Answers before the first sight from which on what comes and goes is a change, and not how the answers always were.
  private static let youngAnswers = 10

  /// Whether it is a form, such as a type, that was there nearly from the beginning, went, and came back again and again.
  fileprivate var isOneOfSeveralForms: Bool {
    history < Self.youngAnswers && (returns ?? 0) > 1 && !key.hasPrefix("loss ")
  }

  /// What remains of it once it is settled: of a form that is gone, such as a member or a type, that this is known, since the
  /// baseline holds it as the one that was mostly there; of all else nothing, since the baseline knows the new form.
  fileprivate var settled: Suspicion? {
    guard lastShare >= 1, ["presence ", "null ", "type ", "format "].contains(where: key.hasPrefix) else { return nil }
    var suspicion = self
    (suspicion.state, suspicion.isSettled) = (.ordinary, true)
    return suspicion
  }

  /// From so many answers on, what was believed on little has lasted.
  private static let sustainedAnswers = 3

  /// From so many times the share of all sightings before, one is looked at like the first.
  private static let clearRise = 2.0

  fileprivate mutating func note(_ sighting: Sighting, _ policy: EvidencePolicy) {
    let isFirst = sighting.share >= Self.clearRise * highestShare
    let alone = affectedAnswers == 0 ? sighting.improbability : sighting.prior * improbability(of: sighting, policy)
    prior = sighting.prior
    // Records that are polled again and again come one by one, and each stays.
    let worth = sighting.isOfSameRecords ? 1 : max(1, sighting.trials)
    trials = affectedAnswers == 0 ? worth : min(trials, worth)
    let isMore = sighting.share > highestShare
    add(sighting.share)
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
    return (isVarying ? 1 : prior) * improbability(policy) * policy.repeatedLooks < policy.falseFindingsPerAnswer
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

  fileprivate mutating func noteAbsence(_ policy: EvidencePolicy) {
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
}

extension ShapeChange {
  /// What it is suspected under at each of its paths, the first ones of many: some of them may be well again before others.
  public var suspicionKeys: [String] {
    ([path] + paths.prefix(8)).map { ShapeChange.suspicionKey(rule: rule, path: $0) }
  }

  /// What the change is suspected under: the same while a member goes missing from ever more records.
  public var suspicionKey: String { ShapeChange.suspicionKey(rule: rule, path: path) }

  /// As ``suspicionKey``.
  public static func suspicionKey(rule: String, path: String) -> String {
    let subject =
      switch RuleID(rawValue: rule) {
      case .fieldRemoved, .fieldBecameOptional, .fieldRenamed: "presence"
      case .fieldTypeChanged, .fieldTypeWidened: "type"
      case .fieldBecameNullable: "null"
      case .fieldEnumValueAdded: "values"
      case .fieldFormatChanged: "format"
      case .fieldScaleChanged: "scale"
      default: rule
      }
    return "\(subject) \(path)"
  }

  /// What an answer that shows the change tells.
  public var sightings: [Suspicion.Sighting] {
    suspicionKeys.map { key in
      var sighting = sighting
      sighting.key = key
      return sighting
    }
  }

  /// The same at its first path.
  var sighting: Suspicion.Sighting {
    var sighting = Suspicion.Sighting(
      key: suspicionKey, share: total > 0 ? Double(count) / Double(total) : 1, improbability: improbability,
      prior: prior, history: baselineDocuments, habit: habit, trials: trials,
      isOfSameRecords: isOfSameRecords)
    (sighting.sorts, sighting.isOfOptional) = (sorts, isOfOptional)
    if rule == RuleID.fieldEnumValueAdded.rawValue { sighting.form = after }
    return sighting
  }

  /// Growth is never drift: it enters the baseline at once.
  public var isGrowth: Bool { rule == RuleID.fieldAdded.rawValue }
}
