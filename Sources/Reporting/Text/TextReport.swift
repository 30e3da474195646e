import DriftModel
import Foundation

/// The report for people: what they feel first, then the evidence, then what to do (DESIGN section 10).
struct TextReport {
  let report: RoundReport
  let options: RenderOptions
  /// All incidents of the report.
  let views: [IncidentView]
  /// Incidents that are shown in full.
  let blocks: [IncidentView]
  /// Open incidents that get one line.
  let standing: [IncidentView]
  let resolved: [IncidentView]
  /// Findings at warning or above without an incident, by endpoint: never hidden, though a round makes none.
  let loose: [IncidentView]
  /// Endpoints that could not be checked.
  let unchecked: [EndpointReport]
  let infos: [Finding]
  /// Findings that later responses have yet to confirm.
  let waiting: [Finding]
  /// Findings that somebody accepted.
  let accepted: [Finding]
  /// The clock of the round's end.
  let now: Date
  let isOK: Bool

  init(_ report: RoundReport, options: RenderOptions) {
    self.report = report
    self.options = options
    // What somebody accepted or chance may explain is no part of what people are told of an incident.
    let members = Dictionary(grouping: report.findings.filter { ($0.state ?? .open) == .open }, by: \.incident)
    views = report.incidents.map { IncidentView($0, findings: members[$0.incident.id] ?? [], in: report) }
    let open = views.filter { $0.incident.isOpen }
    let showsAll = options.verbose || options.showsOpenInFull
    // One that flaps may be away at the moment; what was acknowledged needs no block without news.
    blocks = views.filter { view in
      view.entry.transition == .flapping || view.incident.isOpen && (view.isNews || showsAll && !view.isQuiet)
    }
    standing = open.filter { !$0.isNews && (!showsAll || $0.isQuiet) }
    resolved = views.filter { $0.incident.state == .resolved && $0.entry.transition != .flapping }
    unchecked = report.endpoints.filter { !$0.outcome.isChecked && $0.outcome != .notDue }
    // What belongs to an incident stands there; it is not quiet.
    let told = Set(views.map(\.incident.id))
    infos = report.findings.filter {
      $0.level == .info && ($0.state ?? .open) == .open && !told.contains($0.incident ?? "")
    }
    waiting = report.findings.filter(\.isPending)
    accepted = report.findings.filter { $0.state == .accepted }
    now = report.round.finishedAt ?? report.round.startedAt
    loose = Self.loose(in: report, known: Set(report.incidents.map(\.incident.id)), at: now)
    isOK =
      report.incidents.isEmpty && loose.isEmpty && unchecked.isEmpty && report.summary.exitCode == 0
      && report.endpoints.contains { $0.outcome.isChecked }
  }

  private static func loose(in report: RoundReport, known: Set<String>, at now: Date) -> [IncidentView] {
    var groups: [(place: RequestKey, findings: [Finding])] = []
    for finding in report.findings
    where finding.level >= .warning && (finding.state ?? .open) == .open && !known.contains(finding.incident ?? "") {
      let place = RequestKey(
        contract: finding.contract, endpoint: finding.endpoint, request: "", environment: finding.environment,
        perspective: finding.perspective)
      if let index = groups.firstIndex(where: { $0.place == place }) {
        groups[index].findings.append(finding)
      } else {
        groups.append((place, [finding]))
      }
    }
    return groups.map { place, findings in
      let incident = Incident(
        id: "", place: place, subject: "", level: findings.map(\.level).max() ?? .warning,
        headline: findings.first?.message ?? "", at: now, lastGoodAt: nil, responsesBefore: 0, versions: [],
        fingerprints: [])
      return IncidentView(
        IncidentReport(incident: incident, transition: nil, shortID: ""), findings: findings, in: report)
    }
  }

  func rendered() -> String {
    var canvas = TextCanvas(width: options.width, colour: options.colour)
    canvas.single(subject())
    for view in blocks + loose { block(view, on: &canvas) }
    canvas.blank()
    stateLines(on: &canvas)
    quietLines(on: &canvas)
    if options.verbose {
      canvas.blank()
      endpointLines(on: &canvas)
    }
    if !isOK || options.verbose {
      canvas.blank()
      footer(on: &canvas)
    }
    return canvas.text
  }

  // MARK: - Times

  func moment(_ date: Date) -> Moment { Moment(date, in: options.timeZone) }

  /// `14:15 UTC` on the report's day, else with its date; a midnight, as of recordings, is the date alone.
  func words(_ date: Date) -> String {
    let moment = moment(date)
    if moment.isMidnight { return moment.date }
    return "\(moment.isSameDay(as: self.moment(now)) ? "" : "\(moment.date) ")\(moment.time) \(moment.zone)"
  }

  /// `2026-11-20 14:15 UTC`, for columns of times; a midnight is the date alone.
  func fullWords(_ date: Date) -> String {
    let moment = moment(date)
    return moment.isMidnight ? moment.date : "\(moment.date) \(moment.time) \(moment.zone)"
  }

  /// `between 14:00 and 14:15 UTC`; each date is named once, and not at all if it is the report's.
  func between(_ first: Date, _ last: Date) -> String {
    let (from, to) = (moment(first), moment(last))
    guard from.isSameDay(as: to), !from.isMidnight else {
      return "between \(words(first)) and \(words(last))"
    }
    let date = to.isSameDay(as: moment(now)) ? "" : "on \(to.date) "
    if from.time == to.time { return "\(date)at \(to.time) \(to.zone)" }
    return "\(date)between \(from.time) and \(to.time) \(to.zone)"
  }

  /// `day 3`: the day of an incident's life, from 1.
  func day(of incident: Incident) -> String {
    let seconds = now.timeIntervalSince(incident.lastOpenedAt)
    guard seconds.isFinite, seconds >= 0, seconds < 1e11 else { return "day 1" }
    return "day \(grouped(Int(seconds / 86_400) + 1))"
  }

  // MARK: - Footer

  private func footer(on canvas: inout TextCanvas) {
    for line in footerLines.dropLast(hasVerdict ? 1 : 0) {
      canvas.flow(
        StyledText(), line.components(separatedBy: " · ").map { StyledText($0) }, separator: " · ", hanging: 0)
    }
    if hasVerdict, let last = footerLines.last {
      canvas.flow(StyledText(), [StyledText(last, limit: 1_000)], hanging: 0)
    }
  }

  private var hasVerdict: Bool { options.exitsByState || !report.summary.exitReasons.isEmpty }

  /// The round and what was covered, the evidence and the judge, the exit code with its reasons.
  var footerLines: [String] {
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
    let lines = ["\(clock), \(number) · \(coverage)", evidence.joined(separator: " · ")]
    guard hasVerdict else { return lines }
    let reasons = summary.exitReasons.joined(separator: "; ")
    let code = options.exitsByState ? "exit code \(summary.exitCode)" : "state"
    return lines + [reasons.isEmpty ? code : "\(code): \(reasons)"]
  }

  /// `5 APIs, 11 endpoints: 10 checked, 1 not`.
  var coverage: String {
    let summary = report.summary
    var parts = ["\(grouped(summary.checked)) checked"]
    if summary.notChecked > 0 { parts.append("\(grouped(summary.notChecked)) not") }
    if summary.notDue > 0 { parts.append("\(grouped(summary.notDue)) not due") }
    return "\(extent): \(parts.joined(separator: ", "))"
  }

  /// `5 APIs, 11 endpoints`.
  var extent: String { "\(counted(report.summary.contracts, "API")), \(counted(report.summary.endpoints, "endpoint"))" }
}
