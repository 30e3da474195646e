import DriftModel
import Foundation
import PayloadShape

/// One request in one round, from facts to everything that is remembered of it; a pure function.
struct RequestJudgement {
  /// What is remembered of the request.
  let known: RequestMemory
  /// What this round found out.
  let facts: RequestFacts

  var key: RequestKey { facts.request }
  var clock: Date { facts.clock }
  /// The round's clock, with what is known before.
  var now: FirstObservation {
    FirstObservation(at: clock, lastGoodAt: known.lastGoodAt, responsesBefore: known.baselineResponses)
  }
  /// The same for a change at a path: the last response was without it, whatever else was wrong then, unless something above the path was.
  func now(at path: String) -> FirstObservation {
    guard known.baseline != nil, let last = known.lastResponseAt, last < clock,
      !known.findings.contains(where: { $0.isOfShape && $0.isAbove(path) })
    else { return now }
    return FirstObservation(
      at: clock, lastGoodAt: max(known.lastGoodAt ?? last, last), responsesBefore: known.baselineResponses)
  }

  /// Findings, incidents and baselines after this round.
  ///
  /// - Parameters:
  ///   - usable: Facts of the responses that count.
  ///   - unanswered: Facts from before of requests without a usable response now: what was broken there is so until it is seen
  ///     to be well.
  ///   - names: What reports call the responses, those of `unanswered` last.
  ///   - newcomers: Indices in `usable` of requests that never had a response before.
  /// - Returns: All of it but the responses' own rows.
  func result(
    _ usable: [Examination], unanswered: [Examination] = [], names: [String] = [], newcomers: Set<Int> = []
  ) -> Evaluation {
    let shapes = usable.compactMap(\.shape)
    let budget = facts.settings.shapeBudget
    let observed = PayloadShape.ofOneResponse(shapes)?.limited(to: budget)
    let usable = usable.map { $0.spelled(asIn: [observed, known.baseline].compactMap(\.self)) }
    // Responses that equalled the one before were not learned again, and they count all the same.
    let repetition = Double(known.baselineResponses) / Double(max(1, known.baseline?.documents ?? 1))
    let differences = differences(observed, repetition: repetition)
    let sends = comparedSends(usable)
    var judgement = Judgement(
      key: key, versions: facts.versions, examinations: usable + unanswered, changes: differences,
      outlines: facts.outlines, hasUnknownReaders: facts.settings.hasUnknownReaders,
      observed: observed)
    for (key, statistics) in known.mappings {
      judgement.mappings[key.version, default: [:]][key.mapping] = statistics
    }
    (judgement.newcomers, judgement.sendChanges) = (newcomers, sends.changes)
    (judgement.repetition, judgement.impact, judgement.clock) = (repetition, facts.impact, clock)
    judgement.recordOverlaps = recordOverlaps(usable, newcomers, judgement)
    judgement.baseline = known.baseline
    judgement.formerStates = known.formerStates(beside: differences)
    let freshness = freshness(observed)
    judgement.staleLists = freshness?.staleLists ?? []
    var pendingChanges = PendingChangeUpdate(
      known: known.pendingChanges, observations: judgement.observations()
    ) {
      couldShow($0, observed, usable) && !differences.hideMember(of: $0.subject, observed)
    }
    pendingChanges.note { subject in
      if case .member(let path, _) = subject { now(at: path) } else { now }
    }
    judgement.states = pendingChanges.states
    judgement.likelihoods = pendingChanges.pendingChanges.reduce(into: [:]) { $0[$1.subject] = exp($1.logLikelihood) }
    var findings = judgement.located(judgement.findings(), names: names, baseline: known.baseline)
    let undecided = undecided(
      found: findings, usable, observed, hasAllShapes: unanswered.isEmpty, standing: pendingChanges.standing)
    findings += undecided
    let notices = ProviderNotice.kept(of: known.findings, beside: findings, at: clock)
    var firstObservations = firstObservations(of: findings, pendingChanges.pendingChanges)
    let watch = [watchFinding].compactMap(\.self)
    for finding in watch { firstObservations[finding.fingerprint] = firstMiss }
    for finding in findings where finding.isOfShape && firstObservations[finding.fingerprint] == nil {
      firstObservations[finding.fingerprint] = now(at: finding.path)
    }
    let judged = judged(findings + notices + watch, notices: notices + undecided, firstObservations)
    findings = judged.findings
    let settled = Set(findings.filter { judged.accepted.settled.contains($0.fingerprint) }.flatMap(\.subjects))
      .union(harmless(pendingChanges.pendingChanges, findings))
    for subject in settled { pendingChanges.settle(subject) }
    var report = report(on: findings, examined: usable.count)
    report.versions = facts.versions.map { version in
      var report = versionReport(version, usable + unanswered)
      report.notJudged = usable.flatMap(\.versions).first { $0.version == version.id && $0.notJudged != nil }?.notJudged
      return report
    }
    report.blindness = blindness
    if known.baseline == nil, facts.versions.isEmpty { report.firstLook = observed.map(EndpointReport.FirstLook.init) }
    var result = Evaluation(
      key: key, signature: facts.signature, round: facts.round, at: clock, report: report)
    result.take(judged)
    let unlearned = unlearned(differences, findings, pendingChanges, settled)
    result.learned.baseline = observed.map {
      known.baseline?.absorbing($0, except: unlearned, repetition: repetition)
        .limited(to: budget, keeping: known.baseline) ?? PayloadShape().absorbing($0, except: [])
    }
    result.learned.baselineResponses = known.baselineResponses + shapes.count
    if let freshness, !freshness.feeds.isEmpty {
      (result.learned.feeds, result.learned.staleAt) = (freshness.feeds, freshness.staleAt)
    }
    result.learned.mappings = mappingBaselines(judgement, findings, pendingChanges, settled: settled)
    result.learned.sends = sends.baselines.reduce(into: [:]) { learned, send in
      learned[send.key] = send.value.limited(to: budget, keeping: known.sends[send.key])
    }
    result.learned.findings = learned(findings + known.findings, settled, pendingChanges.states)
    result.mappingCounts = mappingCounts(usable)
    result.pendingChanges = pendingChanges.pendingChanges
    return result
  }

  /// What differs from the baseline, without what is explained by a change that lasts.
  private func differences(_ observed: PayloadShape?, repetition: Double) -> [ShapeChange] {
    guard let baseline = known.baseline, let observed else { return [] }
    var differences = changes(
      from: baseline, to: observed, asWhole: facts.settings.hasUnknownReaders, repetition: repetition)
    let lasting = Set(known.pendingChanges.filter { [.pending, .confirmed].contains($0.state) }.map(\.subject))
    differences.removeAll { change in
      change.kind.aspect.explainedBy.contains { lasting.contains(.member(path: change.path, aspect: $0)) }
    }
    // A change that was confirmed is not doubted again as long as it lasts.
    let confirmed = Set(known.pendingChanges.filter { $0.state == .confirmed }.map(\.subject))
    for index in differences.indices where confirmed.contains(differences[index].subject) {
      differences[index].isFaint = false
    }
    return differences
  }

  /// How what versions would send differs from before, by version and writing endpoint, and its shapes from now on.
  private func comparedSends(_ usable: [Examination]) -> (
    changes: [String: [String: [ShapeChange]]], baselines: [MappingKey: PayloadShape]
  ) {
    var allChanges: [String: [String: [ShapeChange]]] = [:]
    var baselines: [MappingKey: PayloadShape] = [:]
    for (key, shape) in sendShapes(usable) {
      guard let baseline = known.sends[key] else {
        baselines[key] = PayloadShape().absorbing(shape, except: [])
        continue
      }
      let found = changes(from: baseline, to: shape)
      allChanges[key.version, default: [:]][key.mapping] = found
      baselines[key] = baseline.absorbing(shape, except: found.filter { !$0.kind.isGrowth })
    }
    return (allChanges, baselines)
  }

  /// How the records at the paths of mappings, and the elements of lists in which something may be lost, overlap with those of the
  /// baseline.
  private func recordOverlaps(
    _ usable: [Examination], _ newcomers: Set<Int>, _ judgement: Judgement
  ) -> [String: RecordOverlap] {
    let comparable = usable.indices.filter { !newcomers.contains($0) }.compactMap { usable[$0].shape }
    guard let baseline = known.baseline, let first = comparable.first else { return [:] }
    let records = comparable.dropFirst().reduce(first) { $0.merged(with: $1) }
    let (versions, mappings) = (usable.flatMap(\.versions), usable.flatMap(\.versions).flatMap(\.mappings))
    let paths = Set(
      mappings.map(\.recordsPath) + mappings.flatMap(\.lists.keys).map { "\($0)[*]" }
        + versions.flatMap(\.swallowed).map { judgement.listPath(around: $0.pattern) })
    return paths.reduce(into: [:]) { $0[$1] = RecordOverlap(at: $1, from: baseline, to: records) }
  }

  /// Changes that the baseline must not learn yet, because they would be how things are before they can be reported.
  private func unlearned(
    _ differences: [ShapeChange], _ findings: [Finding], _ pendingChanges: PendingChangeUpdate,
    _ settled: Set<EvidenceSubject>
  ) -> [ShapeChange] {
    let reported = ReportedChanges(findings)
    let open = differences.compactMap { change -> ShapeChange? in
      if change.isFaint { return reported.contain(change) ? change : nil }
      // The baseline learns every response that lacks an optional member, until the member is known to be gone.
      if change.isOfOptional, pendingChanges.states[change.subject] != .confirmed { return nil }
      // Growth that costs something must not enter the baseline yet, because it has to be reported again.
      if change.kind.isGrowth { return reported.containAsHarm(change) ? change : nil }
      let open = change.part { pendingChanges.states[$0] != .ordinary && !settled.contains($0) }
      // A change that is reported stays one finding with all of its paths.
      return open?.subjects.contains { pendingChanges.states[$0] == .confirmed } == true ? change : open
    }
    let unseen = pendingChanges.pendingChanges.filter {
      !$0.last.isInformative && [.pending, .confirmed].contains($0.state)
    }
    return open + unseen.compactMap(ShapeChange.init(standingFor:))
  }

  /// Confirmed changes that were information for long enough: nobody loses anything, so they become part of the baseline.
  private func harmless(_ pendingChanges: [PendingChange], _ findings: [Finding]) -> [EvidenceSubject] {
    let harmful = Set(findings.filter { $0.level >= .warning || $0.accepted != nil }.flatMap(\.subjects))
    return pendingChanges.filter {
      $0.state == .confirmed && $0.counts.checks > EvidencePolicy.confirmationResponses && !harmful.contains($0.subject)
    }.map(\.subject)
  }

  /// Fingerprints of findings all of whose subjects are how the responses are from now on.
  private func learned(
    _ findings: [Finding], _ settled: Set<EvidenceSubject>, _ states: [EvidenceSubject: PendingChange.State]
  ) -> Set<String> {
    Set(
      findings.filter { finding in
        let subjects = finding.subjects
        return !subjects.isEmpty && subjects.allSatisfy { settled.contains($0) || states[$0] == .ordinary }
      }.map(\.fingerprint))
  }

  /// When findings were first seen as pending changes, by fingerprint, perhaps under another rule with the same subject.
  private func firstObservations(
    of findings: [Finding], _ pendingChanges: [PendingChange]
  ) -> [String: FirstObservation] {
    let bySubject = Dictionary(
      pendingChanges.compactMap { change in change.firstObservation.map { (change.subject, $0) } },
      uniquingKeysWith: { first, _ in first })
    guard !bySubject.isEmpty else { return [:] }
    return findings.reduce(into: [:]) { result, finding in
      result[finding.fingerprint] = finding.subjects.compactMap { bySubject[$0] }.min { $0.at < $1.at }
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
    // One record has its identity for itself.
    case .identities(let key): return runs(key) { $0.recordsOut > 1 }
    case .values(let key, let name, let shift):
      guard let history = known.mappings[key]?.values[name] else { return runs(key) { _ in true } }
      guard runs(key, { _ in true }) else { return false }
      let ran = usable.flatMap(\.versions).filter { $0.version == key.version }.flatMap(\.mappings).filter {
        $0.name == key.mapping && $0.execution.hasSucceeded
      }
      let values = ran.flatMap(\.properties).filter { $0.name == name }
      // A property that the app has no more is no open question.
      return values.isEmpty
        || history.couldShow(shift, values.compactMap(\.values), share: pendingChange.meanShare)
    case .elements(let key, let name):
      return runs(key) { mapping in
        !mapping.lists.isEmpty && mapping.properties.contains { $0.name == name && $0.elements != nil }
      }
    case .swallowed(let version, let path):
      return usable.flatMap(\.versions).filter { $0.version == version && $0.decoding.hasSucceeded }.flatMap(\.fields)
        .contains { $0.pattern == path && $0.seen + $0.null + $0.missing > 0 }
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
    var mapped: Set<MappingKey> = []
    for fact in facts {
      for mapping in fact.mappings where mapping.execution.isVerdict {
        mapped.insert(MappingKey(version: fact.version, mapping: mapping.name))
      }
    }
    let readers = Set(facts.map(\.version))
    /// Whether a version decodes nothing, or may ask for something at the path that is not known.
    func hides(_ path: String, _ version: String) -> Bool {
      !decoded.contains(version) || facts.contains { $0.version == version && $0.mayHide(path) }
    }
    /// Whether a response that does not decode may fail there too.
    func failsUnseen(_ path: String, _ version: String) -> Bool {
      !path.isEmpty && facts.contains { $0.version == version && !$0.decoding.hasSucceeded && $0.mayHide(path) }
    }
    return known.findings.filter { finding in
      guard finding.level >= .warning, !present.contains(finding.fingerprint) else { return false }
      if finding.subjects.contains(where: standing.contains) { return true }
      let hit = finding.versions.map(\.version).filter(readers.contains)
      switch finding.rule.family {
      case .field, .volume: return !hasAllShapes
      case .request where Rules.rule(for: finding.rule).loss == .writtenBack:
        return !hit.isEmpty && isUnwritten(finding, usable, observed, isWhole: hasAllShapes)
      case .request: return !hit.isEmpty && (!hasAllShapes || !hit.allSatisfy(decoded.contains))
      case .mapping, .loss, .meaning:
        if finding.mappings.isEmpty { return hit.contains { hides(finding.path, $0) } }
        if Rules.rule(for: finding.rule).loss == .reference, isUncounted(finding, facts) { return true }
        return finding.mappings.contains { mapping in
          readers.contains(mapping.version)
            && !mapped.contains(MappingKey(version: mapping.version, mapping: mapping.mapping))
        }
      case .watch, .freshness: return false
      case .evidence:
        return hit.contains { hides(finding.path, $0) } || hasAllShapes && isUnseen(finding, observed)
      case .decode where finding.rule == .decodePlatformDependent:
        return hit.contains { hides(finding.path, $0) } || hasAllShapes && isUnseen(finding, observed)
      case .decode:
        return hit.contains { !judged.contains($0) || failsUnseen(finding.path, $0) }
          || hasAllShapes && isUnseen(finding, observed)
      case .notice: return !hit.allSatisfy(judged.contains) || hasAllShapes && isUnseen(finding, observed)
      }
    }
  }
}

/// Which changes findings report, so that each of thousands is looked up at once.
private struct ReportedChanges {
  private struct Key: Hashable {
    let kind: ChangeKind
    let path: String
  }

  private let all: Set<Key>
  private let harmful: Set<Key>

  init(_ findings: [Finding]) {
    func keys(_ findings: [Finding]) -> Set<Key> {
      Set(findings.compactMap { finding in finding.change.map { Key(kind: $0, path: finding.path) } })
    }
    (all, harmful) = (keys(findings), keys(findings.filter { $0.level >= .warning }))
  }

  /// Whether a change is reported at all.
  func contain(_ change: ShapeChange) -> Bool { all.contains(Key(kind: change.kind, path: change.path)) }

  /// Whether a change is reported at one of its paths as a warning or worse.
  func containAsHarm(_ change: ShapeChange) -> Bool {
    ([change.path] + change.paths).contains { harmful.contains(Key(kind: change.kind, path: $0)) }
  }
}

extension EndpointReport.FirstLook {
  /// What a shape has that was learned from the first responses. Linear in its paths.
  init(_ shape: PayloadShape) {
    let outline = ShapeOutline(of: shape)
    self.init(members: outline.memberCount, records: outline.recordCount)
  }
}

extension [ShapeChange] {
  /// Whether the response is another object than all before, so that it says nothing of a member that is not in it.
  fileprivate func hideMember(of subject: EvidenceSubject, _ observed: PayloadShape?) -> Bool {
    guard case .member(let path, _) = subject, contains(where: { $0.form?.members != nil && $0.path != path }) else {
      return false
    }
    return observed?.statistics(at: path) == nil
  }
}
