import DriftModel

// What becomes of findings, wherever they were found: in responses that were read, or in those to writes.
extension RequestJudgement {
  /// Findings with people's acceptances, dates and set levels, and the incidents that follow from them.
  struct Judged {
    /// The findings; those of one incident are not yet marked with it.
    let findings: [Finding]
    let accepted: AcceptanceUpdate
    let incidents: IncidentUpdate
  }

  /// Applies acceptances, dates and set levels to findings, and moves the incidents on.
  ///
  /// - Parameters:
  ///   - found: Everything that was found.
  ///   - notices: Those of `found` that are kept with their own dates, since this round does not show them.
  ///   - firstObservations: When findings that were pending were first seen, by fingerprint.
  ///   - isWhole: Whether everything could be checked; if not, it is not known that an acceptance matches nothing.
  ///   - incidents: The known incidents that they may move; `nil`: all.
  /// - Returns: The findings with what became of them.
  func judged(
    _ found: [Finding], notices: [Finding] = [], _ firstObservations: [String: FirstObservation] = [:],
    isWhole: Bool = true, among incidents: [Incident]? = nil
  ) -> Judged {
    let accepted = AcceptanceUpdate(facts.settings.acceptances, findings: found, key: key, at: clock)
    var findings = accepted.findings
    if !isWhole { findings.removeAll { $0.rule == .noticeUnmatchedSuppression } }
    let kept = Set(notices.map(\.fingerprint))
    let former = Dictionary(known.findings.map { ($0.fingerprint, $0) }) { first, _ in first }
    for index in findings.indices where !kept.contains(findings[index].fingerprint) {
      let before = former[findings[index].fingerprint]
      let first = before == nil ? firstObservations[findings[index].fingerprint] : nil
      findings[index].firstSeen = before?.firstSeen ?? first?.at ?? clock
      findings[index].lastSeen = clock
      findings[index].lastGood =
        before?.lastGood ?? (first ?? now).lastGoodAt
    }
    let levels = facts.settings.levels
    let leveled = levels.applied(to: findings)
    let alarming = Set(leveled.filter { $0.level >= .warning }.map(\.fingerprint))
    var setAside = findings.filter { $0.level >= .warning && !alarming.contains($0.fingerprint) }
      .reduce(into: [:]) { $0[$1.fingerprint] = levels.words(for: $1) }
    // One incident is about all reasons for which responses are missing.
    let watched = findings.filter { $0.rule.family == .watch }.compactMap { setAside[$0.fingerprint] }
    if let words = watched.first {
      for incident in known.incidents where incident.isAboutResponses {
        for fingerprint in incident.fingerprints { setAside[fingerprint] = words }
      }
    }
    let incidents = IncidentUpdate(
      key: key, findings: leveled, known: incidents ?? known.incidents, now: now,
      firstObservations: firstObservations, setAside: setAside)
    return Judged(findings: leveled, accepted: accepted, incidents: incidents)
  }

  /// The report on the endpoint, without versions.
  func report(on findings: [Finding], examined: Int) -> EndpointReport {
    var report = EndpointReport(
      contract: key.contract, endpoint: key.endpoint, environment: key.environment,
      perspective: key.perspective, outcome: findings.contains(where: \.isDrift) ? .drift : .ok)
    report.requests = Set(facts.responses.map(\.url)).count + facts.writes.count
    (report.examined, report.checkedAt) = (min(examined, report.requests), clock)
    return report
  }
}

extension Finding {
  /// Whether it says how responses changed, which does not depend on what versions make of them.
  var isOfShape: Bool { [.field, .volume].contains(rule.family) && change != nil }

  /// Whether it is about something that holds the path.
  func isAbove(_ path: String) -> Bool {
    ([self.path] + paths).contains { path.hasPrefix("\($0).") || path.hasPrefix("\($0)[") }
  }
}

extension Evaluation {
  /// Takes in what became of the findings.
  mutating func take(_ judged: RequestJudgement.Judged) {
    findings = judged.incidents.findings
    (incidents, transitions) = (judged.incidents.incidents, judged.incidents.transitions)
    isGood = report.outcome == .ok
    (acceptancesMatched, acceptancesApplied) = (judged.accepted.matched, judged.accepted.applied)
  }
}
