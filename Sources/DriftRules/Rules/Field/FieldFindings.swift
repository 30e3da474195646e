import DriftModel
import PayloadShape

extension Judgement {
  /// `field-` and `volume-` findings: level from who reads the member and what the change costs, gated by evidence.
  ///
  /// `causes` are the paths that findings about versions name as what is to blame.
  func changeFindings(_ causes: Set<String>) -> [Finding] {
    let (blamed, lost) = (blamedPaths, lostRecordsPaths)
    return changes.compactMap { change in
      if change.isFaint {
        let paths = [change.path] + change.paths
        // A value that an enum does not know is named where it does not decode; how a date is written is not.
        let mayBeCause =
          change.isOfDates
          ? !causes.isDisjoint(with: paths)
          : !blamed.isDisjoint(with: paths) || lost.contains { lost in paths.contains { isPath(lost, ancestorOf: $0) } }
        guard mayBeCause else { return nil }
      }
      // A change that was pending for so long is how the responses are: the baseline learns it now.
      if change.subjects.allSatisfy({ states[$0] == .ordinary }) { return nil }
      let isUnconfirmed = change.subjects.allSatisfy(isPending)
      // An optional member that is absent is no news, nor is a list that is short or empty once.
      if change.isOfOptional || change.kind.aspect == .volume, isUnconfirmed { return nil }
      let rule = Rules.rule(for: change.kind)
      let readers = versions.compactMap { version in reading(change, version).map { (version, $0) } }
      var level = changeLevel(change, rule.change, readers: readers)
      if change.isFaint { level = (.info, false) }  // the loss says what it costs
      // Nobody that is not known read more than null, and the member is probably there under another name.
      if change.isOfNullOnly, change.renamedTo != nil, readers.isEmpty { level = (.info, false) }
      // A change that is information anyway waits for no evidence.
      let isPending = level.level > .info && isUnconfirmed
      if isPending { level = (.info, level.isPrediction) }
      let predicted = readers.compactMap { version, _ in
        predictedLoss(change, version).map { (version: version.id, loss: $0) }
      }.filter { $0.loss.consequence != .none }
      // A change in some records, or a pending one, has cost nothing yet.
      let mayFollow = isPending || rule.change.costs == .prediction
      let isPredicted = level.isPrediction || mayFollow && !predicted.isEmpty
      let mayBeRead = readers.isEmpty && mayBeRead(change)
      return Finding(
        rule: rule.id, level: level.level, key: key, path: change.path,
        versions: readers.map { version, field in AffectedVersion(version, property: field.nameWithType) },
        message: rule.change.message(change, isRead: !readers.isEmpty || hasUnknownReaders || mayBeRead),
        // Two kinds of one rule at one path are two findings.
        subject: rule.change.kinds.first == change.kind ? "" : change.kind.rawValue
      ) {
        $0.paths = change.paths
        $0.mayBeRead = mayBeRead
        ($0.expected, $0.actual) = (change.before, change.after)
        ($0.change, $0.form) = (change.kind, change.form)
        ($0.count, $0.total) = (change.count, change.total)
        $0.mappings = isPredicted ? predicted.flatMap(\.loss.mappings) : []
        $0.confidence = confidence(in: change)
        $0.hint = Finding.hint(
          isPredicted ? hint(predicting: predicted, of: change) : nil, change.hintWithConfidence,
          readers.contains { movesDates(change, $0.0) }
            ? "a text without a zone is read in the time zone of the device, and is another moment" : nil,
          isPending ? Finding.pendingHint(responses: change.formerResponses) : nil)
        $0.isPrediction = isPredicted
        $0.state = isPending ? .pending : .open
      }
    }
  }

  /// What trials say of versions that do not lose the whole response anyhow.
  private func hint(predicting losses: [(version: String, loss: PredictedLoss)], of change: ShapeChange) -> String? {
    let broken = versions.filter { facts(of: $0).contains { !$0.decoding.hasSucceeded } }.map(\.id)
    // A value of another type is not the one that was tried; nothing, or null, is the same everywhere.
    let isSame = [ChangeKind.memberRemoved, .becameOptional, .becameNullable].contains(change.kind)
    return Finding.hint(
      predicting: losses.filter { !broken.contains($0.version) }, isPresent: isSame && change.count > 0)
  }

  /// How sure it is that the API changed, by all responses that showed it; of a rename, that the new name is the right one. `nil` for
  /// what is no question of chance.
  private func confidence(in change: ShapeChange) -> Double? {
    if change.kind == .memberRenamed { return change.confidence }
    guard !change.kind.isGrowth, !change.isFaint, let weight = change.weight else { return nil }
    let subjects = change.subjects
    let likelihood = min(weight.improbability, subjects.compactMap { likelihoods[$0] }.min() ?? 1)
    // What was confirmed is not doubted again as long as it lasts.
    let isConfirmed = subjects.contains { states[$0] == .confirmed }
    return 1 - min(max(0, likelihood), isConfirmed ? EvidencePolicy.falseFindingsPerResponse : 1)
  }

  /// Whether a version may read what changed although nothing shows that it does.
  private func mayBeRead(_ change: ShapeChange) -> Bool {
    versions.contains { version in
      facts(of: version).contains { facts in ([change.path] + change.paths).contains(where: facts.mayHide) }
    }
  }

  private func reading(_ change: ShapeChange, _ version: VersionInfo) -> FieldReading? {
    reads(change.path, version) ?? change.paths.lazy.compactMap { reads($0, version) }.first
  }
}

extension ShapeChange {
  /// The hint; one that is a guess says how sure it is.
  var hintWithConfidence: String? {
    guard let hint, kind != .memberRenamed, let confidence, confidence < 0.995, hint.contains("perhaps ") else {
      return hint
    }
    return "\(hint) (\(Int((max(0, confidence) * 100).rounded(.down))) % sure)"
  }
}

extension Rule.Change {
  /// What happened, and whether anybody is known to read it.
  fileprivate func message(_ change: ShapeChange, isRead: Bool) -> String {
    "\(sentence(change))\(isRead ? "" : "; read by no version")."
  }
}
