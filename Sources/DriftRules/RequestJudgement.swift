package import DriftModel
package import Foundation
import PayloadShape

/// One request in one round, from facts to everything that is remembered of it; a pure function.
package struct RequestJudgement {
  /// The request.
  let place: RequestKey
  /// The request as declared, for people.
  let signature: String
  /// Versions that send it, oldest first.
  let versions: [VersionInfo]
  /// Mappings of each version, as declared.
  let outlines: [String: [MappingOutline]]
  /// What is remembered of it.
  let known: RequestMemory
  /// The round's clock.
  let clock: Date
  /// Number of the round.
  let round: Int
  /// Requests that were sent.
  let requests: Int
  /// Whether nobody is known to read the responses.
  let hasUnknownReaders: Bool
  /// What people accepted of its contract, with their ids.
  let acceptances: [IdentifiedAcceptance]
  /// What depends on the responses; `nil`: nobody tried.
  package var impact: ImpactMatrix?
  /// Levels that people set for rules.
  package var levels = LevelSettings()

  /// A judgement of a request.
  package init(
    place: RequestKey, signature: String, versions: [VersionInfo], outlines: [String: [MappingOutline]],
    known: RequestMemory,
    clock: Date, round: Int, requests: Int, hasUnknownReaders: Bool, acceptances: [IdentifiedAcceptance]
  ) {
    self.place = place
    self.signature = signature
    self.versions = versions
    self.outlines = outlines
    self.known = known
    self.clock = clock
    self.round = round
    self.requests = requests
    self.hasUnknownReaders = hasUnknownReaders
    self.acceptances = acceptances
  }

  /// Findings, incidents and baselines after this round.
  ///
  /// - Parameters:
  ///   - usable: Facts of the responses that count.
  ///   - unanswered: Facts from before of requests without a usable response now: what was broken there is so until it is seen
  ///     to be well.
  ///   - newcomers: Indices in `usable` of requests that never had a response before.
  /// - Returns: All of it but the responses' own rows.
  package func result(_ usable: [Examination], unanswered: [Examination] = [], newcomers: Set<Int> = []) -> Evaluation {
    let shapes = usable.compactMap(\.shape)
    let observed = shapes.dropFirst().reduce(shapes.first) { $0?.merged(with: $1) }
    // Responses that equalled the one before were not learned again, and they count all the same.
    let repetition = Double(known.baselineResponses) / Double(max(1, known.baseline?.documents ?? 1))
    let confirmed = Set(known.pendingChanges.filter { $0.state == .confirmed }.map(\.subject))
    var differences: [ShapeChange] = []
    if let baseline = known.baseline, let observed {
      differences = changes(from: baseline, to: observed, repetition: repetition)
    }
    let lasting = Set(known.pendingChanges.filter { [.pending, .confirmed].contains($0.state) }.map(\.subject))
    differences.removeAll { change in
      change.kind.aspect.explainedBy.contains { lasting.contains(.member(path: change.path, aspect: $0)) }
    }
    // A change that was confirmed is not doubted again as long as it lasts.
    for index in differences.indices where confirmed.contains(differences[index].subject) {
      differences[index].isFaint = false
    }
    let sends = sendShapes(usable)
    var sendChanges: [String: [String: [ShapeChange]]] = [:]
    var sendBaselines: [MappingKey: PayloadShape] = [:]
    for (key, shape) in sends {
      guard let baseline = known.sends[key] else {
        sendBaselines[key] = shape
        continue
      }
      let found = changes(from: baseline, to: shape)
      sendChanges[key.version, default: [:]][key.mapping] = found
      sendBaselines[key] = baseline.absorbing(shape, except: found.filter { !$0.kind.isGrowth })
    }
    var mappings: [String: [String: MappingStatistics]] = [:]
    for (key, statistics) in known.mappings { mappings[key.version, default: [:]][key.mapping] = statistics }
    var judgement = Judgement(
      place: place, versions: versions, examinations: usable + unanswered, newcomers: newcomers, changes: differences,
      mappings: mappings, outlines: outlines, sendChanges: sendChanges, hasUnknownReaders: hasUnknownReaders)
    (judgement.repetition, judgement.impact) = (repetition, impact)
    let comparable = usable.indices.filter { !newcomers.contains($0) }.compactMap { usable[$0].shape }
    if let baseline = known.baseline, let first = comparable.first {
      let records = comparable.dropFirst().reduce(first) { $0.merged(with: $1) }
      let paths = Set(usable.flatMap(\.versions).flatMap(\.mappings).map(\.recordsPath))
      judgement.recordOverlaps = paths.reduce(into: [:]) {
        $0[$1] = RecordOverlap(at: $1, from: baseline, to: records)
      }
    }
    judgement.clock = clock
    var pendingChanges = PendingChangeUpdate(
      known: known.pendingChanges, observations: judgement.observations()
    ) {
      couldShow($0, observed, usable)
    }
    pendingChanges.note(
      FirstObservation(at: clock, lastGoodAt: known.lastGoodAt, responsesBefore: known.baselineResponses))
    judgement.states = pendingChanges.states
    var findings = judgement.findings()
    findings += undecided(
      found: findings, usable, observed, hasAllShapes: unanswered.isEmpty, standing: pendingChanges.standing)
    let notices = ProviderNotice.kept(of: known.findings, beside: findings, at: clock)
    findings += notices
    let firstObservations = firstObservations(of: findings, pendingChanges.pendingChanges)
    let judged = judged(findings, notices: notices, firstObservations)
    findings = judged.findings
    let settled = Set(findings.filter { judged.accepted.settled.contains($0.fingerprint) }.flatMap(\.subjects))
      .union(harmless(pendingChanges.pendingChanges, findings))
    for subject in settled { pendingChanges.settle(subject) }
    var report = report(on: findings, examined: min(usable.count, requests))
    report.versions = versions.map { versionReport($0, usable + unanswered, outlines[$0.id] ?? []) }
    for index in report.versions.indices { report.versions[index].request = place.request }
    let open = differences.compactMap { change -> ShapeChange? in
      if change.isFaint { return isTold(change, findings) ? change : nil }
      // The baseline learns every response that lacks an optional member, until the member is known to be gone.
      if change.isOfOptional, pendingChanges.states[change.subject] != .confirmed { return nil }
      if change.kind.isGrowth { return isPainful(change, findings) ? change : nil }
      let open = change.part { pendingChanges.states[$0] != .ordinary && !settled.contains($0) }
      // A change that is reported stays one finding with all of its paths.
      return open?.subjects.contains { pendingChanges.states[$0] == .confirmed } == true ? change : open
    }
    let unseen = pendingChanges.pendingChanges.filter {
      !$0.last.isInformative && [.pending, .confirmed].contains($0.state)
    }
    .compactMap(ShapeChange.init(standingFor:))
    var result = Evaluation(
      place: place, signature: signature, round: round, at: clock, report: report,
      baseline: observed.map { observed in known.baseline?.absorbing(observed, except: open + unseen) ?? observed },
      baselineResponses: known.baselineResponses + shapes.count,
      mappings: mappingBaselines(usable + unanswered, findings, states: pendingChanges.states), sends: sendBaselines,
      mappingCounts: mappingCounts(usable), failures: failures(usable),
      changes: differences.filter { !$0.isFaint || isTold($0, findings) })
    result.pendingChanges = pendingChanges.pendingChanges
    result.take(judged)
    return result
  }

  /// Confirmed changes that were information for long enough: nobody loses anything, so they become part of the baseline.
  private func harmless(_ pendingChanges: [PendingChange], _ findings: [Finding]) -> [EvidenceSubject] {
    let old = pendingChanges.filter {
      $0.state == .confirmed && $0.counts.checks > EvidencePolicy.confirmationResponses
    }.map(
      \.subject)
    let harmful = Set(findings.filter { $0.level >= .warning || $0.accepted != nil }.flatMap(\.subjects))
    return old.filter { !harmful.contains($0) }
  }

  /// When findings were first seen as pending changes, by fingerprint, perhaps under another rule with the same subject.
  private func firstObservations(of findings: [Finding], _ pendingChanges: [PendingChange]) -> [String:
    FirstObservation]
  {
    let firstObservations = Dictionary(
      pendingChanges.compactMap { pendingChange in pendingChange.firstObservation.map { (pendingChange.subject, $0) } },
      uniquingKeysWith: { first, _ in first })
    guard !firstObservations.isEmpty else { return [:] }
    return findings.reduce(into: [:]) { result, finding in
      let own = finding.subjects.compactMap { firstObservations[$0] }.min { $0.at < $1.at }
      if let own { result[finding.fingerprint] = own }
    }
  }

  /// Whether a change is reported at all.
  private func isTold(_ change: ShapeChange, _ findings: [Finding]) -> Bool {
    findings.contains { $0.change == change.kind && $0.path == change.path }
  }

  /// Whether growth must not enter the baseline yet, because it costs something and has to be reported again.
  private func isPainful(_ change: ShapeChange, _ findings: [Finding]) -> Bool {
    let paths = [change.path] + change.paths
    return findings.contains { finding in
      finding.level >= .warning && finding.change == change.kind && paths.contains(finding.path)
    }
  }

  /// Whether this check could have shown a pending change: its path is there, or the mapping ran on records.
  private func couldShow(_ pendingChange: PendingChange, _ observed: PayloadShape?, _ usable: [Examination]) -> Bool {
    func runs(_ key: MappingKey, _ isMeant: (MappingExamination) -> Bool) -> Bool {
      usable.flatMap(\.versions).filter { $0.version == key.version }.flatMap(\.mappings).contains {
        $0.name == key.mapping && $0.execution.hasSucceeded && $0.offered > 0 && isMeant($0)
      }
    }
    switch pendingChange.subject {
    case .records(let key), .property(let key, _): return runs(key) { _ in true }
    case .reference(let key, let name):
      return runs(key) { mapping in
        (mapping.references ?? []).allSatisfy { $0.name != name || $0.unmatched != nil && $0.total > 0 }
      }
    case .send(let version, let endpoint, _, _):
      return usable.flatMap(\.versions).filter { $0.version == version }.flatMap(\.sends).contains {
        $0.endpoint == endpoint && $0.shape != nil
      }
    case .member(let path, let aspect):
      let former = known.baseline?.statistics(at: path)
      guard let part = aspect.part(former: former, isOfOptional: pendingChange.last.isOfOptional) else {
        return false
      }
      return observed?.couldShow(part, at: path, of: pendingChange.last.variants) ?? false
    }
  }

  /// Whether the responses hold nothing that a failure to decode could have been seen at: an empty list, or null where a value
  /// of another type was.
  private func isUnseen(_ finding: Finding, _ observed: PayloadShape?) -> Bool {
    guard !finding.path.isEmpty, finding.path != "$", let observed else { return false }
    guard observed.couldShow(.presence, at: finding.path) else { return true }
    guard finding.rule != .decodeValueNotFound, finding.rule != .decodeKeyNotFound,
      let statistics = observed.statistics(at: finding.path)
    else { return false }
    return statistics.count == statistics.nulls
  }

  /// Findings of the last check that this one can neither confirm nor refute: what they hit was not run, not all was seen, or
  /// they come and go and have not been away for long enough.
  private func undecided(
    found: [Finding], _ usable: [Examination], _ observed: PayloadShape?, hasAllShapes: Bool,
    standing: Set<EvidenceSubject>
  ) -> [Finding] {
    let present = Set(found.map(\.fingerprint))
    let hasAllShapes = hasAllShapes && usable.allSatisfy { $0.shape != nil }
    let facts = usable.flatMap(\.versions)
    let judged = Set(facts.filter { $0.decoding.isVerdict }.map(\.version))
    let decoded = Set(facts.filter(\.decoding.hasSucceeded).map(\.version))
    let explained = judged.subtracting(
      facts.filter { $0.explanationMissing != nil || $0.contradiction != nil }.map(\.version))
    var mapped: Set<MappingKey> = []
    for fact in facts {
      for mapping in fact.mappings where mapping.execution.isVerdict {
        mapped.insert(MappingKey(version: fact.version, mapping: mapping.name))
      }
    }
    let readers = Set(facts.map(\.version))
    return known.findings.filter { finding in
      guard finding.level >= .warning, !present.contains(finding.fingerprint) else { return false }
      if finding.subjects.contains(where: standing.contains) { return true }
      let hit = finding.versions.map(\.version).filter(readers.contains)
      switch finding.rule.family {
      case .field: return !hasAllShapes
      case .request where finding.rule == .requestRoundtripLoss:
        return !hit.isEmpty && isUnwritten(finding, usable, observed, isWhole: hasAllShapes)
      case .request: return !hit.isEmpty && (!hasAllShapes || !hit.allSatisfy(decoded.contains))
      case .mapping, .loss:
        if finding.mappings.isEmpty { return !hit.allSatisfy(explained.contains) }
        if finding.rule == .mappingReferenceUnmatched, isUncounted(finding, facts) { return true }
        return finding.mappings.contains { mapping in
          readers.contains(mapping.version)
            && !mapped.contains(MappingKey(version: mapping.version, mapping: mapping.mapping))
        }
      case .decode, .evidence, .notice:
        return !hit.allSatisfy(judged.contains) || hasAllShapes && isUnseen(finding, observed)
      }
    }
  }
}
