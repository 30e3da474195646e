import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import System

/// The result of one request as declared, with everything to store.
struct RequestResult {
  let endpoint: EndpointID
  /// The report on the endpoint.
  let report: EndpointReport
  /// What is committed; `nil` if there is nothing to store.
  let evaluation: Evaluation?
  /// The outcome of an endpoint without any usable response, which those that follow it need to know.
  let failed: Outcome?
}

/// A stage of a round: weighs the facts of one request against its memory.
struct EvaluateStage {
  let context: RoundContext

  private var plan: Round.Plan { context.plan }

  /// Evaluates the responses to one request, if there still is the time.
  ///
  /// - Parameters:
  ///   - checked: The responses with what was found out about them.
  ///   - end: The time after which they are not evaluated. Nothing is stored of them then, so that the next check finds them new.
  /// - Returns: What is to be stored.
  /// - Throws: `StoreError`.
  func run(_ checked: CheckedRequest, until end: ContinuousClock.Instant? = nil) async throws -> RequestResult {
    // What is repeated, or known to have failed, costs nothing.
    let isNew = !checked.isCarriedForward && checked.responses.contains { $0.verdict.outcome == nil }
    if isNew, checked.isLate || context.isPast(end) {
      return try await unchecked(checked.group, .notChecked, RoundContext.deadlineReached)
    }
    var checked = checked
    if !checked.isCarriedForward {
      checked.noteAnnouncements()
    }
    let without = checked.responses.filter { $0.verdict.outcome != nil }
    // Where others have a response, the report says which one has none.
    let mask = context.source.mask(of: checked.group.contract.id)
    let missing = without.map { without.count < checked.responses.count ? $0.namedVerdict(mask) : $0.verdict }
    // A recording that is missing on this date does not count. The others decide.
    let failing = missing.filter { !$0.isMissingRecording }
    guard missing.count < checked.responses.count else {
      if failing.isEmpty, context.sourceKind == .recordings {
        return notRecorded(checked.group)
      }
      let first = failing.leading ?? missing.first
      return try await unchecked(
        checked.group, first?.outcome ?? .notChecked, first?.reason ?? "no response", watchRule: first?.watchRule,
        checked: checked)
    }
    var (evaluation, memory) =
      checked.isCarriedForward
      ? (carriedForward(checked), checked.memory) : try await evaluated(checked, missed: missed(failing, of: checked))
    let (all, usable) = (checked.responses.count, checked.responses.count - missing.count)
    let unjudged = checked.unjudged
    if let failure = failing.leading {
      let reason = failure.reason ?? "no response"
      if evaluation.report.outcome != .drift { evaluation.report.outcome = failure.outcome ?? .notChecked }
      evaluation.report.reason = failing.count < all ? "\(failing.count) of \(all) requests: \(reason)" : reason
      evaluation.isGood = false
    } else if let first = unjudged.first, !checked.isCarriedForward {
      // What people do not use makes no check blind, but it is said.
      if unjudged.contains(where: { $0.version.status == .supported }) {
        if evaluation.report.outcome != .drift { evaluation.report.outcome = .notChecked }
        evaluation.isGood = false
      }
      evaluation.report.reason = "\(listed(unjudged.map(\.words))) not judged: \(first.reason)"
    } else if usable < all {
      evaluation.report.reason = "\(usable) of \(all) requests are recorded"
    }
    evaluation.report.partial = checked.partial
    evaluation.responses = records(of: checked, memory)
    evaluation.impact = checked.impact
    return RequestResult(
      endpoint: checked.group.id, report: evaluation.report, evaluation: evaluation, failed: nil)
  }

  /// The report if no request has a recording of this date.
  private func notRecorded(_ group: RequestGroup) -> RequestResult {
    RequestResult(
      endpoint: group.id,
      report: context.report(group.contract, group.endpoint, .notDue, RoundContext.noRecording), evaluation: nil,
      failed: .notDue)
  }

  /// The result if nothing could be examined: what was found before stays as it was.
  ///
  /// - Parameters:
  ///   - group: The request.
  ///   - outcome: What became of it.
  ///   - reason: Why, in one line.
  ///   - watchRule: The rule by which it is reported once it lasts; `nil`: that of the outcome.
  ///   - isItsOwn: Whether the cause is here, and not at an endpoint that this one follows: that one is reported.
  ///   - checked: The responses, none of which counts; `nil` if no request was sent.
  /// - Returns: What is to be stored, and what those that follow need to know.
  /// - Throws: `StoreError`.
  func unchecked(
    _ group: RequestGroup, _ outcome: Outcome, _ reason: String, watchRule: RuleID? = nil, isItsOwn: Bool = true,
    checked: CheckedRequest? = nil
  ) async throws -> RequestResult {
    var report = context.report(group.contract, group.endpoint, outcome, reason)
    report.requests = checked?.responses.count ?? 0
    report.checkedAt = plan.clock
    guard outcome != .notDue, !Task.isCancelled else {
      return RequestResult(endpoint: group.id, report: report, evaluation: nil, failed: outcome)
    }
    let memory: RequestMemory
    if let checked {
      memory = checked.memory
    } else {
      memory = try await context.memory(of: group, requests: [], depth: .present)
    }
    var evaluation: Evaluation
    if isItsOwn, context.sourceKind == .live, let rule = watchRule ?? outcome.watchRule {
      let missed = MissedCheck(
        rule: rule, outcome: outcome, reason: reason, missing: report.requests,
        of: report.requests + (checked?.others.count ?? 0))
      evaluation = try await evaluated(missed, of: group, memory)
    } else {
      report.blindness = memory.report?.blindness
      evaluation = Evaluation(
        key: group.key, signature: group.signature, round: context.number, at: plan.clock, report: report,
        findings: memory.findings)
    }
    evaluation.findings = withAge(evaluation.findings, memory, group)
    evaluation.report.partial = checked?.partial
    evaluation.responses = checked.map { records(of: $0, memory) } ?? []
    return RequestResult(
      endpoint: group.id, report: evaluation.report, evaluation: evaluation, failed: outcome)
  }

  /// Evaluates a check without any response that counts. An incident may have been resolved before, so that all of them are read once
  /// it is to be opened; else what is present is enough.
  private func evaluated(
    _ missed: MissedCheck, of group: RequestGroup, _ memory: RequestMemory
  ) async throws -> Evaluation {
    func facts(_ memory: RequestMemory) async throws -> RequestFacts {
      var facts = RequestFacts(
        request: group.key, signature: group.signature, versions: group.versionInfos, outlines: group.outlines,
        responses: [], round: context.number, clock: plan.clock, settings: try await settings(group, memory))
      facts.missed = missed
      return facts
    }
    let evaluation = evaluate(memory, try await facts(memory))
    guard !memory.isWhole, evaluation.transitions.contains(where: { $0.kind == .opened }) else { return evaluation }
    let whole = try await context.memory(of: group, requests: [], depth: .whole)
    return evaluate(whole, try await facts(whole))
  }

  /// Why some of the responses do not count, or were not judged for each supported version; `nil` if all is well, or if their time is
  /// not real.
  private func missed(_ failing: [ResponseVerdict], of checked: CheckedRequest) -> MissedCheck? {
    guard context.sourceKind == .live, !Task.isCancelled else { return nil }
    let unjudged = checked.unjudged.filter { $0.version.status == .supported }
    if failing.isEmpty, let first = unjudged.first {
      return MissedCheck(
        versions: unjudged.map(\.version.id), reason: first.reason, of: checked.responses.count + checked.others.count)
    }
    guard let first = failing.leading, let outcome = first.outcome, let rule = first.watchRule else { return nil }
    return MissedCheck(
      rule: rule, outcome: outcome, reason: first.reason ?? "no response", missing: failing.count,
      of: checked.responses.count + checked.others.count)
  }

  /// Evaluates new responses against the whole memory, whose large parts are read only now. What the app
  /// would lose is known from before, or was found in this round.
  private func evaluated(_ checked: CheckedRequest, missed: MissedCheck?) async throws -> (Evaluation, RequestMemory) {
    let group = checked.group
    // Pages after one without a response are not asked for; those that are known are not gone for that.
    let unasked = checked.unaskedPages
    let memory = try await context.memory(
      of: group, requests: checked.responses.map(\.request) + checked.others + unasked, depth: .whole)
    let mask = context.source.mask(of: group.contract.id)
    func facts(of request: ConcreteRequest, _ examination: Examination?) -> RequestFacts.Response {
      RequestFacts.Response(url: request.key, examination: examination, name: request.name(mask))
    }
    var facts = RequestFacts(
      request: group.key, signature: group.signature, versions: group.versionInfos, outlines: group.outlines,
      responses: checked.responses.map { facts(of: $0.request, $0.verdict.outcome == nil ? $0.facts : nil) }
        + checked.others.map { facts(of: $0, nil) }
        + unasked.filter { memory.responses[$0.key] != nil }.map { facts(of: $0, nil) },
      round: context.number, clock: plan.clock, settings: try await settings(group, memory))
    facts.hasDeclaredSamples = group.endpoint.parents.isEmpty && group.endpoint.paging == nil
    facts.isPartial = !checked.others.isEmpty
    facts.missed = missed
    facts.hasRealTime = context.sourceKind == .live || context.sourceKind == .recordings
    if let impact = checked.impact {
      facts.impact = Deferred(impact.matrix)
    } else if memory.impactBuildID == plan.buildID {
      facts.impact = Deferred { memory.impact?.matrix }
    }
    return (evaluate(memory, facts), memory)
  }

  /// What people set for the evaluation of a group.
  func settings(_ group: RequestGroup, _ memory: RequestMemory) async throws -> EvaluationSettings {
    var settings = EvaluationSettings(
      levels: plan.levels, acceptances: try await acceptances(at: group, memory),
      hasUnknownReaders: plan.withoutReaders.contains(group.contract.id))
    settings.blindness = plan.blindness
    settings.shapeBudget = plan.shapeBudget
    return settings
  }

  /// The acceptances for the group's contract, with their use at this request.
  private func acceptances(
    at group: RequestGroup, _ memory: RequestMemory
  ) async throws -> [IdentifiedAcceptance] {
    guard let all = plan.acceptances[group.contract.id], !all.isEmpty else { return [] }
    let here = memory.acceptanceUses
    let anywhere = try await context.store.acceptanceUses()
    return all.map { item in
      var item = item
      item.isApplied = here[item.id]?.appliedAt != nil
      item.isOfUseElsewhere = here[item.id] == nil && anywhere[item.id] != nil
      return item
    }
  }

  /// All responses equal the last ones under the same code: findings, incidents and verdicts stay.
  private func carriedForward(_ checked: CheckedRequest) -> Evaluation {
    let (group, memory) = (checked.group, checked.memory)
    var report = memory.report ?? context.report(group.contract, group.endpoint, .unchanged, nil)
    report.outcome = memory.findings.contains(where: \.isDrift) ? .drift : .unchanged
    (report.reason, report.firstLook) = (nil, nil)
    report.checkedAt = plan.clock
    var findings = memory.findings
    // A 304 does not repeat all header fields, so it is not known whether a notice in them is still announced.
    let announced = Set(checked.responses.flatMap(\.response.notices).map(\.rule))
    // Nor does an equal response show what the last one did not.
    func wasSeen(_ finding: Finding) -> Bool {
      guard let seen = finding.lastSeen, let last = memory.checkedAt else { return true }
      return last.timeIntervalSince(seen) < 1
    }
    for index in findings.indices
    where ProviderNotice.rules.contains(findings[index].rule)
      ? announced.contains(findings[index].rule) : wasSeen(findings[index])
    {
      findings[index].lastSeen = plan.clock
    }
    let incidents = memory.incidents.filter(\.isOpen).map { incident in
      var incident = incident
      incident.lastSeenAt = plan.clock
      return incident
    }
    var evaluation = Evaluation(
      key: group.key, signature: group.signature, round: context.number, at: plan.clock, report: report,
      findings: findings)
    (evaluation.incidents, evaluation.isGood) = (incidents, report.outcome == .unchanged)
    evaluation.learned.repeatedResponses = checked.responses.count { $0.facts?.isSparse != true }
    // Written only while something is pending, so that an unchanged response costs no more than its row.
    if memory.pendingChanges.contains(where: {
      $0.state == .pending || $0.state == .confirmed && $0.course.cleanRun > 0
    }) {
      evaluation.pendingChanges = PendingChangeUpdate.repeating(memory.pendingChanges)
    }
    return evaluation
  }

  /// The findings of an endpoint that could not be checked, with one that says how old the last evidence is, where it is old.
  ///
  /// Only in live rounds, because only there the time is real, and only if there was evidence before. It is not said beside an alarm
  /// about the same.
  private func withAge(_ findings: [Finding], _ memory: RequestMemory, _ group: RequestGroup) -> [Finding] {
    let others = findings.filter { $0.rule != .evidenceStale }
    guard context.sourceKind == .live, let last = memory.lastResponseAt,
      !others.contains(where: { $0.rule.family == .watch && $0.level >= .warning }),
      var finding = Finding.evidenceStale(
        at: group.key, lastResponse: last, interval: group.endpoint.interval.seconds, clock: plan.clock)
    else { return others }
    let before = memory.findings.first { $0.fingerprint == finding.fingerprint }
    (finding.firstSeen, finding.lastSeen, finding.lastGood) = (before?.firstSeen ?? plan.clock, plan.clock, last)
    return others + [finding]
  }
}
