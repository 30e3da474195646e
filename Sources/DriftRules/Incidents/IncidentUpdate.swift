public import DriftModel
import Foundation
import System

/// What a round changes in the incidents of one request; a pure function of what was known and what was found.
public struct IncidentUpdate: Sendable, Equatable {
  /// Incidents that are new or changed.
  public var incidents: [Incident]
  /// Their changes of state, in the order of `incidents`.
  public var transitions: [IncidentTransition]
  /// The findings, with the incident each belongs to.
  public var findings: [Finding]

  /// Groups findings of warning or above by their topmost path (or what is lost), and moves incidents on; information about
  /// the same path is shown with them and raises nothing.
  ///
  /// An open incident that now hits none of the versions it hit before counts as resolved and reopened at this moment. One
  /// that comes and goes is said to be flapping, once, and resolved when it has stayed away for longer than it used to. Nothing
  /// is left out of `findings`, so what is not among them is gone.
  ///
  /// - Parameters:
  ///   - key: The request key.
  ///   - findings: Everything found in this round.
  ///   - known: All incidents of the request, open and resolved.
  ///   - now: The round's clock, with when the request was last seen without any finding of warning or above.
  ///   - firstObservations: When findings that were pending were first seen, and after what, by fingerprint; of those that are new now
  ///     when the last response was without them.
  ///   - setAside: What became of findings that are no longer warnings because a level was set, by fingerprint.
  public init(
    key: RequestKey, findings: [Finding], known: [Incident], now: FirstObservation,
    firstObservations: [String: FirstObservation] = [:],
    setAside: [String: String] = [:]
  ) {
    let date = now.at
    self.findings = findings
    incidents = []
    transitions = []
    let groups = Self.groups(findings, open: known.filter(\.isOpen))
    let bySubject = Dictionary(grouping: known, by: \.subject)
    let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    let ids = groups.reduce(into: [String: String]()) { ids, group in
      let members = group.value.map { findings[$0] }
      ids[group.key] = Self.id(of: group.key, members, key: key, known: bySubject[group.key] ?? [])
    }
    let byFingerprint = Dictionary(known.flatMap { incident in incident.fingerprints.map { ($0, incident.id) } }) {
      first, _ in first
    }
    let anchors = IncidentAnchors(groups, findings)
    var suspected: [String: [Finding]] = [:]
    for (index, finding) in findings.enumerated() where finding.level == .info {
      let own = finding.accepted == nil ? nil : byFingerprint[finding.fingerprint]
      let id = own ?? anchors.subject(ofInformation: finding).flatMap { ids[$0] }
      self.findings[index].incident = id
      if let id, finding.state == .pending { suspected[id, default: []].append(finding) }
    }
    for (subject, indexes) in groups.sorted(by: { $0.key < $1.key }) {
      // What was pending was there before it is reported.
      let first = indexes.compactMap { firstObservations[findings[$0].fingerprint] }.min { $0.at < $1.at } ?? now
      let id = ids[subject] ?? ""
      let check = Check(
        indexes.map { findings[$0] }, suspected: suspected[id] ?? [], key: key, at: date,
        first: first.at <= date ? first : now)
      for index in indexes { self.findings[index].incident = id }
      guard var incident = byID[id] else {
        var incident = Incident(
          id: id, key: key, subject: subject, level: check.level, headline: check.headline, at: date,
          versions: check.versions, fingerprints: check.fingerprints)
        (incident.lastGoodAt, incident.responsesBefore) = (check.first.lastGoodAt, check.first.responsesBefore)
        incident.firstSeenAt = check.firstSeenAt
        incident.begin(with: check)
        incident.recentChecks = "1"
        incident.form = check.form
        add(incident, .opened, date)
        continue
      }
      let kind = incident.note(check, responsesBefore: now.responsesBefore)
      if let kind { add(incident, kind, date) } else { incidents.append(incident) }
    }
    let seen = Set(incidents.map(\.id))
    let accepted = findings.enumerated().filter { $0.element.accepted != nil }
    let acceptedBy = Dictionary(accepted.map { ($0.element.fingerprint, $0.offset) }) { first, _ in first }
    let acceptedWatch = accepted.first { $0.element.rule.family == .watch }?.offset
    for incident in known where !seen.contains(incident.id) {
      var incident = incident
      let wasOpen = incident.isOpen
      // The provider has changed nothing, so this is no check without it.
      if let words = incident.fingerprints.lazy.compactMap({ setAside[$0] }).first {
        if incident.setAside(words, at: date) { add(incident, .resolved, date) }
        continue
      }
      let matching = incident.fingerprints.compactMap { acceptedBy[$0] }
      let acceptance = (matching + [incident.isAboutResponses ? acceptedWatch : nil].compactMap(\.self)).min().flatMap {
        findings[$0].accepted
      }
      let kind = incident.noteAbsence(acceptance: acceptance, at: date)
      if let kind {
        add(incident, kind, date)
      } else if wasOpen || incident.hasRecentPresence {
        incidents.append(incident)
      }
    }
  }

  private mutating func add(_ incident: Incident, _ kind: IncidentTransition.Kind, _ date: Date) {
    incidents.append(incident)
    transitions.append(IncidentTransition(kind: kind, at: date, incident: incident))
  }
}
