import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Reporting

/// Why an incident has its level, what that rests on, and why it is told or not: the text of `driftwatch explain INCIDENT`.
struct IncidentExplanation {
  private let incident: Incident
  private let scene: IncidentScene
  private let contracts: [Contract]
  private let levels: LevelSettings

  init(_ incident: Incident, _ scene: IncidentScene, settings: CommandSettings) {
    (self.incident, self.scene, contracts, levels) = (incident, scene, settings.contracts, settings.levels)
  }

  func text() -> String {
    let place = incident.place
    var page = TextPage()
    page.row([
      incident.id.uppercased(), "\(incident.state.rawValue), \(incident.level.rawValue)",
      "\(place.contract)/\(place.endpoint)",
    ])
    page.paragraph(incident.headline, label: "  ")
    page.paragraph(incident.subject, label: "  subject   ")
    let back = incident.reopenedCount > 0 ? ", came back \(incident.reopenedCount) times" : ""
    page.paragraph("\(incident.openedAt.formatted(.iso8601))\(back)", label: "  opened    ")
    if let seen = incident.firstSeenAt { page.paragraph(seen.formatted(.iso8601), label: "  first seen ") }
    page.paragraph(incident.lastGoodAt.map { $0.formatted(.iso8601) } ?? "never seen", label: "  last good ")
    if let resolvedAt = incident.resolvedAt, incident.state == .resolved {
      let reason = incident.resolution.map { ", \($0)" } ?? ""
      page.paragraph("\(resolvedAt.formatted(.iso8601))\(reason)", label: "  resolved  ")
    }
    page.blank()
    page.paragraph("Why this level")
    if scene.findings.isEmpty {
      page.paragraph(
        "It was \(incident.level.rawValue) when it was last seen; it is not there any more.", label: "  ")
    }
    let worstFirst = scene.findings.sorted {
      ($0.level, $1.path, $1.rule.rawValue) > ($1.level, $0.path, $0.rule.rawValue)
    }
    for finding in worstFirst { explain(finding, on: &page) }
    page.blank()
    page.paragraph("Why it is told or not")
    for reason in reasons() { page.paragraph(reason, label: "  ") }
    return page.text
  }

  private func explain(_ finding: Finding, on page: inout TextPage) {
    let path = finding.path.isEmpty ? "" : " at \(finding.path)"
    page.paragraph("\(finding.level.rawValue) \(finding.rule.rawValue)\(path)", label: "  ")
    func add(_ words: String) { page.paragraph(words, label: "    ") }
    add(finding.message)
    let lost = finding.versions.filter(\.losesResponse)
    for version in lost { add("the whole response is lost in \(Self.name(version))") }
    let choice = levels.choice(for: finding.rule, contract: finding.contract, endpoint: finding.endpoint)
    if let choice, finding.state == .open, choice.level == finding.level {
      add("the configuration sets \(choice.rawValue) for this rule here (driftwatch config show)")
    } else if finding.isPrediction {
      add("nothing is lost yet: one level below what it would cost")
    } else if lost.isEmpty, finding.state != .pending, finding.state != .accepted,
      let consequence = consequence(finding)
    {
      add(consequence)
    }
    for version in finding.versions {
      if let property = version.property { add("read by \(Self.name(version)) as \(property)") }
    }
    if finding.versions.isEmpty, [.field, .evidence].contains(finding.rule.family) {
      let isDeclared = contracts.contains { $0.id == finding.contract }
      add(isDeclared ? "no version reads it" : "a URL without a contract: nobody is known to read it")
    }
    if finding.total > 0 { add("\(finding.count) of \(finding.total)") }
    if finding.level >= .warning || finding.state == .accepted {
      let responses = incident.responsesBefore
      add("evidence: \(responses == 1 ? "one response" : "\(responses) responses") before that did not show it")
    }
    if let confidence = finding.confidence, confidence.isFinite {
      let chance = max(0, 1 - confidence)
      add(
        finding.rule == .fieldRenamed
          ? "confidence in the new name: \(Self.percent(confidence))"
          : "chance that nothing has changed: \(chance < 1e-4 ? "under 0.01 %" : Self.percent(chance))")
    }
    if finding.state == .pending { add(PendingChangePage.whatIsMissing) }
    if let accepted = finding.accepted {
      let end = accepted.until.map { " until \($0.dayWords)" } ?? ""
      add("accepted by \(accepted.by)\(end), so that it is not told as \(accepted.level.rawValue): \(accepted.reason)")
    }
    if let hint = finding.hint { add("hint: \(hint)") }
  }

  /// What it costs people, in the words of the level table.
  private func consequence(_ finding: Finding) -> String? {
    if finding.versions.isEmpty, finding.level == .warning, !contracts.contains(where: { $0.id == finding.contract }) {
      return Consequence.readersUnknown.words
    }
    return Rules.rule(for: finding.rule).consequences.first { level(of: $0) == finding.level }?.words
  }

  /// Why a report tells it, or does not.
  private func reasons() -> [String] {
    var reasons: [String] = []
    switch incident.state {
    case .resolved:
      reasons.append(
        incident.resolution.map { "Not any more: \($0). If it is seen in another form or worse, it is told." }
          ?? "Not any more: it is gone. If it comes back, it is told as the same incident.")
    case .acknowledged:
      let word = incident.acknowledgement
      let note = word?.note.map { ": \($0)" } ?? ""
      reasons.append(
        "Quiet until it is worse or resolved, since \(word?.by ?? "somebody") acknowledged it\(word.map { " on \($0.at.formatted(.iso8601))" } ?? "")\(note). It still counts for the exit code."
      )
    case .open: break
    }
    if incident.isFlapping {
      let checks = incident.recentChecks
      let present = checks.count { $0 == "1" }
      reasons.append(
        "It comes and goes: there at \(present) of the last \(checks.count) checks, so that one message is sent until it stays away."
      )
    }
    let waiting = scene.history.filter { $0.deliveredAt == nil }
    if let last = scene.history.last(where: { $0.deliveredAt != nil }), let date = last.deliveredAt {
      reasons.append("A report told that it \(Self.words(last.transition.kind)) on \(date.formatted(.iso8601)).")
    }
    if incident.state == .acknowledged, !waiting.isEmpty {
      reasons.append("What happened before that is listed with the next report, which it does not cause.")
    } else if let first = waiting.first {
      reasons.append(
        "The next report tells that it \(Self.words(waiting.last?.transition.kind ?? first.transition.kind)).")
    } else if incident.state == .open {
      reasons.append("Told once; from then on it is listed as still open, until something happens to it.")
    }
    for acceptance in scene.acceptances {
      let end = acceptance.until.map { " until \($0.dayWords)" } ?? ""
      let what = acceptance.path.isEmpty ? acceptance.subject ?? "" : acceptance.path
      reasons.append("\(acceptance.by) accepted \(acceptance.rule.rawValue) of \(what)\(end): \(acceptance.reason)")
    }
    for record in scene.withdrawn {
      let (acceptance, end) = (record.acceptance, record.withdrawnAt.map { " on \($0.dayWords)" } ?? "")
      reasons.append(
        "That \(acceptance.by) accepted \(acceptance.rule.rawValue) (\(acceptance.reason)) was withdrawn\(end), but the baseline keeps it, so that it is not told again."
      )
    }
    return reasons
  }

  private static func words(_ kind: IncidentTransition.Kind) -> String {
    switch kind {
    case .opened: "opened"
    case .reopened: "came back"
    case .escalated: "became worse"
    case .flapping: "comes and goes"
    case .resolved: "was resolved"
    }
  }

  private static func name(_ version: AffectedVersion) -> String {
    version.shippedIn.map { "\(version.version) (\($0))" } ?? version.version
  }

  private static func percent(_ share: Double) -> String {
    let style = FloatingPointFormatStyle<Double>.number.precision(.significantDigits(1...3))
    return "\((share * 100).formatted(style.locale(Locale(identifier: "en_US_POSIX")))) %"
  }
}
