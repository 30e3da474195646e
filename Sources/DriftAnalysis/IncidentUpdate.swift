public import Foundation

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
    let groups = Self.groups(findings, open: known.filter { $0.isOpen })
    func id(_ subject: String) -> String {
      ContentDigest(of: [place.contract, place.request, subject, place.environment, place.perspective]).short
    }
    for (index, finding) in findings.enumerated() where finding.level == .info {
      self.findings[index].incident = Self.subject(ofInformation: finding, findings, groups: groups).map(id)
    }
    for (subject, indexes) in groups.sorted(by: { $0.key < $1.key }) {
      let members = indexes.map { findings[$0] }
      let id = id(subject)
      for index in indexes { self.findings[index].incident = id }
      let level = members.map(\.level).max() ?? .warning
      let versions = Self.versionsHit(by: members)
      let fingerprints = members.map(\.fingerprint).sorted()
      let headline = Self.headline(members, place: place)
      let extent = Self.extent(of: members)
      let losses = Set(members.compactMap(\.loss)).sorted()
      guard var incident = known.first(where: { $0.id == id }) else {
        var incident = Incident(
          id: id, place: place, subject: subject, level: level, headline: headline, at: date, lastGoodAt: lastGoodAt,
          answersBefore: answersBefore, versions: versions, fingerprints: fingerprints)
        (incident.worst, incident.losses) = (extent, losses)
        add(incident, .opened, date)
        continue
      }
      let isWorse =
        level > incident.level || !Set(versions).subtracting(incident.versions).isEmpty
        || incident.worst.map { worst in extent?.isClearRise(from: worst) == true } == true
        || incident.losses.map { !Set(losses).isSubset(of: $0) } == true
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
        (incident.worst, incident.losses) = (extent, losses)
        if !wasResolved {
          incident.resolvedAt = date
          incident.lastGoodAt = lastSeenAt  // seen then, without those that are hit now
          incident.answersBefore = answersBefore
        }
        add(incident, .reopened, date)
        continue
      }
      // The worst of all looks, so that what goes up and down is announced once.
      incident.worst = [incident.worst, extent].compactMap(\.self).max { ($0.share, $0.count) < ($1.share, $1.count) }
      incident.losses = Set((incident.losses ?? []) + losses).sorted()
      if isWorse { add(incident, .escalated, date) } else { incidents.append(incident) }
    }
    guard isComplete else { return }
    let seen = Set(incidents.map(\.id))
    for incident in known where incident.isOpen && !seen.contains(incident.id) {
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
    let losing = members.filter { $0.loss != nil }
    let hit = (losing.isEmpty ? members : losing).flatMap(\.versions).map(\.version)
    return Set(hit).sorted()
  }

  /// The largest share that is lost.
  private static func extent(of members: [Finding]) -> Incident.Extent? {
    members.filter { $0.loss != nil && $0.total > 0 }.map { Incident.Extent(count: $0.count, total: $0.total) }
      .max { ($0.share, $0.count) < ($1.share, $1.count) }
  }
}
