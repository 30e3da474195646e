import DriftModel
import PayloadShape

extension MappingStatistics {
  /// What one response loses of something.
  struct Loss {
    /// What was lost of how many.
    var lost: Int
    var total: Int
    /// How the records overlap with those of the baseline.
    var records = RecordOverlap.unknown()
    /// Responses for each one that was learned from; see ``changes(from:to:repetition:)``.
    var repetition = 1.0
  }

  /// Adds what was left out of it while `change` was pending; what is not about this mapping changes nothing.
  mutating func learn(_ change: PendingChange, of key: MappingKey) {
    switch change.subject {
    case .records(key): records.learn(change)
    case .property(key, let name): properties[name]?.learn(change)
    case .elements(key, let name): elements[name]?.losses.learn(change)
    case .reference(key, let name): references[name]?.learn(change)
    case .identities(key): identities.learn(change)
    case .records, .property, .elements, .reference, .identities, .member, .swallowed, .values, .send: break
    }
  }

  /// The evidence of lost records, if they are more than ever before; `nil` if they are not.
  ///
  /// They are weighed like a member that is absent in as many records, so that a young baseline, or records of another kind than before,
  /// make no alarm by themselves, nor do the same records that are polled again.
  func observation(of loss: Loss, key: MappingKey) -> EvidenceObservation? {
    guard loss.lost > tolerated(of: loss.total) else { return nil }
    return observation(.records(key), loss, after: records, among: 1)
  }

  /// The evidence of lost values of a property, if they are more than ever before; `nil` if they are not.
  func observation(of loss: Loss, property: String, key: MappingKey) -> EvidenceObservation? {
    guard let known = properties[property], let tolerated = tolerated(property, of: loss.total), loss.lost > tolerated
    else { return nil }
    // Any of the properties may be the first to be lost by chance.
    return observation(.property(key, name: property), loss, after: known, among: properties.count)
  }

  /// The evidence of elements that a property which is a list does not hold, if they are more than ever before; `nil` if they are not.
  func observation(of loss: Loss, elements property: String, madeOf lists: [String], key: MappingKey)
    -> EvidenceObservation?
  {
    guard let known = known(property, madeOf: lists), loss.lost > Self.tolerated(of: known, in: loss.total) else {
      return nil
    }
    return observation(.elements(key, name: property), loss, after: known, among: properties.count)
  }

  /// The evidence of values at `path` that a version's types go on without, if they are more than ever before; `nil` if they are not.
  ///
  /// `known` is what they went on without before, `fields` the members that they ask for.
  func observation(
    of loss: Loss, swallowed path: String, after known: Losses, version: String, among fields: Int
  ) -> EvidenceObservation? {
    guard known.total > 0, loss.lost > Self.tolerated(of: known, in: loss.total) else { return nil }
    return observation(.swallowed(version: version, path: path), loss, after: known, among: fields)
  }

  /// The evidence of values that are others than ever before. Any aspect of any property may be another by chance, and how much is
  /// true varies as a matter of course.
  func observation(of shift: MeaningShift, _ loss: Loss, key: MappingKey) -> EvidenceObservation {
    let aspects = values.values.reduce(0) { count, history in
      count + 2 * history.shares.values.count { $0.count > 0 } + (history.range == nil ? 0 : 1)
    }
    return observation(
      .values(key, name: shift.property, shift.shift), loss, after: shift.known, since: shift.roundsOfStay,
      among: aspects, optionalShare: 1)
  }

  /// The evidence of domain values that share their identity, if they are more than ever before; `nil` if they are not.
  func observation(of loss: Loss, identitiesOf key: MappingKey) -> EvidenceObservation? {
    guard identities.total > 0, loss.lost > Self.tolerated(of: identities, in: loss.total) else { return nil }
    return observation(.identities(key), loss, after: identities, among: 1)
  }

  /// The evidence of references without a partner, if they are more than ever before; `nil` if they are not.
  func observation(of loss: Loss, reference: String, key: MappingKey) -> EvidenceObservation? {
    guard let known = references[reference], let tolerated = tolerated(reference: reference, of: loss.total),
      loss.lost > tolerated
    else { return nil }
    return observation(.reference(key, name: reference), loss, after: known, among: properties.count)
  }

  private func observation(
    _ subject: EvidenceSubject, _ loss: Loss, after history: Losses, among members: Int
  ) -> EvidenceObservation {
    observation(subject, loss, after: history.usual, since: history.roundsOfStay, among: members)
  }

  /// `sinceRounds` are those since the first sight of what came later; `nil` for what was there from the first on.
  private func observation(
    _ subject: EvidenceSubject, _ loss: Loss, after known: Losses, since sinceRounds: Int?, among members: Int,
    optionalShare: Double? = nil
  ) -> EvidenceObservation {
    // Equal responses that were not learned again may all be from before the first sight of what came later.
    let repetition = sinceRounds == nil ? max(1, loss.repetition) : 1
    let perRound = Double(responses) / Double(max(1, self.rounds))
    // Rounds without any of it say nothing about it; where they are not counted, it counts from the first round on.
    let rounds = sinceRounds ?? (known.rounds > 0 ? known.rounds : self.rounds)
    // Each response that fed it had at least one value.
    let learned = min(Tally.scaled(rounds, by: max(1, perRound)), known.total)
    var sample = ChangeSample(
      count: loss.lost, total: loss.total, former: Tally.scaled(known.total, by: repetition),
      formerResponses: Tally.scaled(learned, by: repetition),
      variability: known.lost == 0 ? .optional : .partial(affected: Tally.scaled(known.lost, by: repetition)),
      records: loss.records.limited(to: learned))
    (sample.members, sample.optionalShare) = (members, optionalShare ?? 1 / Double(max(1, members)))
    let weight = sample.weight
    var observation = EvidenceObservation(
      subject, share: loss.total > 0 ? Double(loss.lost) / Double(loss.total) : 1, weight,
      former: PendingChange.Former(
        responses: Tally.scaled(min(rounds, known.total), by: repetition), habit: weight.habit,
        freshResponses: sample.freshResponses.map(loss.records.checks) ?? 0))
    observation.former.isLate = sinceRounds != nil
    observation.isFresh = sample.freshResponses != nil
    observation.isOfSameRecords = sample.isOfSameRecords
    return observation
  }
}

extension MappingStatistics.Losses {
  /// Adds what was left out while `change` was pending.
  mutating func learn(_ change: PendingChange) {
    // The round that is absorbed now is the last of those that showed it.
    absorb(
      shares: change.counts.leftOutShares - change.last.share, of: change.counts.leftOut - 1,
      highest: change.counts.highestShare)
  }
}
