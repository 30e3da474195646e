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
      let versions = Set(members.flatMap(\.versions).map(\.version)).sorted()
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
      incident.state = .open
      incident.level = level
      incident.headline = headline
      incident.lastSeenAt = date
      incident.versions = versions
      incident.fingerprints = fingerprints
      if wasResolved {
        incident.reopenedCount += 1
        incident.lastOpenedAt = date
        incident.lastGoodAt = lastGoodAt
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

  /// The topmost path that is to blame, preferring one whose incident is open; the mapping or rule where no path is.
  private static func subject(of finding: Finding, among paths: [String], open: [String]) -> String {
    guard !finding.path.isEmpty else {
      return finding.mappings.first.map { "mapping \($0.mapping)" } ?? finding.rule.rawValue
    }
    let above = (open + paths).filter { $0 == finding.path || isPath($0, ancestorOf: finding.path) }
    return above.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? finding.path
  }

  /// What people feel, in one line.
  static func headline(_ members: [Finding], place: Place) -> String {
    let lost = members.flatMap(\.versions).filter(\.losesAnswer)
    if !lost.isEmpty {
      let names = lost.map { $0.shippedIn.map { "app \($0)" } ?? $0.version }.uniqued().joined(separator: ", ")
      let crashes = members.contains { [.decodeCrash, .mappingCrash].contains($0.rule) }
      let hangs = members.contains { [.decodeTimeout, .mappingTimeout].contains($0.rule) }
      return "\(names) \(crashes ? "crashes on" : hangs ? "hangs on" : "cannot load") \(place.endpoint)"
    }
    let worst = members.max { ($0.level, -$0.rule.headlineRank) < ($1.level, -$1.rule.headlineRank) }
    if let loss = members.first(where: {
      [.mappingRecordDropped, .lossElementDropped, .mappingThrew].contains($0.rule)
    }),
      let mapping = loss.mappings.first
    {
      let versions = loss.mappings.map(\.version).uniqued().joined(separator: ", ")
      return "\(loss.count) of \(loss.total) \(mapping.mapping) are missing in \(versions)"
    }
    let properties = members.filter { $0.rule == .mappingPropertyLost }
    if !properties.isEmpty {
      let names = properties.flatMap { finding in
        finding.mappings.flatMap { mapping in mapping.properties.map { "\(mapping.mapping).\($0)" } }
      }
      let most = properties.map(\.count).max() ?? 0
      let total = properties.map(\.total).max() ?? 0
      return "\(names.uniqued().joined(separator: ", ")) is lost in \(most) of \(total)"
    }
    return worst?.message ?? place.endpoint
  }
}
