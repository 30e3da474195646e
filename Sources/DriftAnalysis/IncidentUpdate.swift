public import Foundation

/// What a round changes in the incidents of one request; a pure function of what was known and what was found.
public struct IncidentUpdate: Sendable, Equatable {
  /// Incidents that are new or changed.
  public var incidents: [Incident]
  /// Their changes of state, in the order of `incidents`.
  public var transitions: [IncidentTransition]
  /// The findings, with the incident each belongs to.
  public var findings: [Finding]

  /// Groups findings of warning or above by their topmost path (or mapping), and moves incidents on.
  ///
  /// An open incident that now hits none of the versions it hit before counts as resolved and reopened at this moment.
  ///
  /// - Parameters:
  ///   - place: The request.
  ///   - findings: Everything found in this round.
  ///   - known: All incidents of the request, open and resolved.
  ///   - isComplete: Whether every answer of the request was examined; an incident that is not seen resolves only then.
  ///   - date: The round's clock.
  ///   - lastGoodAt: When the request was last seen without any finding of warning or above.
  ///   - answersBefore: Answers that fed the baseline so far.
  public init(
    place: Place, findings: [Finding], known: [Incident], isComplete: Bool, at date: Date, lastGoodAt: Date?,
    answersBefore: Int
  ) {
    self.findings = findings
    incidents = []
    transitions = []
    let openSubjects = known.filter { $0.state == .open }.map(\.subject)
    let paths = findings.filter { $0.level >= .warning && !$0.path.isEmpty }.map(\.path)
    var groups: [String: [Int]] = [:]
    for (index, finding) in findings.enumerated() where finding.level >= .warning {
      groups[Self.subject(of: finding, among: paths, open: openSubjects), default: []].append(index)
    }
    for (subject, indexes) in groups.sorted(by: { $0.key < $1.key }) {
      let members = indexes.map { findings[$0] }
      let id = ContentDigest(of: [place.contract, place.request, subject, place.environment, place.perspective]).short
      for index in indexes { self.findings[index].incident = id }
      let level = members.map(\.level).max() ?? .warning
      let versions = Self.versionsHit(by: members)
      let fingerprints = members.map(\.fingerprint).sorted()
      let headline = Self.headline(members, place: place)
      guard var incident = known.first(where: { $0.id == id }) else {
        let incident = Incident(
          id: id, place: place, subject: subject, level: level, headline: headline, at: date, lastGoodAt: lastGoodAt,
          answersBefore: answersBefore, versions: versions, fingerprints: fingerprints)
        add(incident, .opened, date)
        continue
      }
      let isWorse = level > incident.level || !Set(versions).subtracting(incident.versions).isEmpty
      let wasResolved = incident.state == .resolved
      let lastSeenAt = incident.lastSeenAt
      // Other people than before: to them it is a new break, and those hit before are well again.
      let hitsOthers =
        !incident.versions.isEmpty && !versions.isEmpty && Set(versions).isDisjoint(with: incident.versions)
      incident.state = .open
      incident.level = level
      incident.headline = headline
      incident.lastSeenAt = date
      incident.versions = versions
      incident.fingerprints = fingerprints
      if wasResolved || hitsOthers {
        incident.reopenedCount += 1
        incident.lastOpenedAt = date
        incident.lastGoodAt = lastGoodAt
        if !wasResolved {
          incident.resolvedAt = date
          incident.lastGoodAt = lastSeenAt  // seen then, without those that are hit now
          incident.answersBefore = answersBefore
        }
        add(incident, .reopened, date)
      } else if isWorse {
        add(incident, .escalated, date)
      } else {
        incidents.append(incident)
      }
    }
    guard isComplete else { return }
    let seen = Set(incidents.map(\.id))
    for incident in known where incident.state == .open && !seen.contains(incident.id) {
      var resolved = incident
      resolved.state = .resolved
      resolved.resolvedAt = date
      add(resolved, .resolved, date)
    }
  }

  private mutating func add(_ incident: Incident, _ kind: IncidentTransition.Kind, _ date: Date) {
    incidents.append(incident)
    transitions.append(IncidentTransition(kind: kind, at: date, incident: incident))
  }

  /// Versions that lose something; those that merely read what changed count only where nobody loses anything.
  private static func versionsHit(by members: [Finding]) -> [String] {
    let consequences = members.filter { !$0.isPrediction && ["decode", "loss", "mapping"].contains($0.rule.family) }
    let hit = (consequences.isEmpty ? members : consequences).flatMap(\.versions).map(\.version)
    return Set(hit).sorted()
  }

  /// The topmost path that is to blame, preferring one whose incident is open; the mapping or rule where no path is.
  private static func subject(of finding: Finding, among paths: [String], open: [String]) -> String {
    guard !finding.path.isEmpty else {
      if finding.rule.family == "decode" { return finding.rule.rawValue }
      return finding.mappings.first.map { "mapping \($0.mapping)" } ?? finding.rule.rawValue
    }
    let above = (open + paths).filter { $0 == finding.path || isPath($0, ancestorOf: finding.path) }
    return above.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? finding.path
  }
}
