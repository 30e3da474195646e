public import DriftModel
import PayloadShape

extension Judgement {
  /// Everything of this round that chance may explain, with how improbable it is; each key once, in order of keys.
  public func observations() -> [PendingChange.Observation] {
    var observations = changes.filter { !$0.isGrowth && !$0.isFaint }.flatMap(\.observations)
    for version in versions {
      for (endpoint, changes) in sendChanges[version.id] ?? [:] {
        for change in changes where isTold(change) {
          var observation = change.observation
          observation.key = Self.sendKey(version.id, endpoint, change)
          observations.append(observation)
        }
      }
      observations += lossObservations(version)
    }
    // Of several changes that are one pendingChange, such as a widened and a changed type below each other, the surest counts.
    var best: [String: PendingChange.Observation] = [:]
    for observation in observations
    where best[observation.key].map({ observation.improbability < $0.improbability }) ?? true {
      best[observation.key] = observation
    }
    return best.values.sorted { $0.key < $1.key }
  }

  /// Paths that trials blame for what any mapping loses.
  var blamedPaths: Set<String> {
    Set(
      examinations.flatMap(\.versions).flatMap(\.mappings).flatMap { mapping in
        mapping.droppedBlame + mapping.properties.flatMap(\.blame)
      })
  }

  /// Where the records of mappings stand that lose all of them, so that no trial can tell the cause.
  var lostRecordsPaths: Set<String> {
    Set(
      examinations.flatMap(\.versions).flatMap(\.mappings).filter {
        $0.execution.hasSucceeded && $0.offered > 0 && $0.recordsOut == 0 && !$0.recordsPath.isEmpty
      }.map(\.recordsPath))
  }

  private func lossObservations(_ version: VersionInfo) -> [PendingChange.Observation] {
    let settled = examinations.enumerated().filter { !newcomers.contains($0.offset) }.flatMap { response in
      response.element.versions.filter { $0.version == version.id }.flatMap(\.mappings)
    }.filter(\.execution.hasSucceeded)
    var observations: [PendingChange.Observation] = []
    for name in settled.map(\.name).uniqued() {
      guard let statistics = mappings[version.id]?[name] else { continue }
      let parts = settled.filter { $0.name == name }
      let (lost, total) = (parts.reduce(0) { $0 + $1.lost }, parts.reduce(0) { $0 + $1.offered })
      if var observation = statistics.observation(
        PendingChange.key(version.id, name), lost: lost, of: total, repetition: repetition, policy: policy)
      {
        observation.isProven = hasCause(mostBlamed(parts.map(\.droppedBlame)), version)
        observations.append(observation)
      }
      let properties = parts.flatMap(\.properties)
      for property in properties.map(\.name).uniqued() {
        let values = properties.filter { $0.name == property }
        let (lost, total) = (values.reduce(0) { $0 + $1.lost }, values.reduce(0) { $0 + $1.total })
        let key = PendingChange.key(version.id, "\(name).\(property)")
        guard
          var observation = statistics.observation(
            key, property: property, isEssential: values.contains(where: \.isEssential), lost: lost, of: total,
            repetition: repetition, policy: policy)
        else { continue }
        observation.isProven = hasCause(mostBlamed(values.map(\.blame)), version)
        observations.append(observation)
      }
      for reference in Self.references(of: parts) {
        if let observation = statistics.observation(
          PendingChange.key(version.id, name, reference: reference.name), reference: reference.name,
          unmatched: reference.unmatched, of: reference.total, repetition: repetition, policy: policy)
        {
          observations.append(observation)
        }
      }
    }
    return observations
  }

  /// Whether a loss that trials blame on a member came with a change there that does not happen by chance: another type or
  /// format, a value that the version has no case for or that a closed set did not have, or any change that is confirmed.
  private func hasCause(_ blamed: [String], _ version: VersionInfo) -> Bool {
    let rules = [RuleID.fieldTypeChanged, .fieldFormatChanged, .fieldEnumValueAdded, .fieldRenamed].map(\.rawValue)
    let paths = Set(blamed)
    let isChanged = changes.contains { change in
      guard !paths.isDisjoint(with: [change.path] + change.paths) else { return false }
      return rules.contains(change.rule) || change.improbability < policy.falseFindingsPerResponse
    }
    return isChanged || facts(of: version).flatMap(\.fallbacks).contains { paths.contains($0.pattern) }
  }
}

extension PendingChange {
  /// What a loss of a version's mapping is suspected under: `v1 Product`, `v1 Product.price`.
  public static func key(_ version: String, _ lost: String) -> String { "loss \(version) \(lost)" }

  /// What references without a partner are suspected under: `loss v1 Product reference category`.
  public static func key(_ version: String, _ mapping: String, reference: String) -> String {
    key(version, "\(mapping) reference \(reference)")
  }
}

extension Finding {
  /// The pendingChanges that the finding is told for; empty for what needs none.
  public var pendingKeys: [String] {
    switch rule {
    case .mappingRecordDropped, .mappingThrew, .lossElementDropped:
      mappings.map { PendingChange.key($0.version, $0.mapping) }
    case .mappingPropertyLost:
      mappings.flatMap { mapping in
        mapping.properties.map { PendingChange.key(mapping.version, "\(mapping.mapping).\($0)") }
      }
    case .mappingReferenceUnmatched:
      mappings.flatMap { mapping in
        mapping.properties.map { PendingChange.key(mapping.version, mapping.mapping, reference: $0) }
      }
    case .mappingPropertyDefaulted:
      // It lasts as long as the change that it follows from.
      [RuleID.fieldRemoved, .fieldBecameNullable].map { ShapeChange.pendingKey(rule: $0.rawValue, path: path) }
    case _ where rule.family == "field":
      rule == .fieldAdded
        ? [] : ([path] + paths.prefix(8)).map { ShapeChange.pendingKey(rule: rule.rawValue, path: $0) }
    default: []
    }
  }
}
