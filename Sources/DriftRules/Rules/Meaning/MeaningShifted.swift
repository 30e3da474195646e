import DriftModel
import PayloadShape

extension Rules {
  static let meaningShifted = Rule(
    .meaningShifted, about: .property, consequences: [.watchedValuesShifted, .none],
    meaning:
      "The values of a property are far from all before, for longer than chance explains: how many are true, zero, nil or of one case of an enum, or where numbers and dates lie.",
    remedy:
      "Look at what people see now: a unit, a currency or a rule of the provider may be another. Accept it if it is to stay so.",
    noun: Rule.Noun("property means something else", "properties mean something else")
  ) {
    $0.loss = .meaning
    $0.evidence = .values
  }

  static func meaningShiftedSentence(_ shift: MeaningShift, _ run: MappingRun, of owners: String) -> String {
    "\(run.name).\(shift.property) is \(shift.value) in \(shift.holding) of \(shift.total) \(owners); \(shift.before)."
  }
}

extension Judgement {
  /// In what the values of a mapping's properties are others than ever before, whether or not chance explains it.
  func meaningShifts(
    _ parts: [MappingExamination], _ statistics: MappingStatistics, of key: MappingKey
  ) -> [MeaningShift] {
    var open: [String: Set<ValueShift>] = [:]
    for case (.values(key, let name, let shift), .confirmed) in formerStates { open[name, default: []].insert(shift) }
    let properties = Dictionary(grouping: parts.flatMap(\.properties), by: \.name)
    return properties.sorted { $0.key < $1.key }.flatMap { name, values in
      statistics.values[name]?.shifts(name, values.compactMap(\.values), at: clock, open: open[name] ?? []) ?? []
    }
  }

  /// One finding for each property whose values are others than before and not by chance; until that is known nothing is said,
  /// since what people see changes a little every day.
  func shiftedMeaningFindings(_ run: MappingRun) -> [Finding] {
    guard let statistics = run.statistics else { return [] }
    let shifts = meaningShifts(run.comparable, statistics, of: run.key).filter {
      states[.values(run.key, name: $0.property, $0.shift)] == .confirmed
    }
    let properties = run.ran.flatMap(\.properties)
    return shifts.map(\.property).uniqued().compactMap { name in
      let mine = shifts.filter { $0.property == name }
      guard let leading = mine.first else { return nil }
      let isWatched = properties.contains { $0.name == name && $0.isWatched }
      let path = source(of: name, run)
      return finding(
        .meaningShifted, costs: isWatched ? .watchedValuesShifted : .none, run.version,
        subject: "\(run.name).\(name)",
        Rules.meaningShiftedSentence(
          leading, run, of: properties.first { $0.name == name }?.list ?? run.noun(leading.total))
      ) {
        run.fill(&$0, leading.count, of: leading.total, [name], examples: [])
        $0.versions[0].property = path.isEmpty ? nil : reads(path, run.version)?.nameWithType
        $0.mappings[0].shifts = mine.map(\.shift)
        // What was tried differs from build to build, and the finding is the same.
        $0.path = path
        $0.form = ObservedForm(losses: mine.map(\.shift.words))
      }
    }
  }

  /// The only path on whose value a property depends, as trials showed; where nothing was tried, the one that is read by its name.
  /// Empty where there are several, or none.
  private func source(of property: String, _ run: MappingRun) -> String {
    let rows = (impact.value?.lineages ?? []).filter {
      $0.version == run.version.id && $0.mapping == run.name && $0.writes == nil && $0.endpoint == nil
    }.flatMap(\.paths)
    guard !rows.isEmpty else {
      let named = facts(of: run.version).flatMap(\.fields).filter {
        $0.property == property && isPath(run.recordsPath, ancestorOf: $0.pattern)
      }
      let patterns = Set(named.map(\.pattern))
      return patterns.count == 1 ? named[0].pattern : ""
    }
    let sources = rows.filter { row in
      [Perturbation.alteredOnce, .alteredAgain].contains {
        row.effects(of: $0)?.contains(.property(property, .changed)) == true
      }
    }
    return sources.count == 1 ? sources[0].pattern : ""
  }
}
