import DriftModel
import Foundation
import PayloadShape

extension PendingChange {
  /// With fewer responses than this before the first observation, what comes and goes is how the responses always were.
  private static let youngResponses = 10
  /// Responses in a row without it after which a pending change is over.
  private static let longAbsence = 20
  /// Checks in a row with it after which the length of that run is remembered, although it was never reported.
  private static let longRun = 10
  /// One in so many checks, at most, showed it then; what is there in one of ten goes on being weighed.
  private static let seldom = 50
  /// So many times the highest share before is more than what was learned.
  private static let clearRise = 2.0
  /// One of so many parts of the highest share is what records are like by themselves, and no longer the change.
  private static let clearFall = 3.0
  /// How probable what is left of a change must be by itself to be no sign of it, where little was known before.
  private static let unremarkable = 0.001
  /// How improbable it must be that something which comes and goes at its rate stays away for so long, before it is gone.
  private static let improbabilityOfAbsence = 0.001

  /// The evidence after `observation`, which is about the same subject as `known`.
  static func after(_ observation: EvidenceObservation, known: PendingChange?) -> PendingChange {
    var change = PendingChange(observation.subject, former: observation.former)
    if let known, known.isOutgrown(by: observation) {
      // What was seen since counts among what was before, because the baseline learned nothing of it.
      change.former.habit = max(change.former.habit, known.habit)
      change.former.confirmedShare = known.confirmedShare
      change.former.totals = known.former.totals + known.counts.totals
      change.course.returns = known.course.returns
      change.course.longestRun = max(known.course.longestRun, known.course.run)
    } else if let known, known.state == .past || known.isResumed(by: observation) {
      change.course.returns = known.course.returns + 1
      change.course.longestRun = known.course.longestRun
      if !known.last.isOfOptional {
        change.former.responses = known.former.responses
        if !change.isRecurring { change.state = .confirmed }
      }
    } else if let known, known.isRare {
      change.former.earlier = known.former.earlier + known.counts.observations
    } else if let known, known.state != .settled {
      if known.wasAway {
        // The baseline learned the responses without it, and nothing of those with it.
        change.former.habit = max(change.former.habit, known.habit)
        change.former.earlier = known.counts.observations
        change.former.totals = known.former.totals + known.counts.totals
        (change.course.returns, change.course.longestRun) = (known.course.returns, known.course.longestRun)
      } else if !known.isExceeded(by: observation) {
        change = known
      } else if known.last.form == observation.form {
        // The baseline learned nothing of it while it was pending.
        change.former.habit = max(change.former.habit, known.habit)
      }
    }
    change.last.isOfOptional = observation.isOfOptional
    change.add(observation)
    if change.isOneOfSeveralForms || change.isOfYoungValues { change.state = .ordinary }
    return change
  }

  /// Whether the change was learned and `observation` shows something else: far more of it, or another form.
  private func isExceeded(by observation: EvidenceObservation) -> Bool {
    state == .ordinary && !isLearnedInSteps
      && (observation.share >= Self.clearRise * counts.highestShare || last.form != observation.form)
  }

  /// Whether it was there seldom, long ago, and then away for many responses, which say how it usually is: what comes now is weighed anew,
  /// once. What goes on coming so seldom is how the responses are.
  private var wasAway: Bool {
    state == .pending && former.earlier == 0 && !last.isOfOptional && course.cleanRun >= Self.longAbsence
      && Self.seldom * counts.observations <= counts.checks && counts.checks < EvidencePolicy.confirmationResponses
  }

  /// Whether the few responses before speak for what was seen at first, and not for what `observation` shows, which is far less of it and
  /// would be no news by itself: it is weighed as if it were new, and what was reported is over.
  func isOutgrown(by observation: EvidenceObservation) -> Bool {
    [.pending, .confirmed, .past].contains(state) && former.responses < Self.youngResponses
      && Self.clearFall * observation.share <= counts.highestShare && !observation.isProven
      && observation.weight.improbability >= Self.unremarkable
  }

  /// Whether what was confirmed and is outgrown is back: it is believed at once like what was gone altogether, but once only, since what
  /// goes up and down is how the responses are.
  private func isResumed(by observation: EvidenceObservation) -> Bool {
    [.pending, .ordinary].contains(state) && former.confirmedShare > 0 && course.returns == 0
      && Self.clearFall * observation.share > former.confirmedShare
  }

  /// The highest share while it was confirmed, now or before it was outgrown; 0: it never was.
  private var confirmedShare: Double {
    [.confirmed, .past].contains(state) ? max(counts.highestShare, former.confirmedShare) : former.confirmedShare
  }

  /// Share that the responses before and since the first observation let expect.
  private var habit: Double {
    (counts.affected + former.habit * Double(former.responses)) / max(1, responses + Double(former.responses))
  }

  /// Whether it must last longer than it ever did before it is reported again, because it comes and goes like night or a season
  /// without matches.
  private var isRecurring: Bool {
    guard course.longestRun > 0 else { return false }
    if last.isOfOptional { return true }
    guard let returns = subject.returnsOfRecurring else { return false }
    return course.returns >= returns && course.longestRun >= subject.leastRunOfRecurring
  }

  /// Whether it lasts longer than something that comes and goes would.
  private var outlastsFormer: Bool {
    guard isRecurring else { return true }
    // A rhythm is not waited for twice as long as ever where that is long, but always for longer than it ever took.
    let longest =
      subject.leastRunOfRecurring > 1
      ? max(EvidencePolicy.confirmationResponses, course.longestRun + course.longestRun / 4) : Int.max
    return course.run > min(longest, 2 * course.longestRun)
  }

  /// Whether it is ordinary and is so for as many checks again, because the baseline learned nothing of it while it was pending: how
  /// short a list is, how often it is empty, and what its values are, are told by many responses, if it showed in a tenth of them.
  var isLearnedInSteps: Bool {
    subject.isLearnedInSteps && state == .ordinary && counts.checks <= 2 * EvidencePolicy.confirmationResponses
      && 10 * counts.observations >= counts.checks
  }

  /// Whether it was there for a while, long ago, and the baseline learned nothing of it: when it comes back, that is weighed anew.
  private var isRare: Bool {
    guard case .values = subject, state == .ordinary, course.cleanRun > 0 else { return false }
    return 10 * counts.observations < counts.checks
  }

  /// Whether it is one of several forms, such as types, that came and went nearly from the beginning.
  private var isOneOfSeveralForms: Bool {
    former.responses < Self.youngResponses && course.returns > 1 && subject.aspect != nil
  }

  /// Whether values are others than in the few rounds before: these do not tell yet what is usual, and would never do if it were not
  /// learned.
  private var isOfYoungValues: Bool {
    guard case .values = subject else { return false }
    return former.responses < Self.youngResponses
  }

  /// What is remembered of an optional value that is there again; `nil` if there is nothing to remember.
  var ended: PendingChange? {
    guard state == .confirmed || course.longestRun > 0 || course.run >= Self.longRun else { return nil }
    var change = self
    change.course.longestRun = max(course.longestRun, course.run)
    (change.state, change.course.run) = (.past, 0)
    return change
  }

  /// What is kept of it once the baseline knows it: how long it lasted, so that it is not told as long as it comes and goes as it did;
  /// `nil` of what was so in some records only.
  var remembered: PendingChange? {
    guard last.share >= 1, let aspect = subject.aspect, aspect.isRememberedOnceSettled || aspect == .volume,
      var change = ended
    else {
      return nil
    }
    change.last.isOfOptional = true
    return change
  }

  /// What is kept of it once it is settled. If a form is gone, such as a member or a type, the baseline still holds it as the
  /// usual one, so that its end has to be remembered. Otherwise the baseline knows the new form and nothing is kept.
  var settled: PendingChange? {
    guard last.share >= 1, case .member(_, let aspect) = subject, aspect.isRememberedOnceSettled else { return nil }
    var change = self
    change.state = .settled
    return change
  }

  private mutating func add(_ observation: EvidenceObservation) {
    let isFirst = counts.observations == 0
    // The baseline knows of what was no more than usual since the first observation, and this of what the baseline left out.
    let isKnownToBaseline = isFirst && former.habit <= observation.former.habit
    let alone = max(
      observation.weight.improbability,
      isKnownToBaseline ? 0 : observation.weight.prior * improbability(of: observation))
    counts.leastImprobability = min(counts.leastImprobability, alone)
    let isMore = observation.share > counts.highestShare
    // The records that changed leave, so that later checks may not show that they did.
    let isOfChangedRecords =
      observation.isOfChangedRecords || last.isOfChangedRecords && counts.totalRun > 0 && observation.share >= 1
    // Records that are polled again change one by one, and each stays changed.
    let isOfSameRecords =
      !isOfChangedRecords && (observation.isOfSameRecords || !isFirst && last.isOfSameRecords && !isMore)
    let worth = isOfSameRecords ? 1 : max(1, observation.weight.trials)
    counts.trials = isFirst ? worth : min(counts.trials, worth)
    (last.share, last.prior) = (observation.share, observation.weight.prior)
    (last.isInformative, last.isOfSameRecords) = (true, isOfSameRecords)
    (last.form, last.variants) = (observation.form, observation.variants)
    count()
    last.isOfChangedRecords = isOfChangedRecords
    last.isOfAnyRecords =
      isOfChangedRecords || Improbability.isOfAnyRecords(observation.knownRecords, whereShare: partialShare)
    counts.leftOut += 1
    counts.leftOutShares += observation.share
    if observation.isFresh {
      former.freshResponses =
        counts.freshObservations == 0
        ? observation.former.freshResponses : min(former.freshResponses, observation.former.freshResponses)
      counts.freshObservations += 1
    }
    if isOfSameRecords, counts.observations > 1, !isMore { uncount(but: observation.renewal) }
    weigh(isProven: observation.isProven)
  }

  /// Decides where it stands after a check that showed it; `isProven`: whether nothing about it is left to chance.
  private mutating func weigh(isProven: Bool = false) {
    logLikelihood = log(max(.leastNormalMagnitude, min(1, likelihood)))
    if [.pending, .ordinary].contains(state), !outlastsFormer { return }
    if isProven || logLikelihood < log(EvidencePolicy.falseFindingsPerResponse), areResponsesEnough {
      state = .confirmed
    } else if state == .pending, counts.checks > EvidencePolicy.confirmationResponses {
      state = .ordinary
    }
  }

  /// Whether it takes no more responses, whatever the records say: what people see changes for all records at once when a shop closes,
  /// so that each response is one trial.
  private var areResponsesEnough: Bool {
    guard case .values = subject else { return true }
    return likelihoodOfChecks < EvidencePolicy.falseFindingsPerResponse
  }

  /// How likely an API that did not change shows it in so many checks, each of which is one trial, whatever its records say.
  private var likelihoodOfChecks: Double {
    let (seen, shown, before) = (Double(counts.checks), Double(counts.observations), Double(former.responses))
    let improbability =
      former.earlier > 0
      ? Improbability.ofMore(shown, of: seen, after: min(before, Double(former.earlier)), of: before)
      : Improbability.ofFirst(shown, of: seen, after: before)
    return last.prior * improbability * EvidencePolicy.repeatedChecks
  }

  /// Counts a check that showed the last share.
  private mutating func count() {
    counts.checks += 1
    counts.responses += 1
    counts.observations += 1
    counts.affected += last.share
    counts.shown += last.share
    counts.totals += last.share >= 1 ? 1 : 0
    counts.totalRun = last.share >= 1 ? counts.totalRun + 1 : 0
    counts.highestShare = max(counts.highestShare, last.share)
    course.cleanRun = 0
    course.run += 1
  }

  /// Takes a response back that is no more evidence, `but` for the new records in it.
  private mutating func uncount(but renewal: Double = 0) {
    counts.responses -= 1
    counts.affected += last.share * (renewal - 1)
    counts.renewed += renewal
  }

  /// Responses since the first observation that are evidence.
  private var responses: Double { Double(counts.responses) + counts.renewed }

  /// After one more response that equals the last.
  var repeated: PendingChange {
    // What the last response could not show, an equal one cannot either.
    guard state != .past, state != .settled, last.isInformative else { return self }
    var change = self
    guard course.cleanRun == 0 else {
      change.noteAbsence()
      return change
    }
    change.count()
    if last.isOfSameRecords { change.uncount() }
    change.weigh()
    return change
  }

  /// After a check that could have shown it and did not.
  mutating func noteAbsence() {
    last.isInformative = true
    counts.checks += 1
    counts.responses += 1
    counts.totalRun = 0
    course.cleanRun += 1
    course.longestRun = max(course.longestRun, course.run)
    course.run = 0
    switch state {
    case .pending: if counts.checks > EvidencePolicy.confirmationResponses { state = .ordinary }
    case .confirmed: if isGone { state = .past }
    case .past, .ordinary, .settled: break
    }
  }

  /// Whether it would have shown by now if it went on as it did.
  private var isGone: Bool {
    // One number of the new scale may lie where those of the old one did, unless they are times; one fraction may be whole.
    let mayLieThere = counts.trials <= 1 && last.prior > EvidencePolicy.hiddenTypeProbability
    let highestRate = mayLieThere ? 1 - (subject.aspect?.shareByCoincidence ?? 0) : 1
    let (shown, checks) = (Double(counts.observations), Double(max(1, counts.checks - course.cleanRun)))
    // Where some of ever new records show it, and it was away and came back, one check without it is a coincidence.
    let mayMiss = course.returns > 0 && counts.totals < counts.observations && !last.isOfSameRecords
    let rate = min(highestRate, mayMiss ? (shown + 1) / (checks + 2) : shown / checks)
    return pow(1 - min(1, rate), Double(course.cleanRun)) < Self.improbabilityOfAbsence
  }

  /// How improbable a response after the first is by itself, given what the ones before showed.
  ///
  /// The baseline goes on learning from the responses that are fine but not from those that are not, so it cannot tell.
  private func improbability(of observation: EvidenceObservation) -> Double {
    let records = max(1, observation.weight.trials)
    let before = (Double(former.responses) + responses) * records
    let affected = min(counts.affected, responses) + min(1, former.habit) * Double(former.responses)
    return Improbability.ofMore(
      observation.share * records, of: records, after: min(affected * records, before), of: before)
  }

  /// How likely an API that did not change shows what was seen: one check by itself, or all since the first observation together.
  ///
  /// What came later and stayed may be something that comes and goes, so that it takes as many checks as that, whatever its records say.
  private var likelihood: Double {
    var likelihood = min(counts.leastImprobability, likelihoodOfAll)
    // Other values than ever before in each of several checks are told by these, whatever share of the records they are in.
    if case .values = subject, !last.isOfSameRecords { likelihood = min(likelihood, likelihoodOfChecks) }
    likelihood = min(likelihood, likelihoodOfTotals)
    guard former.isLate else { return likelihood }
    // What is away in half of the records is away half as long.
    let improbability = Improbability.ofEnd(
      of: Double(former.responses), after: counts.shown, among: Double(counts.checks - counts.observations))
    return max(likelihood, last.prior * improbability * EvidencePolicy.repeatedChecks)
  }

  /// How likely it shows the responses since the first observation, all together, at any of its members.
  private var likelihoodOfAll: Double {
    // A form that hardly ever varies varied from the beginning, so it is one of several.
    let isVarying =
      last.prior < 1 && former.responses < Self.youngResponses && counts.responses > counts.observations
    return (isVarying ? 1 : last.prior) * min(improbability, improbabilityOfFreshResponses)
      * EvidencePolicy.repeatedChecks
  }

  /// The share of the records that showed it in checks in which some did and not all; 1 if there was none.
  private var partialShare: Double {
    let (partial, shown) = (counts.observations - counts.totals, counts.shown - Double(counts.totals))
    return partial > 0 && shown > 0 ? min(1, shown / Double(partial)) : 1
  }

  /// How likely all records lack at last, check after check, what only some of them lacked before. Each check is one trial, as for what is
  /// known to be optional: what some records lack is soon optional too.
  private var likelihoodOfTotals: Double {
    guard let aspect = subject.aspect, aspect == .presence || aspect == .nullability,
      counts.totalRun > 0, counts.totals < counts.observations, last.isOfAnyRecords
    else { return 1 }
    let (run, earlier) = (Double(counts.totalRun), Double(former.totals + counts.totals - counts.totalRun))
    // The baseline counts no response in which a member was absent, but each in which it was null.
    let unlearned = aspect == .presence ? former.totals : 0
    let before = Double(former.responses + unlearned + counts.checks - counts.totalRun)
    let improbability =
      earlier > 0
      ? Improbability.ofMore(run, of: run, after: earlier, of: before)
      : Improbability.ofFirst(run, of: run, after: before)
    return last.prior * EvidencePolicy.chancesOfRuns * improbability * EvidencePolicy.repeatedChecks
  }

  /// How improbable the responses since the first observation are together.
  private var improbability: Double {
    // Sums of fractions that are equal may differ in their last digit.
    let (seen, shown) = (responses * counts.trials, min(counts.affected, responses) * counts.trials)
    let before = Double(former.responses) * counts.trials
    return former.habit > 0
      ? Improbability.ofMore(shown, of: seen, after: former.habit * before, of: before)
      : Improbability.ofFirst(shown, of: seen, after: before)
  }

  /// How improbable it is that so many responses of new records show it at all, where none did before: one record of a hundred is
  /// little in one response, and much in each of ten.
  private var improbabilityOfFreshResponses: Double {
    guard former.habit == 0, counts.freshObservations > 1 else { return 1 }
    return EvidencePolicy.alikeResponses
      * Improbability.ofFirst(
        Double(counts.freshObservations), of: Double(counts.responses), after: Double(former.freshResponses))
  }
}
