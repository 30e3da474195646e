import ContractKit
import DriftModel
import DriftRules
import Foundation
import StoreSQLite
import System
import PayloadShape

extension Round {
  /// Reason of a response that is not among the recordings.
  static let noRecording = "no recording"

  /// Judges one group and records everything about it in one transaction.
  func settle(_ run: GroupRun, _ number: Int, _ state: inout RoundState) async throws {
    var run = run
    if !run.isCarriedForward { run.noteNotices() }
    let group = run.group
    let outcomes = zip(run.responses, run.facts).map { Self.outcome(of: $0, facts: $1) }
    let usable = zip(run.facts, outcomes).compactMap { facts, outcome in outcome.outcome == nil ? facts : nil }
    let missing = outcomes.filter { $0.outcome != nil }
    // A recording that is not there on this date says nothing: the others decide.
    let failing = missing.filter { $0.reason != Self.noRecording }
    guard !usable.isEmpty else {
      if failing.isEmpty, sourceKind == .recordings {
        state.failed["\(group.contract.id)/\(group.endpoint.id)"] = .notDue
        state.add(report(group.contract, group.endpoint, .notDue, Self.noRecording))
        return
      }
      let first = failing.first ?? missing.first
      try await settleUnfetched(
        group, first?.outcome ?? .notChecked, first?.reason ?? "no response", number, &state, run: run,
        outcomes: outcomes
      )
      return
    }
    var result: Evaluation
    if run.isCarriedForward {
      result = carriedForward(run, number)
    } else {
      result = try await judged(
        run, usable, unanswered: try await unanswered(run, outcomes), newcomers: try await newcomers(run, outcomes),
        number)
    }
    let (all, seen) = (run.responses.count, usable.count)
    if let failure = failing.first {
      let reason = failure.reason ?? "no response"
      if result.report.outcome != .drift { result.report.outcome = failure.outcome ?? .notChecked }
      result.report.reason = failing.count < all ? "\(failing.count) of \(all) requests: \(reason)" : reason
      result.isGood = false
    } else if seen < all {
      result.report.reason = "\(seen) of \(all) requests are recorded"
    }
    result.responses = records(run, outcomes)
    result.impact = run.impact
    try await ledger.record(result)
    state.transitions += result.transitions
    state.note(result.findings)
    state.add(result.report)
  }

  /// What is known from before of the requests that have no usable response now; they still stand as they were last seen.
  private func unanswered(_ run: GroupRun, _ outcomes: [ResponseOutcome]) async throws -> [Examination] {
    var facts: [Examination] = []
    for (request, outcome) in zip(run.requests, outcomes) where outcome.outcome != nil {
      if let stored = try await ledger.latestResponse(of: run.group.place, url: request.key)?.facts {
        facts.append(stored)
      }
    }
    return facts
  }

  /// Which of the usable responses are the first of their request, though others of the endpoint had responses before.
  ///
  /// Only of declared samples: links come and go with the data, and what they lose must be told.
  private func newcomers(_ run: GroupRun, _ outcomes: [ResponseOutcome]) async throws -> Set<Int> {
    guard run.requests.count > 1, !run.state.mappings.isEmpty, run.group.endpoint.parents.isEmpty else { return [] }
    var newcomers: Set<Int> = []
    var index = 0
    for (request, outcome) in zip(run.requests, outcomes) where outcome.outcome == nil {
      if try await ledger.latestResponse(of: run.group.place, url: request.key) == nil { newcomers.insert(index) }
      index += 1
    }
    return newcomers
  }

  /// Records that nothing could be examined; findings and incidents stay as they were.
  func settleUnfetched(
    _ group: RequestGroup, _ outcome: Outcome, _ reason: String, _ number: Int, _ state: inout RoundState,
    run: GroupRun? = nil, outcomes: [ResponseOutcome] = []
  ) async throws {
    state.failed["\(group.contract.id)/\(group.endpoint.id)"] = outcome
    var report = report(group.contract, group.endpoint, outcome, reason)
    report.requests = run?.requests.count ?? 0
    report.checkedAt = plan.clock
    state.add(report)
    guard outcome != .notDue, !Task.isCancelled else { return }
    let known: RequestMemory
    if let run {
      known = run.state
    } else {
      known = try await ledger.state(of: group.place, signature: group.signature)
    }
    let findings = try await withAge(known.findings, group)
    try await ledger.record(
      Evaluation(
        place: group.place, signature: group.signature, round: number, at: plan.clock, report: report,
        responses: run.map { records($0, outcomes) } ?? [], findings: findings))
    state.note(findings)
  }

  /// What became of one response; `outcome` is nil where it was examined and counts.
  struct ResponseOutcome {
    var outcome: Outcome?
    var reason: String?
  }

  static func outcome(of response: SourcedResponse, facts: Examination?) -> ResponseOutcome {
    if let outcome = response.outcome { return ResponseOutcome(outcome: outcome, reason: response.reason) }
    guard let facts else { return ResponseOutcome(outcome: .notChecked, reason: "not examined") }
    switch facts.text {
    case .notJSON(let reason) where response.mayBeCut && !response.body.isEmpty:
      let cut = "probably cut: the connection ended the response, and it is not JSON"
      return ResponseOutcome(outcome: .transport, reason: "\(cut): \(reason)")
    case .notJSON(let reason):
      return ResponseOutcome(outcome: .notJSON, reason: reason.hasPrefix("not JSON") ? reason : "not JSON: \(reason)")
    case .notExamined(let reason): return ResponseOutcome(outcome: .notChecked, reason: reason)
    case .json: break
    }
    if case .refused(let message) = facts.envelope {
      return ResponseOutcome(outcome: .requestError, reason: "the response says failure: \(message)")
    }
    if !facts.versions.isEmpty, facts.versions.allSatisfy({ if case .notRun = $0.decoding { true } else { false } }),
      case .notRun(let reason)? = facts.versions.first?.decoding
    {
      return ResponseOutcome(outcome: .notChecked, reason: reason)
    }
    return ResponseOutcome()
  }

  private func records(_ run: GroupRun, _ outcomes: [ResponseOutcome]) -> [ResponseRecord] {
    zip(zip(run.requests, run.responses), zip(run.facts, outcomes)).compactMap { sent, judged in
      let ((request, response), (facts, outcome)) = (sent, judged)
      guard response.reason != Self.noRecording else { return nil }
      var stored = run.isCarriedForward || outcome.outcome != nil ? nil : facts
      if let shape = facts?.shape, let baseline = run.state.baseline, 2 * shape.paths.count < baseline.paths.count {
        stored?.isSparse = true
      }
      stored?.shape = nil
      stored?.forgetBodies()
      // Links that hold a secret are not stored whole, so that the next round has to read them again.
      let links = stored?.links.mapValues { $0.map(response.mask.masked) }
      let isRepeatable = !run.disagrees && links == stored?.links
      if let links { stored?.links = links }
      return ResponseRecord(
        url: request.key, outcome: outcome.outcome ?? (run.isCarriedForward ? .unchanged : .ok),
        status: response.status,
        bytes: response.outcome == nil ? response.body.count : 0, seconds: response.seconds,
        // Of two different responses to one request none is the one that the next must equal.
        bodyDigest: response.outcome == nil && !response.isNotModified && isRepeatable
          ? ContentDigest(response.body).hexadecimal : nil,
        etag: isRepeatable ? response.validators?.etag : nil,
        lastModified: isRepeatable ? response.validators?.lastModified : nil, facts: stored,
        buildID: run.codeIdentity)
    }
  }

  /// All responses equal the last ones under the same code: findings, incidents and verdicts stay.
  private func carriedForward(_ run: GroupRun, _ number: Int) -> Evaluation {
    var report = run.state.report ?? report(run.group.contract, run.group.endpoint, .unchanged, nil)
    report.outcome = run.state.findings.contains { $0.level >= .warning } ? .drift : .unchanged
    report.reason = nil
    report.checkedAt = plan.clock
    var findings = run.state.findings
    // Of what a 304 did not repeat nobody knows whether it is still announced.
    let announced = Set(run.responses.flatMap(\.notices).map(\.rule))
    for index in findings.indices
    where !ProviderNotice.rules.contains(findings[index].rule) || announced.contains(findings[index].rule) {
      findings[index].lastSeen = plan.clock
    }
    let incidents = run.state.incidents.filter(\.isOpen).map { incident in
      var incident = incident
      incident.lastSeenAt = plan.clock
      return incident
    }
    var result = Evaluation(
      place: run.group.place, signature: run.group.signature, round: number, at: plan.clock, report: report,
      findings: findings, incidents: incidents, isGood: report.outcome == .unchanged)
    result.repeatedResponses = run.facts.count { $0?.isSparse != true }
    // Written only while something is suspected, so that an unchanged response costs no more than its row.
    if run.state.pendingChanges.contains(where: { $0.state == .pending || $0.state == .confirmed && $0.cleanRun > 0 }) {
      result.pendingChanges = PendingChangeUpdate.repeating(run.state.pendingChanges)
    }
    return result
  }
}

extension RequestMemory {
  /// Whether something is to be told or forgotten after one more response that equals the last, so that it must be judged.
  var isUnsettled: Bool {
    PendingChangeUpdate.repeating(pendingChanges) == nil || incidents.contains { $0.isOpen && $0.isFlapping == true }
  }
}
