public import PayloadShape

extension ShapeChange {
  /// What it is suspected under at each of its paths, the first ones of many: some of them may be well again before others.
  public var suspicionKeys: [String] {
    ([path] + paths.prefix(8)).map { ShapeChange.suspicionKey(rule: rule, path: $0) }
  }

  /// The change at those of its paths whose key is still in question, and at all further ones with them; `nil` if none is.
  public func part(_ isOpen: (String) -> Bool) -> ShapeChange? {
    let keys = suspicionKeys
    let all = [path] + paths
    let kept = all.indices.filter { $0 >= keys.count || isOpen(keys[$0]) }
    guard let first = kept.first, first < keys.count else { return nil }
    var part = self
    part.path = all[first]
    part.paths = kept.dropFirst().map { all[$0] }
    return part
  }

  /// What the change is suspected under: the same while a member goes missing from ever more records.
  public var suspicionKey: String { ShapeChange.suspicionKey(rule: rule, path: path) }

  /// As ``suspicionKey``.
  public static func suspicionKey(rule: String, path: String) -> String {
    let subject =
      switch RuleID(rawValue: rule) {
      case .fieldRemoved, .fieldBecameOptional, .fieldRenamed: "presence"
      case .fieldTypeChanged, .fieldTypeWidened: "type"
      case .fieldBecameNullable: "null"
      case .fieldEnumValueAdded: "values"
      case .fieldFormatChanged: "format"
      case .fieldScaleChanged: "scale"
      default: rule
      }
    return "\(subject) \(path)"
  }

  /// What an answer that shows the change tells.
  public var sightings: [Suspicion.Sighting] {
    suspicionKeys.map { key in
      var sighting = sighting
      sighting.key = key
      return sighting
    }
  }

  /// The same at its first path.
  var sighting: Suspicion.Sighting {
    var sighting = Suspicion.Sighting(
      key: suspicionKey, share: total > 0 ? Double(count) / Double(total) : 1, improbability: improbability,
      prior: prior, history: baselineDocuments, habit: habit, trials: trials,
      isOfSameRecords: isOfSameRecords)
    (sighting.sorts, sighting.isOfOptional, sighting.freshHistory) = (sorts, isOfOptional, freshAnswers)
    if rule == RuleID.fieldEnumValueAdded.rawValue { sighting.form = after }
    return sighting
  }

  /// Growth is never drift: it enters the baseline at once.
  public var isGrowth: Bool { rule == RuleID.fieldAdded.rawValue }
}
