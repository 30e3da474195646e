import DriftModel
import PayloadShape

extension Judgement {
  /// The level that follows from what a change costs those who read the member.
  func changeLevel(
    _ change: ShapeChange, _ rule: Rule.Change, readers: [(VersionInfo, FieldReading)]
  ) -> (level: Level, isPrediction: Bool) {
    guard !change.kind.isGrowth else { return (.info, false) }
    if hasUnknownReaders { return (level(of: .readersUnknown), false) }
    var result: (level: Level, isPrediction: Bool) = (.info, false)
    for (version, field) in readers {
      let (consequence, isPrediction) = consequence(of: change, rule, field, version)
      let isEssential = consequence == .volumeLost && isEssentialList(change.path, version)
      let here = level(of: consequence, isEssential: isEssential, status: version.status)
      if here > result.level { result = (here, isPrediction) }
    }
    return result
  }

  /// What a change costs a version that reads the member: nothing where the same responses show that it takes the new form.
  private func consequence(
    of change: ShapeChange, _ rule: Rule.Change, _ field: FieldReading, _ version: VersionInfo
  ) -> (Consequence, isPrediction: Bool) {
    switch rule.costs {
    case .nothing: (.none, false)
    case .value: change.isTotal ? (.propertyLost, false) : (.propertyAtRisk, true)
    case .valueUnlessRead:
      takes(change, version) ? (.none, false) : change.isTotal ? (.propertyLost, false) : (.propertyAtRisk, true)
    case .meaning: (costsMeaning(change, version), false)
    case .volume: (.volumeLost, false)
    case .prediction:
      if let predicted = predictedLoss(change, version) {
        (
          takes(change, version) && predicted.consequence == .responseAtRisk && !predicted.losingVersions.isEmpty
            ? .propertyAtRisk : predicted.consequence, true
        )
      } else {
        field.isRequired && !takes(change, version) ? (.responseAtRisk, true) : (.propertyAtRisk, true)
      }
    }
  }

  /// What another format or scale costs a version that reads the member: nothing if it was seen to take it.
  private func costsMeaning(_ change: ShapeChange, _ version: VersionInfo) -> Consequence {
    // A date is made of the text or it is not, and the latter is told of the type or the mapping.
    if change.isOfDates { return takes(change, version) && !movesDates(change, version) ? .none : .propertyLost }
    return change.isOfTimeUnits && tellsTimeUnits(change, version) ? .none : .propertyLost
  }

  /// Whether a version made the same of a moment in seconds and in milliseconds, in trials.
  private func tellsTimeUnits(_ change: ShapeChange, _ version: VersionInfo) -> Bool {
    let cells = trials(of: .otherTimeUnit, at: change, version).map(\.effects)
    return !cells.isEmpty && cells.allSatisfy { $0?.isEmpty ?? false }
  }

  /// Whether a version made another date of a text with a time zone than of the same text without it, in trials: it reads the latter in
  /// the zone of the device.
  func movesDates(_ change: ShapeChange, _ version: VersionInfo) -> Bool {
    guard change.isOfTimeZones else { return false }
    let mappings = facts(of: version).flatMap(\.mappings)
    func isDate(_ mapping: String, _ property: String) -> Bool {
      mappings.contains { fact in
        fact.name == mapping
          && fact.properties.contains { $0.name == property && $0.values?.numbers?.areDates ?? false }
      }
    }
    return trials(of: .otherZone, at: change, version).contains { mapping, effects in
      (effects ?? []).contains { effect in
        guard case .property(let name, .changed) = effect else { return false }
        return isDate(mapping, name)
      }
    }
  }

  /// What each mapping of a version made of a perturbation at the changed paths; without a mapping nothing is known of what the app
  /// makes of it.
  private func trials(
    of perturbation: Perturbation, at change: ShapeChange, _ version: VersionInfo
  ) -> [(mapping: String, effects: [LineageEffect]?)] {
    let paths = Set([change.path] + change.paths)
    return (impact.value?.lineages ?? []).filter {
      $0.version == version.id && $0.endpoint == nil && !$0.mapping.isEmpty
    }.flatMap { row in
      row.paths.filter { paths.contains($0.pattern) }.map { (row.mapping, $0.effects(of: perturbation)) }
    }
  }

  /// Whether a version was judged on all responses and nothing at the changed path, above or below it, failed or was swallowed.
  private func takes(_ change: ShapeChange, _ version: VersionInfo) -> Bool {
    let facts = facts(of: version)
    let paths = [change.path] + change.paths
    return !facts.isEmpty
      && facts.allSatisfy { fact in
        switch fact.decoding {
        case .succeeded: break
        case .failed where !fact.failures.isEmpty: break
        case .failed, .crashed, .timedOut, .notRun: return false
        }
        return true
      }
      && !paths.contains { readPaths.value[version.id]?.fails(near: $0) ?? false }
  }
}
