import DriftModel

// One change of the provider that breaks several endpoints, or versions with requests of their own, is told once.
extension ReportContent {
  /// Incidents that tell again what another one of the list tells, by the id of the first one that does.
  static func twins(among views: [IncidentView]) -> [String: [IncidentView]] {
    var leaders: [IncidentView] = []
    // Two tell the same only if they have a path, properties or the reason of an outage in common, so that not every pair is compared.
    var (byPath, byProperties): ([String: [Int]], [Set<String>: [Int]]) = ([:], [:])
    var twins: [String: [IncidentView]] = [:]
    for view in views {
      let (path, properties) = (
        view.isAboutResponses ? view.lead?.message ?? "" : view.lead?.path ?? "", view.properties
      )
      let candidates = (byPath[path] ?? []) + (byProperties[properties] ?? [])
      if let leader = candidates.sorted().first(where: { view.tellsTheSame(as: leaders[$0]) }) {
        twins[leaders[leader].incident.id, default: []].append(view)
      } else {
        if !path.isEmpty { byPath[path, default: []].append(leaders.count) }
        if !properties.isEmpty { byProperties[properties, default: []].append(leaders.count) }
        leaders.append(view)
      }
    }
    return twins
  }

  /// The incidents that are left out because `view` tells the same, in a line each: `BBA6 platzi-store/products (v3), a warning`;
  /// of another endpoint with the DTO property where that is another one.
  func twinWords(of view: IncidentView) -> [Phrase] {
    (twins[view.incident.id] ?? []).map { twin in
      let versions = twin.incident.versions.isEmpty ? "" : " (\(listed(twin.incident.versions)))"
      let level =
        twin.incident.level == view.incident.level
        ? "" : ", \(twin.incident.level == .warning ? "a warning" : twin.incident.level.rawValue)"
      // What another endpoint is read with is mended elsewhere.
      let isElsewhere = twin.incident.key.endpoint != view.incident.key.endpoint
      let others = isElsewhere ? twin.properties.subtracting(view.properties).sorted() : []
      let property = others.first.map {
        ": " + (others.count == 1 ? $0 : "\($0) and \(grouped(others.count - 1)) more")
      }
      let path = isElsewhere ? nil : twin.lead?.path
      let place = path == view.lead?.path ? "" : path.map { " at \($0)" } ?? ""
      return Phrase("\(twin.entry.shortID) \(twin.name)\(place)\(versions)\(level)\(property ?? "")")
    }
  }
}

extension IncidentView {
  /// Whether both come of one change: the same happened to the same path of two requests, or to one DTO property in two places.
  ///
  /// Versions that ask an endpoint in different ways may get different members, and one request may be older than another, so that
  /// what was expected and the rule that says it may differ: what came decides. At two endpoints all of it must be the same.
  fileprivate func tellsTheSame(as other: IncidentView) -> Bool {
    guard let mine = lead, let its = other.lead, entry.transition == other.entry.transition,
      incident.state == other.incident.state, isSameAPI(as: other)
    else { return false }
    // No response to two requests of one endpoint, for one reason.
    if isAboutResponses {
      return incident.key.endpoint == other.incident.key.endpoint && mine.rule == its.rule
        && mine.message == its.message
        && incident.level == other.incident.level
    }
    guard !mine.path.isEmpty else { return false }
    let isEqual = mine.rule == its.rule && mine.expected == its.expected && mine.actual == its.actual
    let isSameProperty = !properties.isEmpty && properties == other.properties
    if incident.key.endpoint == other.incident.key.endpoint {
      return mine.path == its.path ? isEqual || mine.showsSameForm(as: its) : isEqual && isSameProperty
    }
    return isEqual && (mine.path == its.path || isSameProperty) && incident.level == other.incident.level
  }

  private func isSameAPI(as other: IncidentView) -> Bool {
    let (mine, its) = (incident.key, other.incident.key)
    return mine.contract == its.contract && mine.environment == its.environment && mine.perspective == its.perspective
  }

  /// DTO properties at the path of the lead.
  fileprivate var properties: Set<String> {
    Set(findings.filter { $0.path == lead?.path }.flatMap(\.versions).compactMap(\.property))
  }
}
