public import DriftModel
import PayloadShape

extension Judgement {
  /// Everything of this round that chance may explain, with how improbable it is; each subject once, in order of subjects.
  public func observations() -> [EvidenceObservation] {
    var observations = changes.filter { !$0.kind.isGrowth && !$0.isFaint }.flatMap(\.observations)
    for version in versions {
      for (endpoint, changes) in sendChanges[version.id] ?? [:] {
        for change in changes where isReported(change) {
          observations.append(change.observation(of: Self.sendSubject(version.id, endpoint, change)))
        }
      }
      observations += lossObservations(version) + swallowedObservations(version)
    }
    // If several changes have one subject, such as a widened and a changed type below each other, the surest counts.
    var best: [EvidenceSubject: EvidenceObservation] = [:]
    for observation in observations
    where best[observation.subject].map({ observation.weight.improbability < $0.weight.improbability }) ?? true {
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

  private func lossObservations(_ version: VersionInfo) -> [EvidenceObservation] {
    let comparable = comparableFacts(of: version).flatMap(\.mappings).filter(\.execution.hasSucceeded)
    return comparable.map(\.name).uniqued().flatMap { name -> [EvidenceObservation] in
      guard let statistics = mappings[version.id]?[name] else { return [] }
      let parts = comparable.filter { $0.name == name }
      let key = MappingKey(version: version.id, mapping: name)
      let unknown = RecordOverlap.unknown(documents: parts.count)
      let records = parts.map(\.recordsPath).min().flatMap { recordOverlaps[$0] } ?? unknown
      func loss(_ lost: Int, of total: Int) -> MappingStatistics.Loss {
        MappingStatistics.Loss(lost: lost, total: total, records: records, repetition: repetition)
      }
      func proven(_ observation: EvidenceObservation?, of lost: Int, by blame: [[String]]) -> [EvidenceObservation] {
        guard var observation else { return [] }
        observation.isProven = hasCause(mostBlamed(blame), version, of: lost)
        return [observation]
      }
      let lostRecords = parts.reduce(0) { $0 + $1.lost }
      var observations = proven(
        statistics.observation(of: loss(lostRecords, of: parts.reduce(0) { $0 + $1.offered }), key: key),
        of: lostRecords, by: parts.map(\.droppedBlame))
      let properties = parts.flatMap(\.properties)
      let lists = listLosses(version, parts)
      func elements(of property: String?) -> RecordOverlap {
        let paths = lists.first { $0.property == property }?.lists ?? []
        return paths.lazy.compactMap { recordOverlaps["\($0)[*]"] }.first ?? unknown
      }
      for property in properties.map(\.name).uniqued() {
        let values = properties.filter { $0.name == property }
        var lost = loss(values.reduce(0) { $0 + $1.lost }, of: values.reduce(0) { $0 + $1.total })
        if let list = values[0].list { lost.records = elements(of: list) }
        observations += proven(
          statistics.observation(of: lost, property: property, key: key), of: lost.lost, by: values.map(\.blame))
      }
      for part in lists where !isOfGrowth(part, version) {
        let loss = MappingStatistics.Loss(
          lost: part.lost, total: part.total, records: elements(of: part.property), repetition: repetition)
        observations += proven(
          statistics.observation(of: loss, elements: part.property, madeOf: part.lists, key: key), of: part.lost,
          by: [swallowedPaths(in: part.lists, version)])
      }
      observations += meaningShifts(parts, statistics, of: key).map { shift in
        var part = loss(shift.count, of: shift.total)
        if let list = properties.first(where: { $0.name == shift.property })?.list { part.records = elements(of: list) }
        return statistics.observation(of: shift, part, key: key)
      }
      let collided = loss(parts.reduce(0) { $0 + $1.collided.count }, of: parts.reduce(0) { $0 + $1.recordsOut })
      observations += [statistics.observation(of: collided, identitiesOf: key)].compactMap(\.self)
      return observations
        + Self.references(of: parts).compactMap {
          statistics.observation(of: loss($0.unmatched, of: $0.total), reference: $0.name, key: key)
        }
    }
  }

  /// What a version's types go on without more often than before. A value of another type or format is no chance; a case that an enum
  /// lacks is one if its set was never closed.
  private func swallowedObservations(_ version: VersionInfo) -> [EvidenceObservation] {
    guard let statistics = mappings[version.id]?[MappingKey.decoding(version.id).mapping] else { return [] }
    let facts = comparableFacts(of: version)
    let fields = Set(facts.flatMap(\.fields).map(\.pattern)).count
    return swallowedLosses(facts, version).compactMap { loss in
      let records = recordOverlaps[listPath(around: loss.path)] ?? .unknown(documents: facts.count)
      var observation = statistics.observation(
        of: MappingStatistics.Loss(lost: loss.lost, total: loss.total, records: records, repetition: repetition),
        swallowed: loss.path, after: loss.known, version: version.id, among: fields)
      observation?.isProven = isChanged([loss.path], of: loss.lost)
      return observation
    }
  }

  /// Whether a loss that trials blame on a member came with a change there that does not happen by chance: another type or
  /// format, a value that the version has no case for or that a closed set did not have, or any change that is confirmed.
  private func hasCause(_ blamed: [String], _ version: VersionInfo, of lost: Int) -> Bool {
    let paths = Set(blamed)
    return isChanged(paths, of: lost) || facts(of: version).flatMap(\.fallbacks).contains { paths.contains($0.pattern) }
  }

  /// Whether there is a change at one of `paths` that does not happen by chance.
  private func isChanged(_ paths: Set<String>, of lost: Int) -> Bool {
    changes.contains { change in
      let here = paths.intersection([change.path] + change.paths)
      guard !here.isEmpty else { return false }
      // Where as many records have no value at all, that is the cause, and not what others hold.
      return Rules.rule(for: change.kind).change.isNeverChance && here.contains { lacking($0) < lost }
        || isConfirmed(change)
    }
  }

  /// Whether a change was confirmed before, or is the first of its kind and proof by itself. One that came and went without being
  /// confirmed is weighed with its history, which the baseline does not know.
  private func isConfirmed(_ change: ShapeChange) -> Bool {
    switch formerStates[change.subject] {
    case .confirmed: true
    case nil, .past, .settled: change.weight.map { $0.improbability < EvidencePolicy.falseFindingsPerResponse } ?? false
    case .pending, .ordinary: false
    }
  }

  /// Records of the responses that hold nothing at `path`, or null: of all responses together, since one that stands alone and lacks a
  /// member does not know of it.
  private func lacking(_ path: String) -> Int {
    guard let values = observed?.statistics(at: path) else { return 0 }
    return max(0, values.parentCount - values.count) + values.nulls
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
    case .records:
      mappings.flatMap { mapping in
        mapping.properties.isEmpty
          ? [.records(mapping.key)] : mapping.properties.map { .elements(mapping.key, name: $0) }
      }
    case .swallowed: versions.map { .swallowed(version: $0.version, path: path) }
    case .properties: each(EvidenceSubject.property)
    case .references: each(EvidenceSubject.reference)
    case .identities: mappings.map { .identities($0.key) }
    case .values:
      mappings.flatMap { mapping in
        mapping.properties.flatMap { name in mapping.shifts.map { .values(mapping.key, name: name, $0) } }
      }
    case .absence: [ValueAspect.presence, .nullability].map { .member(path: path, aspect: $0) }
    }
  }
}

extension AffectedMapping {
  /// The mapping without what was lost.
  var key: MappingKey { MappingKey(version: version, mapping: mapping) }
}
