import DriftModel
import Foundation

/// A report sorted by how much is said of each thing: what every form for people is made from.
struct ReportContent {
  let report: RoundReport
  let options: RenderOptions
  /// All incidents of the report.
  let views: [IncidentView]
  let shownInFull: [IncidentView]
  /// Of them, those that are told with another one, by its id; none where everything is listed.
  let twins: [String: [IncidentView]]
  /// Open incidents that get one line.
  let standing: [IncidentView]
  let resolved: [IncidentView]
  /// Findings at warning or above without an incident, by endpoint. A round makes none; if there are any, they are
  /// shown.
  let loose: [IncidentView]
  /// Endpoints that could not be checked.
  let unchecked: [EndpointReport]
  /// Endpoints that were checked, but for versions that people do not use.
  let unjudged: [EndpointReport]
  let infos: [Finding]
  /// Findings that later responses have yet to confirm.
  let pending: [Finding]
  /// Of them, those about which no incident of the report is.
  let heldBack: [Finding]
  let accepted: [Finding]
  /// The clock of the round's end.
  let now: Date
  let isOK: Bool

  init(_ report: RoundReport, options: RenderOptions) {
    self.report = report
    self.options = options
    // An incident is made of its open findings: those that are accepted or pending open none.
    let members = Dictionary(grouping: report.findings.filter { $0.state == .open }, by: \.incident)
    let all = report.incidents.map { IncidentView($0, findings: members[$0.incident.id] ?? [], in: report) }
    // Of what is open, that which hurts more people comes first; of equals, and of what is over, as it is.
    let worstFirst = all.filter(\.incident.isOpen).enumerated().sorted { left, right in
      if Self.isWorse(left.element, than: right.element) { return true }
      return !Self.isWorse(right.element, than: left.element) && left.offset < right.offset
    }
    views = worstFirst.map(\.element) + all.filter { !$0.incident.isOpen }
    let open = views.filter { $0.incident.isOpen }
    let showsAll = options.verbose || options.showsOpenInFull
    // An incident that flaps may have been away at the last check. One that was acknowledged is shown in full only with news.
    shownInFull = views.filter { view in
      view.entry.transition == .flapping || view.incident.isOpen && (view.isNews || showsAll && !view.isQuiet)
    }
    twins = options.verbose || options.showAll ? [:] : Self.twins(among: shownInFull)
    standing = open.filter { !$0.isNews && (!showsAll || $0.isQuiet) }
    resolved = views.filter { $0.incident.state == .resolved && $0.entry.transition != .flapping }
    // What an incident says needs no line of its own.
    let said = Set(
      views.filter { $0.isAboutResponses && $0.incident.isOpen }.map {
        EndpointID(contract: $0.incident.key.contract, endpoint: $0.incident.key.endpoint)
      })
    unchecked = report.endpoints.filter {
      $0.isUnchecked && !said.contains(EndpointID(contract: $0.contract, endpoint: $0.endpoint))
    }
    unjudged = report.endpoints.filter { !$0.isUnchecked && $0.versions.contains { $0.notJudged != nil } }
    // Information that belongs to an incident is said there.
    let reported = Set(views.map(\.incident.id))
    let findings = Self.withoutRepetitions(report.findings)
    infos = findings.filter {
      $0.level == .info && $0.state == .open && !reported.contains($0.incident ?? "")
    }
    pending = findings.filter(\.isPending)
    // What is open at the same path says that it is so.
    heldBack = pending.filter { !reported.contains($0.incident ?? "") }
    accepted = findings.filter { $0.state == .accepted }
    now = report.round.finishedAt ?? report.round.startedAt
    loose = Self.loose(in: report, known: Set(report.incidents.map(\.incident.id)), at: now)
    isOK =
      report.incidents.isEmpty && loose.isEmpty && unchecked.isEmpty && report.summary.exitCode == 0
      && report.endpoints.contains { $0.outcome.isChecked }
  }

  /// Findings, each once: an endpoint that versions request in different ways may show one change for each request, here or there more.
  private static func withoutRepetitions(_ findings: [Finding]) -> [Finding] {
    struct Identity: Hashable { let texts: [String], rule: RuleID, state: Finding.State }
    var indices: [Identity: Int] = [:]
    var kept: [Finding] = []
    for finding in findings {
      let texts = [
        finding.contract, finding.endpoint, finding.environment, finding.perspective, finding.path, finding.message,
      ]
      let identity = Identity(texts: texts, rule: finding.rule, state: finding.state)
      guard let index = indices[identity] else {
        indices[identity] = kept.count
        kept.append(finding)
        continue
      }
      kept[index].versions += finding.versions.filter { !kept[index].versions.contains($0) }
      if finding.count > kept[index].count { (kept[index].count, kept[index].total) = (finding.count, finding.total) }
    }
    return kept
  }

  private static func loose(in report: RoundReport, known: Set<String>, at now: Date) -> [IncidentView] {
    let findings = report.findings.filter {
      $0.level >= .warning && $0.state == .open && !known.contains($0.incident ?? "")
    }
    func key(_ finding: Finding) -> RequestKey {
      RequestKey(
        contract: finding.contract, endpoint: finding.endpoint, request: "", environment: finding.environment,
        perspective: finding.perspective)
    }
    return findings.grouped(by: key).map { findings in
      let incident = Incident(
        id: "", key: key(findings[0]), subject: "", level: findings.map(\.level).max() ?? .warning,
        headline: findings[0].message, at: now)
      return IncidentView(
        IncidentReport(incident: incident, transition: nil, shortID: ""), findings: findings, in: report)
    }
  }

  // MARK: - Totals

  /// The round and what was covered; the evidence, the judge and the time; the exit code with its reasons. In pieces.
  var totals: [[String]] {
    let (round, summary) = (report.round, report.summary)
    let moment = moment(now)
    var number = "round \(grouped(round.number))"
    if round.rounds > 1, round.number >= round.rounds {
      number = "rounds \(grouped(round.number - round.rounds + 1)) to \(grouped(round.number))"
    }
    if round.finishedAt == nil { number += " (did not end)" }
    let clock = moment.isMidnight ? moment.date : "\(moment.date) \(moment.time) \(moment.zone)"
    var evidence: [String] = []
    if summary.fieldsTotal > 0 {
      evidence.append("\(grouped(summary.fieldsExercised)) of \(counted(summary.fieldsTotal, "DTO field")) exercised")
    }
    if !round.judge.isEmpty { evidence.append("judge: \(round.judge)") }
    evidence.append(duration(round.seconds))
    let environment = environmentWords.map { ["environment \($0)"] } ?? []
    let lines = [["\(clock), \(number)"] + environment + [coverage], evidence]
    guard options.exitsByState || !summary.exitReasons.isEmpty else { return lines }
    let reasons = summary.exitReasons.joined(separator: "; ")
    let code = options.exitsByState ? "exit code \(summary.exitCode)" : "state"
    return lines + [[reasons.isEmpty ? code : "\(code): \(reasons)"]]
  }

  /// The environment that the report is of; `nil` for production.
  var environmentWords: String? {
    ["", "production"].contains(report.round.environment) ? nil : visible(report.round.environment, limit: 100)
  }

  /// `5 APIs, 11 endpoints: 10 checked, 1 not checked`.
  var coverage: String {
    let summary = report.summary
    var parts = ["\(grouped(summary.checked)) checked"]
    if summary.notChecked > 0 { parts.append("\(grouped(summary.notChecked)) not checked") }
    if summary.notDue > 0 { parts.append("\(grouped(summary.notDue)) not due") }
    return "\(extent): \(parts.joined(separator: ", "))"
  }

  /// `5 APIs, 11 endpoints`.
  var extent: String { "\(counted(report.summary.contracts, "API")), \(counted(report.summary.endpoints, "endpoint"))" }
}
