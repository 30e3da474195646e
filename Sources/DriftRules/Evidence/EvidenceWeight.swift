import PayloadShape

/// What one response is worth as evidence.
struct EvidenceWeight: Sendable, Equatable {
  /// Probability that an API which did not change shows this in one response, at any of its members; small means surely a change.
  var improbability: Double
  /// Chances that such an API has to show it: what ``improbability`` holds beside the counts.
  var prior = 1.0
  /// Share that the baseline lets expect to be of the changed form; 0 if it showed none.
  var habit = 0.0
  /// What the records of the response are worth as trials, since those that belong together are not independent.
  var trials = 1.0
}

extension ChangeSample {
  /// What the sample is worth.
  var weight: EvidenceWeight {
    let chances = Double(max(1, members)) * max(optionalShare, EvidencePolicy.leastOptionalShare)
    func weight(_ surprise: Double, prior: Double, habit: Double = 0, trials: Double = 1) -> EvidenceWeight {
      EvidenceWeight(improbability: min(1, prior * surprise), prior: prior, habit: habit, trials: trials)
    }
    switch variability {
    case .optional: return weight(surprise(), prior: chances, trials: records.trials(total))
    case .steady:
      return weight(surprise(), prior: EvidencePolicy.hiddenTypeProbability, trials: records.trials(total))
    case .partial(let affected):
      let habit = Double(affected) / Double(max(1, former))
      return weight(surprise(beyond: habit), prior: chances, habit: habit, trials: records.trials(total))
    case .wholeResponses:
      let before = Double(records.checks(of: formerResponses))
      return weight(Improbability.ofFirst(1, of: 1, after: before), prior: chances)
    case .late:
      let improbability = Improbability.ofEnd(of: Double(records.checks(of: formerResponses)), after: 1)
      return weight(improbability, prior: chances)
    case .habitual(let absent, let responses):
      // One response is one trial, whose records may all be of a kind that does not have it.
      let prior = chances * EvidencePolicy.chancesOfRuns
      guard let responses, responses.rate < absent,
        isOfAnyRecords
      else {
        // What most records lack may well be lacking in all that are left.
        return absent > 0.5 ? weight(1, prior: prior, habit: 1) : weight(absent, prior: prior, habit: absent)
      }
      guard responses.lacking > 0 else {
        let before = Double(records.checks(of: formerResponses))
        return weight(Improbability.ofFirst(1, of: 1, after: before), prior: prior)
      }
      let habit = responses.rate
      return weight(habit, prior: prior, habit: habit)
    case .vocabulary(let new, let rare):
      // Values that were seen once tell how many more there are (Good-Turing); three more, since the set may be younger than it looks.
      let rate = Double(rare + 3) / Double(max(1, former))
      let expected =
        min(Double(total), EvidencePolicy.recordsPerResponse * Double(records.documents)) * rate
      // Each path may have a set that is not as closed as it looks, so that no prior speaks against it.
      return weight(
        Improbability.ofNews(new, expected: expected, independent: records.documents), prior: 1, habit: rate)
    }
  }

  /// How surprising the occurrences are after those of the baseline, of which a share of `habit` showed the form too.
  ///
  /// Records that the baseline knows and that changed are as many trials as they were seen; new records may just be of a
  /// kind that did not come along yet, so the history counts only as many as there were different ones.
  private func surprise(beyond habit: Double = 0) -> Double {
    func improbability(_ count: Double, of total: Double, after history: Double) -> Double {
      habit > 0
        ? Improbability.ofMore(count, of: total, after: habit * history, of: history)
        : Improbability.ofFirst(count, of: total, after: history)
    }
    let (k, m) = (Double(count), Double(max(count, total)))
    let amongNew = improbability(k * scaleOfNew, of: m * scaleOfNew, after: different)
    let known = max(0, k - records.newcomers)
    guard known > 0 else { return amongNew }
    let scale = min(1, EvidencePolicy.recordsPerResponse * Double(records.documents) / m)
    return min(amongNew, improbability(known * scale, of: max(known, records.knownShare * m) * scale, after: seen))
  }

  /// Records that the baseline knows or may be thought to know, as far as they are independent of each other; infinite if each response
  /// has new ones, as those before had: then it is no coincidence which records there are.
  var knownRecords: Double {
    if areNewEachTime { return .infinity }
    // Where some are known to have changed, the others are as good as known: a window shows a record again and again.
    let known = isOfChangedRecords ? 1 : records.areKnown ? records.knownShare : 0
    return min(Double(count) * known, EvidencePolicy.recordsPerResponse * Double(records.documents))
  }

  /// Whether all lack what is mostly there, whichever records there are.
  var isOfAnyRecords: Bool {
    guard case .habitual(let absent, _?) = variability else { return false }
    return Improbability.isOfAnyRecords(knownRecords, whereShare: absent)
  }

  /// What each of the occurrences is worth if its record may be new.
  private var scaleOfNew: Double {
    min(1, EvidencePolicy.unknownRecordsPerResponse * Double(records.documents) / Double(max(1, count, total)))
  }

  /// What the occurrences of the baseline are worth as trials.
  private var seen: Double {
    min(Double(former), EvidencePolicy.recordsPerResponse * Double(max(1, formerResponses)))
  }

  /// The same if each record counts once.
  private var different: Double {
    min(seen, max(Double(max(1, formerResponses)), records.differentRecords(among: former) ?? .infinity))
  }
}

extension RecordOverlap {
  /// In how many checks so many responses came, if each had as many as the one that is observed: what a check shows is one more trial,
  /// whether it asks for one record or for thirteen.
  func checks(of responses: Int) -> Int { (responses + documents - 1) / documents }

  /// What `total` records of the observed documents are worth as trials.
  func trials(_ total: Int) -> Double {
    let each = areKnown ? EvidencePolicy.recordsPerResponse : EvidencePolicy.unknownRecordsPerResponse
    return min(Double(total), Double(documents) * each)
  }
}

extension ChangeSample.WholeResponses {
  /// Share of the responses that lack the form, every share being equally likely beforehand.
  fileprivate var rate: Double { (Double(lacking) + 1) / (Double(all) + 2) }
}
