public import DriftModel
import PayloadShape

extension Judgement {
  /// Everything of this round that chance may explain, with how improbable it is; each subject once, in order of subjects.
  public func observations() -> [PendingChange.Observation] {
    var observations = changes.filter { !$0.kind.isGrowth && !$0.isFaint }.flatMap(\.observations)
    for version in versions {
      for (endpoint, changes) in sendChanges[version.id] ?? [:] {
        for change in changes where isTold(change) {
          observations.append(change.observation(of: Self.sendSubject(version.id, endpoint, change)))
        }
      }
      observations += lossObservations(version)
    }
    // If several changes have one subject, such as a widened and a changed type below each other, the surest counts.
    var best: [EvidenceSubject: PendingChange.Observation] = [:]
    for observation in observations
    where best[observation.subject].map({ observation.improbability < $0.improbability }) ?? true {
      best[observation.subject] = observation
    }
    return best.values.sorted { $0.subject < $1.subject }
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
      let key = MappingKey(version: version.id, mapping: name)
      let (lost, total) = (parts.reduce(0) { $0 + $1.lost }, parts.reduce(0) { $0 + $1.offered })
      if var observation = statistics.observation(
        .records(key), lost: lost, of: total, repetition: repetition, policy: policy)
      {
        observation.isProven = hasCause(mostBlamed(parts.map(\.droppedBlame)), version)
        observations.append(observation)
      }
      let properties = parts.flatMap(\.properties)
      for property in properties.map(\.name).uniqued() {
        let values = properties.filter { $0.name == property }
        let (lost, total) = (values.reduce(0) { $0 + $1.lost }, values.reduce(0) { $0 + $1.total })
        guard
          var observation = statistics.observation(
            .property(key, name: property), property: property, isEssential: values.contains(where: \.isEssential),
            lost: lost, of: total,
            repetition: repetition, policy: policy)
        else { continue }
        observation.isProven = hasCause(mostBlamed(values.map(\.blame)), version)
        observations.append(observation)
      }
      for reference in Self.references(of: parts) {
        if let observation = statistics.observation(
          .reference(key, name: reference.name), reference: reference.name,
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
    let paths = Set(blamed)
    let isChanged = changes.contains { change in
      guard !paths.isDisjoint(with: [change.path] + change.paths) else { return false }
      return Rules.rule(for: change.kind).change.isNeverChance || change.improbability < policy.falseFindingsPerResponse
    }
    return isChanged || facts(of: version).flatMap(\.fallbacks).contains { paths.contains($0.pattern) }
  }
}

extension Finding {
  /// What the finding is reported on the evidence of; empty if it is a fact.
  public var subjects: [EvidenceSubject] {
    func each(_ subject: (MappingKey, String) -> EvidenceSubject) -> [EvidenceSubject] {
      mappings.flatMap { mapping in mapping.properties.map { subject(mapping.key, $0) } }
    }
    return switch Rules.rule(for: rule).evidence {
    case .none: []
    case .change: change.map { EvidenceSubject.members([path] + paths, aspect: $0.aspect) } ?? []
    case .records: mappings.map { .records($0.key) }
    case .properties: each(EvidenceSubject.property)
    case .references: each(EvidenceSubject.reference)
    case .absence: [ValueAspect.presence, .nullability].map { .member(path: path, aspect: $0) }
    }
  }
}

extension AffectedMapping {
  /// The mapping without what was lost.
  var key: MappingKey { MappingKey(version: version, mapping: mapping) }
}
