import DriftModel
import Foundation

// The checks that got no response: when they are reported, as what, and how sure it is that the endpoint is gone.
extension RequestJudgement {
  /// The row of checks without a response after this round; `nil` after one that got all of them. What was missing of requests that
  /// nobody asked for now stays so.
  var blindness: Blindness? {
    if facts.isPartial, facts.missed == nil { return known.report?.blindness }
    return facts.missed.map { Blindness(after: known.report?.blindness, rule: $0.rule, at: clock) }
  }

  /// The finding about them, once they last or while their incident is open.
  var watchFinding: Finding? {
    guard let missed = facts.missed, let blindness else {
      return facts.isPartial ? known.findings.first { $0.rule.family == .watch } : nil
    }
    let policy = facts.settings.blindness
    let isOpen = known.incidents.contains(where: \.isOpenWatch)
    guard isOpen || policy.isLasting(blindness.checks, since: blindness.since, at: clock) else { return nil }
    // A moment of 404 within an outage is no removal.
    let isGone =
      missed.rule == .watchGone && missed.isTotal && known.lastResponseAt != nil
      && policy.isLasting(blindness.ruleChecks, since: blindness.ruleSince, at: clock)
    let consequence = isGone ? Consequence.endpointGone : .unchecked
    let unjudged = Set(missed.versions)
    let levels = facts.versions.filter { unjudged.isEmpty || unjudged.contains($0.id) }.map {
      level(of: consequence, status: $0.status)
    }
    let isPart = !missed.isTotal && missed.requests > 0
    let subject =
      isPart ? "\(missed.missing) of \(missed.requests) requests of \(key.endpoint)" : key.endpoint
    return Finding(
      rule: missed.rule, level: levels.max() ?? level(of: .unchecked), key: key,
      versions: isGone
        ? facts.versions.filter { $0.status == .supported }.map { AffectedVersion($0, losesResponse: true) } : [],
      message: missed.versions.isEmpty
        ? Rules.rule(for: missed.rule).missed?(subject, !isPart || missed.missing == 1, missed.reason) ?? missed.reason
        : Rules.watchUnreadableSentence(missed.versions, at: key.endpoint, missed.reason)
    ) {
      $0.actual = missed.reason
      ($0.count, $0.total) = (missed.missing, missed.requests)
    }
  }

  /// When the row began, for the finding about it.
  var firstMiss: FirstObservation {
    FirstObservation(at: blindness?.since ?? clock, lastGoodAt: known.lastResponseAt, responsesBefore: 0)
  }

  /// Findings and incidents after a check without any response that counts: only its own incident moves on. What was found before
  /// stays as it was, since nobody looked.
  func resultWithoutResponse(_ missed: MissedCheck) -> Evaluation {
    let found = [watchFinding].compactMap(\.self)
    let judged = judged(
      found, found.reduce(into: [:]) { $0[$1.fingerprint] = firstMiss }, isWhole: false,
      among: known.incidents.filter(\.isAboutResponses))
    var report = EndpointReport(
      contract: key.contract, endpoint: key.endpoint, environment: key.environment, perspective: key.perspective,
      outcome: missed.outcome, reason: missed.reason)
    (report.requests, report.checkedAt, report.blindness) = (missed.requests, clock, blindness)
    var result = Evaluation(key: key, signature: facts.signature, round: facts.round, at: clock, report: report)
    result.take(judged)
    result.findings += known.findings.filter { $0.rule.family != .watch }
    return result
  }
}

extension Incident {
  /// Whether it is about checks without a response.
  package var isAboutResponses: Bool { subject == Finding.subjectOfResponses }

  /// Whether it is about checks without a response, and lasts.
  package var isOpenWatch: Bool { isOpen && isAboutResponses }
}
