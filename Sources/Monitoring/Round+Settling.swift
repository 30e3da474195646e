import ContractKit
import DriftAnalysis
import Foundation
import Ledger
import PayloadShape

extension Round {
  /// Judges one group and records everything about it in one transaction.
  func settle(_ run: GroupRun, _ number: Int, _ state: inout RoundState) async throws {
    let group = run.group
    let outcomes = zip(run.answers, run.facts).map { outcome(of: $0, facts: $1) }
    let usable = zip(run.facts, outcomes).compactMap { facts, outcome in outcome.outcome == nil ? facts : nil }
    let missing = outcomes.filter { $0.outcome != nil }
    // A recording that is not there on this date says nothing: the others decide.
    let unrecorded =
      isRecorded ? zip(run.answers, outcomes).count { $0.0.reason == "no recording" && $0.1.outcome == .notChecked } : 0
    guard !usable.isEmpty else {
      if unrecorded == run.answers.count, sourceKind == .recordings {
        state.failed["\(group.contract.id)/\(group.endpoint.id)"] = .notDue
        state.add(report(group.contract, group.endpoint, .notDue, "no recording"))
        return
      }
      let first = missing.first { $0.reason != "no recording" } ?? missing.first
      try await settleUnfetched(
        group, first?.outcome ?? .notChecked, first?.reason ?? "no answer", number, &state, run: run, outcomes: outcomes
      )
      return
    }
    let failing = missing.filter { $0.reason != "no recording" }
    let isComplete = failing.isEmpty
    let result =
      run.isCarriedForward
      ? carriedForward(run, number) : judged(run, usable, outcomes: outcomes, isComplete: isComplete, number)
    var final = result
    if let failure = failing.first, final.report.outcome != .drift {
      final.report.outcome = failure.outcome ?? .notChecked
      final.report.reason =
        failing.count < run.answers.count
        ? "\(failing.count) of \(run.answers.count) requests: \(failure.reason ?? "no answer")" : failure.reason
    } else if unrecorded > 0 {
      final.report.reason = "\(run.answers.count - unrecorded) of \(run.answers.count) requests are recorded"
    }
    final.answers = records(run, outcomes)
    try await ledger.record(final)
    state.transitions += final.transitions
    state.add(final.report)
  }

  /// Records that nothing could be examined; findings and incidents stay as they were.
  func settleUnfetched(
    _ group: RequestGroup, _ outcome: Outcome, _ reason: String, _ number: Int, _ state: inout RoundState,
    run: GroupRun? = nil, outcomes: [AnswerOutcome] = []
  ) async throws {
    state.failed["\(group.contract.id)/\(group.endpoint.id)"] = outcome
    var report = report(group.contract, group.endpoint, outcome, reason)
    report.requests = run?.requests.count ?? 0
    report.checkedAt = plan.clock
    state.add(report)
    guard outcome != .notDue, !Task.isCancelled else { return }
    let known: PlaceState
    if let run {
      known = run.state
    } else {
      known = try await ledger.state(of: group.place, signature: group.request.signature)
    }
    try await ledger.record(
      PlaceResult(
        place: group.place, signature: group.request.signature, round: number, at: plan.clock, report: report,
        answers: run.map { records($0, outcomes) } ?? [], findings: known.findings))
  }

  /// What became of one answer; `outcome` is nil where it was examined and counts.
  struct AnswerOutcome {
    var outcome: Outcome?
    var reason: String?
  }

  private func outcome(of answer: SourcedAnswer, facts: Examination?) -> AnswerOutcome {
    if let outcome = answer.outcome { return AnswerOutcome(outcome: outcome, reason: answer.reason) }
    guard let facts else { return AnswerOutcome(outcome: .notChecked, reason: "not examined") }
    switch facts.text {
    case .notJSON(let reason) where answer.mayBeCut && !answer.body.isEmpty:
      let cut = "probably cut: the connection ended the answer, and it is not JSON"
      return AnswerOutcome(outcome: .transport, reason: "\(cut): \(reason)")
    case .notJSON(let reason): return AnswerOutcome(outcome: .notJSON, reason: "not JSON: \(reason)")
    case .notExamined(let reason): return AnswerOutcome(outcome: .notChecked, reason: reason)
    case .json: break
    }
    if case .refused(let message) = facts.envelope {
      return AnswerOutcome(outcome: .requestError, reason: "the answer says failure: \(message)")
    }
    if !facts.versions.isEmpty, facts.versions.allSatisfy({ if case .notRun = $0.decoding { true } else { false } }),
      case .notRun(let reason)? = facts.versions.first?.decoding
    {
      return AnswerOutcome(outcome: .notChecked, reason: reason)
    }
    return AnswerOutcome()
  }

  private func records(_ run: GroupRun, _ outcomes: [AnswerOutcome]) -> [AnswerRecord] {
    zip(zip(run.requests, run.answers), zip(run.facts, outcomes)).compactMap { sent, judged in
      let ((request, answer), (facts, outcome)) = (sent, judged)
      guard answer.reason != "no recording" else { return nil }
      var stored = run.isCarriedForward || outcome.outcome != nil ? nil : facts
      stored?.shape = nil
      return AnswerRecord(
        url: request.url, outcome: outcome.outcome ?? (run.isCarriedForward ? .unchanged : .ok), status: answer.status,
        bytes: answer.body.count, seconds: answer.seconds,
        bodyDigest: answer.outcome == nil ? ContentDigest(answer.body).hexadecimal : nil, etag: answer.etag,
        lastModified: answer.lastModified, facts: stored, buildID: run.codeIdentity)
    }
  }

  /// All answers equal the last ones under the same code: findings, incidents and verdicts stay.
  private func carriedForward(_ run: GroupRun, _ number: Int) -> PlaceResult {
    var report = run.state.report ?? report(run.group.contract, run.group.endpoint, .unchanged, nil)
    report.outcome = run.state.findings.contains { $0.level >= .warning } ? .drift : .unchanged
    report.reason = nil
    report.checkedAt = plan.clock
    var findings = run.state.findings
    for index in findings.indices { findings[index].lastSeen = plan.clock }
    let incidents = run.state.incidents.filter { $0.state == .open }.map { incident in
      var incident = incident
      incident.lastSeenAt = plan.clock
      return incident
    }
    return PlaceResult(
      place: run.group.place, signature: run.group.request.signature, round: number, at: plan.clock, report: report,
      findings: findings, incidents: incidents, isGood: report.outcome == .unchanged)
  }

  private func judged(
    _ run: GroupRun, _ usable: [Examination], outcomes: [AnswerOutcome], isComplete: Bool, _ number: Int
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
      place: group.place, versions: group.versionInfos, examinations: usable, changes: differences, mappings: mappings,
      sendChanges: sendChanges, hasUnknownReaders: plan.withoutReaders.contains(group.contract.id))
    var findings = judgement.findings()
    for index in findings.indices {
      let before = known.findings.first { $0.fingerprint == findings[index].fingerprint }
      findings[index].firstSeen = before?.firstSeen ?? plan.clock
      findings[index].lastSeen = plan.clock
      findings[index].lastGood = before?.lastGood ?? known.lastGoodAt
    }
    let update = IncidentUpdate(
      place: group.place, findings: findings, known: known.incidents, isComplete: isComplete, at: plan.clock,
      lastGoodAt: known.lastGoodAt, answersBefore: known.baselineAnswers)
    let hasDrift = findings.contains { $0.level >= .warning }
    var report = report(group.contract, group.endpoint, hasDrift ? .drift : .ok, nil)
    report.requests = run.requests.count
    report.examined = usable.count
    report.checkedAt = plan.clock
    report.versions = group.versionInfos.map { versionReport($0, usable) }
    let open = differences.filter { !$0.isGrowth }
    return PlaceResult(
      place: group.place, signature: group.request.signature, round: number, at: plan.clock, report: report,
      baseline: observed.map { observed in known.baseline?.absorbing(observed, except: open) ?? observed },
      baselineAnswers: known.baselineAnswers + shapes.count, mappings: mappingBaselines(usable, known, findings),
      sends: sendBaselines, mappingCounts: mappingCounts(usable), failures: failures(usable), changes: differences,
      findings: update.findings, incidents: update.incidents, transitions: update.transitions,
      isGood: !hasDrift && isComplete)
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

  /// Mapping baselines grown by this round; a mapping that lost more than before keeps its baseline, so that the loss is told again.
  private func mappingBaselines(
    _ usable: [Examination], _ known: PlaceState, _ findings: [Finding]
  ) -> [MappingKey: MappingStatistics] {
    var result: [MappingKey: MappingStatistics] = [:]
    let worse = findings.filter { $0.rule.family == "mapping" || $0.rule == .lossElementDropped }
      .filter { $0.level >= .warning || $0.rule == .mappingPropertyLost }.flatMap(\.mappings)
    for version in usable.flatMap(\.versions) {
      for mapping in version.mappings {
        let key = MappingKey(version: version.version, mapping: mapping.name)
        guard !worse.contains(where: { $0.version == key.version && $0.mapping == key.mapping }) else { continue }
        var statistics = result[key] ?? known.mappings[key] ?? MappingStatistics()
        statistics.absorb(mapping)
        if statistics.answers > 0 { result[key] = statistics }
      }
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

  private func versionReport(_ version: VersionInfo, _ usable: [Examination]) -> VersionReport {
    let facts = usable.flatMap { $0.versions.filter { $0.version == version.id } }
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
    let fields = Dictionary(facts.flatMap(\.fields).map { ($0.pattern, $0.seen > 0) }, uniquingKeysWith: { $0 || $1 })
    return VersionReport(
      version: version.id, shippedIn: version.shippedIn, status: version.status, installs: version.installs,
      typeName: facts.first?.typeName ?? "", verdict: verdict, decoded: facts.count { $0.decoding.hasSucceeded },
      answers: facts.count, mappings: mappings, fieldsExercised: fields.values.count { $0 }, fieldsTotal: fields.count)
  }
}

extension ShapeChange {
  /// Growth that is never drift: it enters the baseline at once.
  var isGrowth: Bool { rule == RuleID.fieldAdded.rawValue || rule == RuleID.fieldEnumValueAdded.rawValue }
}
