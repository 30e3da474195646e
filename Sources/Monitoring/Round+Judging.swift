import ContractKit
import DriftAnalysis
import Foundation
import Ledger
import PayloadShape

extension Round {
  /// Findings, incidents and baselines after this round.
  ///
  /// - Parameters:
  ///   - run: The group with all its answers.
  ///   - usable: Facts of the answers that count.
  ///   - unanswered: Facts from before of requests without a usable answer now: what was broken there is so until it is seen
  ///     to be well.
  ///   - newcomers: Indices in `usable` of requests that never had an answer before.
  ///   - number: The round.
  /// - Returns: All of it but the answers' own rows.
  func judged(
    _ run: GroupRun, _ usable: [Examination], unanswered: [Examination], newcomers: Set<Int>, _ number: Int
  ) -> PlaceResult {
    let (group, known) = (run.group, run.state)
    let shapes = usable.compactMap(\.shape)
    let observed = shapes.dropFirst().reduce(shapes.first) { $0?.merged(with: $1) }
    let differences = known.baseline.flatMap { baseline in observed.map { changes(from: baseline, to: $0) } } ?? []
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
      sendBaselines[key] = baseline.absorbing(shape, except: found.filter { !$0.isGrowth })
    }
    var mappings: [String: [String: MappingStatistics]] = [:]
    for (key, statistics) in known.mappings { mappings[key.version, default: [:]][key.mapping] = statistics }
    let judgement = Judgement(
      place: group.place, versions: group.versionInfos, examinations: usable + unanswered, newcomers: newcomers,
      changes: differences, mappings: mappings, outlines: outlines(group), sendChanges: sendChanges,
      hasUnknownReaders: plan.withoutReaders.contains(group.contract.id))
    var findings = judgement.findings()
    findings += undecided(known.findings, found: findings, usable, hasAllShapes: unanswered.isEmpty)
    for index in findings.indices {
      let before = known.findings.first { $0.fingerprint == findings[index].fingerprint }
      findings[index].firstSeen = before?.firstSeen ?? plan.clock
      findings[index].lastSeen = plan.clock
      findings[index].lastGood = before?.lastGood ?? known.lastGoodAt
    }
    // Nothing is left out of account, so what is not found is gone.
    let update = IncidentUpdate(
      place: group.place, findings: findings, known: known.incidents, isComplete: true, at: plan.clock,
      lastGoodAt: known.lastGoodAt, answersBefore: known.baselineAnswers)
    let hasDrift = findings.contains { $0.level >= .warning }
    var report = report(group.contract, group.endpoint, hasDrift ? .drift : .ok, nil)
    report.requests = run.requests.count
    report.examined = usable.count
    report.checkedAt = plan.clock
    report.versions = group.versionInfos.map { versionReport($0, usable + unanswered, outlines(group)[$0.id] ?? []) }
    for index in report.versions.indices { report.versions[index].request = group.place.request }
    let open = differences.filter { isOpen($0, findings) }
    return PlaceResult(
      place: group.place, signature: group.signature, round: number, at: plan.clock, report: report,
      baseline: observed.map { observed in known.baseline?.absorbing(observed, except: open) ?? observed },
      baselineAnswers: known.baselineAnswers + shapes.count,
      mappings: mappingBaselines(usable + unanswered, known, findings), sends: sendBaselines,
      mappingCounts: mappingCounts(usable), failures: failures(usable), changes: differences,
      findings: update.findings, incidents: update.incidents, transitions: update.transitions, isGood: !hasDrift)
  }

  /// Whether a change must not enter the baseline yet, so that it is told again: everything but growth, and growth that hurts.
  private func isOpen(_ change: ShapeChange, _ findings: [Finding]) -> Bool {
    guard change.isGrowth else { return true }
    let paths = [change.path] + change.paths
    return findings.contains { finding in
      finding.level >= .warning && (finding.rule.rawValue == change.rule || change.rule != RuleID.fieldAdded.rawValue)
        && paths.contains(finding.path)
    }
  }

  /// Findings of the last look that this one can neither confirm nor refute: what they hit was not run, or not all was seen.
  private func undecided(_ known: [Finding], found: [Finding], _ usable: [Examination], hasAllShapes: Bool) -> [Finding]
  {
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
    return known.filter { finding in
      guard finding.level >= .warning, !present.contains(finding.fingerprint) else { return false }
      let hit = finding.versions.map(\.version).filter(readers.contains)
      switch finding.rule.family {
      case "field": return !hasAllShapes
      case "request": return !hit.isEmpty && (!hasAllShapes || !hit.allSatisfy(decoded.contains))
      case "mapping", "loss":
        if finding.mappings.isEmpty { return !hit.allSatisfy(explained.contains) }
        return finding.mappings.contains { mapping in
          readers.contains(mapping.version)
            && !mapped.contains(MappingKey(version: mapping.version, mapping: mapping.mapping))
        }
      default: return !hit.allSatisfy(judged.contains)
      }
    }
  }

  private func outlines(_ group: RequestGroup) -> [String: [MappingOutline]] {
    var outlines: [String: [MappingOutline]] = [:]
    for version in group.versions {
      outlines[version.id] = version.reads(group.endpoint.id)?.mappings.map {
        MappingOutline(name: $0.name, recordsPath: $0.recordsPath)
      }
    }
    return outlines
  }

  private func sendShapes(_ usable: [Examination]) -> [MappingKey: PayloadShape] {
    var shapes: [MappingKey: PayloadShape] = [:]
    for version in usable.flatMap(\.versions) {
      for send in version.sends {
        guard let shape = send.shape else { continue }
        let key = MappingKey(version: version.version, mapping: send.endpoint)
        shapes[key] = shapes[key].map { $0.merged(with: shape) } ?? shape
      }
    }
    return shapes
  }

  /// Mapping baselines grown by this round; what is lost more than before is left out, so that it is told again, and all
  /// else goes on being learned.
  private func mappingBaselines(
    _ facts: [Examination], _ known: PlaceState, _ findings: [Finding]
  ) -> [MappingKey: MappingStatistics] {
    var worseRecords: Set<MappingKey> = []
    var worseProperties: [MappingKey: Set<String>] = [:]
    for finding in findings {
      for mapping in finding.mappings {
        let key = MappingKey(version: mapping.version, mapping: mapping.mapping)
        switch finding.rule {
        case .mappingRecordDropped, .mappingThrew, .lossElementDropped:
          if finding.level >= .warning { worseRecords.insert(key) }
        case .mappingPropertyLost:
          // Of a retired version too, which is told as information; but chance is part of what is learned.
          if !finding.isPending { worseProperties[key, default: []].formUnion(mapping.properties) }
        default: break
        }
      }
    }
    var parts: [MappingKey: [MappingExamination]] = [:]
    for version in facts.flatMap(\.versions) {
      for mapping in version.mappings where mapping.execution.hasSucceeded {
        parts[MappingKey(version: version.version, mapping: mapping.name), default: []].append(mapping)
      }
    }
    var result: [MappingKey: MappingStatistics] = [:]
    for (key, round) in parts {
      var statistics = known.mappings[key] ?? MappingStatistics()
      statistics.absorb(
        round, skippingRecords: worseRecords.contains(key), skippingProperties: worseProperties[key] ?? [])
      result[key] = statistics
    }
    return result
  }

  private func mappingCounts(_ usable: [Examination]) -> [MappingKey: MappingExamination] {
    var counts: [MappingKey: MappingExamination] = [:]
    for version in usable.flatMap(\.versions) {
      for mapping in version.mappings {
        let key = MappingKey(version: version.version, mapping: mapping.name)
        guard var sum = counts[key] else {
          counts[key] = mapping
          continue
        }
        sum.recordsIn += mapping.recordsIn
        sum.recordsOut += mapping.recordsOut
        sum.dropped += mapping.dropped
        sum.threw += mapping.threw
        counts[key] = sum
      }
    }
    return counts
  }

  private func failures(_ usable: [Examination]) -> [String: [FieldFailure]] {
    var result: [String: [FieldFailure]] = [:]
    for version in usable.flatMap(\.versions) {
      for failure in version.failures + version.platformDependent {
        let known = result[version.version]?.firstIndex { $0.rule == failure.rule && $0.pattern == failure.pattern }
        if let known {
          result[version.version]?[known].count += failure.count
          result[version.version]?[known].total += failure.total
        } else {
          result[version.version, default: []].append(failure)
        }
      }
    }
    return result
  }

  private func versionReport(
    _ version: VersionInfo, _ examinations: [Examination], _ outlines: [MappingOutline]
  ) -> VersionReport {
    let facts = examinations.flatMap { $0.versions.filter { $0.version == version.id } }
    var verdict = VersionReport.Verdict.unknown
    for fact in facts {
      switch fact.decoding {
      case .succeeded: if verdict == .unknown { verdict = .decodes }
      case .failed: if verdict != .crashes && verdict != .hangs { verdict = .fails }
      case .crashed: verdict = .crashes
      case .timedOut: if verdict != .crashes { verdict = .hangs }
      case .notRun: break
      }
    }
    var mappings: [MappingReport] = []
    for mapping in facts.flatMap(\.mappings) {
      if let index = mappings.firstIndex(where: { $0.name == mapping.name }) {
        mappings[index].recordsIn += mapping.offered
        mappings[index].recordsOut += mapping.recordsOut
        mappings[index].ran = mappings[index].ran && mapping.execution.hasSucceeded
      } else {
        mappings.append(
          MappingReport(
            name: mapping.name, recordsIn: mapping.offered, recordsOut: mapping.recordsOut,
            ran: mapping.execution.hasSucceeded))
      }
    }
    // What could not run since nothing decoded is named too, with what it was to get.
    for outline in outlines where verdict != .unknown {
      let offered = examinations.compactMap { $0.shape?.statistics(at: outline.recordsPath)?.count }.reduce(0, +)
      guard let index = mappings.firstIndex(where: { $0.name == outline.name }) else {
        mappings.append(MappingReport(name: outline.name, recordsIn: offered, recordsOut: 0, ran: false))
        continue
      }
      if !mappings[index].ran, mappings[index].recordsIn == 0 { mappings[index].recordsIn = offered }
    }
    let fields = Dictionary(facts.flatMap(\.fields).map { ($0.pattern, $0.seen > 0) }, uniquingKeysWith: { $0 || $1 })
    return VersionReport(
      version: version.id, shippedIn: version.shippedIn, status: version.status, installs: version.installs,
      typeName: facts.first?.typeName ?? "", verdict: verdict, decoded: facts.count { $0.decoding.hasSucceeded },
      answers: facts.count, mappings: mappings, fieldsExercised: fields.values.count { $0 }, fieldsTotal: fields.count)
  }
}

extension Execution {
  /// Whether it was run and ended in some way.
  fileprivate var isVerdict: Bool { if case .notRun = self { false } else { true } }
}

extension ShapeChange {
  /// Growth that is never drift: it enters the baseline at once.
  var isGrowth: Bool { rule == RuleID.fieldAdded.rawValue || rule == RuleID.fieldEnumValueAdded.rawValue }
}
