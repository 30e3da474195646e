import DriftModel

// One change of the provider that breaks several endpoints, or versions with requests of their own, is told once.
extension ReportContent {
  /// Incidents that tell again what another one of the list tells, by the id of the first one that does.
  static func twins(among views: [IncidentView]) -> [String: [IncidentView]] {
    var leaders: [IncidentView] = []
    var twins: [String: [IncidentView]] = [:]
    for view in views {
      if let leader = leaders.first(where: { view.tellsTheSame(as: $0) }) {
        twins[leader.incident.id, default: []].append(view)
      } else {
        leaders.append(view)
      }
    }
    return twins
  }

  /// The incidents that are left out because `view` tells the same, in a line each: `BBA6 platzi-store/products (v3), a warning`.
  func twinWords(of view: IncidentView) -> [Phrase] {
    (twins[view.incident.id] ?? []).map { twin in
      let versions = twin.incident.versions.isEmpty ? "" : " (\(listed(twin.incident.versions)))"
      let level =
        twin.incident.level == view.incident.level
        ? "" : ", \(twin.incident.level == .warning ? "a warning" : twin.incident.level.rawValue)"
      return Phrase("\(twin.entry.shortID) \(twin.name)\(versions)\(level)")
    }
  }
}

extension IncidentView {
  /// Whether both come of one change: the same happened to the same path of an endpoint that versions request in different ways, or
  /// to one DTO property at several endpoints.
  fileprivate func tellsTheSame(as other: IncidentView) -> Bool {
    guard let mine = lead, let its = other.lead, !mine.path.isEmpty, mine.rule == its.rule,
      mine.expected == its.expected, mine.actual == its.actual, entry.transition == other.entry.transition,
      incident.state == other.incident.state, isSameAPI(as: other)
    else { return false }
    if incident.key.endpoint == other.incident.key.endpoint { return mine.path == its.path }
    return !properties.isEmpty && properties == other.properties && incident.level == other.incident.level
  }

  private func isSameAPI(as other: IncidentView) -> Bool {
    let (mine, its) = (incident.key, other.incident.key)
    return mine.contract == its.contract && mine.environment == its.environment && mine.perspective == its.perspective
  }

  /// DTO properties at the path of the lead.
  private var properties: Set<String> {
    Set(findings.filter { $0.path == lead?.path }.flatMap(\.versions).compactMap(\.property))
  }
}
