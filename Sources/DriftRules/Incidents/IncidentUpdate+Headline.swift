import DriftModel
extension IncidentUpdate {
  /// What people feel, in one line: a lost response before lost records, those before lost properties, those before the rest.
  static func headline(_ members: [Finding], key: RequestKey) -> String {
    lostResponse(members, key) ?? lostRecords(members) ?? lostProperties(members) ?? worstMessage(members)
      ?? key.endpoint
  }

  private static func lostResponse(_ members: [Finding], _ key: RequestKey) -> String? {
    let losing = members.filter { $0.versions.contains(where: \.losesResponse) }
    let lost = losing.flatMap(\.versions).filter(\.losesResponse)
    guard !lost.isEmpty else { return nil }
    let shipped = lost.compactMap(\.shippedIn).uniqued()
    let names =
      (shipped.isEmpty ? [] : ["app \(listed(shipped))"]) + lost.filter { $0.shippedIn == nil }.map(\.version).uniqued()
    let losses = losing.map { Rules.rule(for: $0.rule).loss }
    let verb: HeadlineVerb =
      losses.contains(.crash) ? .crashesOn : losses.contains(.timeout) ? .hangsOn : .cannotLoad
    return "\(listed(names)) \(verb.rawValue) \(key.endpoint)"
  }

  private static func lostRecords(_ members: [Finding]) -> String? {
    let losses = members.filter { Rules.rule(for: $0.rule).loss == .records && $0.count > 0 }
    guard let loss = losses.max(by: { ($0.level, $0.count) < ($1.level, $1.count) }), let mapping = loss.mappings.first
    else { return nil }
    let versions = listed(loss.mappings.map(\.version).uniqued())
    if let property = mapping.properties.first {
      let which = loss.count >= loss.total ? "All" : "\(loss.count) of"
      let verb = HeadlineVerb.missing(loss.count).rawValue
      return "\(which) \(loss.total) \(property) of \(mapping.mapping) \(verb) \(versions)"
    }
    let noun = recordNoun(mapping.mapping, count: loss.total)
    if loss.count >= loss.total {
      let which = loss.total == 1 ? "The only" : "All \(loss.total)"
      return "\(which) \(noun) \(HeadlineVerb.missing(loss.total).rawValue) \(versions)"
    }
    return "\(loss.count) of \(loss.total) \(noun) \(HeadlineVerb.missing(loss.count).rawValue) \(versions)"
  }

  private static func lostProperties(_ members: [Finding]) -> String? {
    let properties = members.filter { Rules.rule(for: $0.rule).loss == .property }
    guard let most = properties.max(by: { $0.count < $1.count }) else { return nil }
    let names = properties.flatMap { finding in
      finding.mappings.flatMap { mapping in mapping.properties.map { "\(mapping.mapping).\($0)" } }
    }.uniqued()
    let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
    let isDefaulted = properties.allSatisfy { $0.rule == .mappingPropertyDefaulted }
    let verb: HeadlineVerb =
      names.count == 1 ? isDefaulted ? .isDefaulted : .isLost : isDefaulted ? .areDefaulted : .areLost
    return "\(listed(Array(shown))) \(verb.rawValue) \(most.count) of \(most.total)"
  }

  private static func worstMessage(_ members: [Finding]) -> String? {
    members.max { ($0.level, -$0.rule.headlineRank) < ($1.level, -$1.rule.headlineRank) }?.message
  }
}
