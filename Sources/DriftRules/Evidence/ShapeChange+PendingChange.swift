public import DriftModel
public import PayloadShape

extension ShapeChange {
  /// What it is suspected under at each of its paths, the first ones of many: some of them may be well again before others.
  public var pendingKeys: [String] {
    ([path] + paths.prefix(8)).map { ShapeChange.pendingKey(rule: rule, path: $0) }
  }

  /// The change at those of its paths whose key is still in question, and at all further ones with them; `nil` if none is.
  public func part(_ isOpen: (String) -> Bool) -> ShapeChange? {
    let keys = pendingKeys
    let all = [path] + paths
    let kept = all.indices.filter { $0 >= keys.count || isOpen(keys[$0]) }
    guard let first = kept.first, first < keys.count else { return nil }
    var part = self
    part.path = all[first]
    part.paths = kept.dropFirst().map { all[$0] }
    return part
  }

  /// What the change is suspected under: the same while a member goes missing from ever more records.
  public var pendingKey: String { ShapeChange.pendingKey(rule: rule, path: path) }

  /// As ``pendingKey``.
  public static func pendingKey(rule: String, path: String) -> String {
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

  /// What a response that shows the change tells.
  public var observations: [PendingChange.Observation] {
    pendingKeys.map { key in
      var observation = observation
      observation.key = key
      return observation
    }
  }

  /// The same at its first path.
  var observation: PendingChange.Observation {
    var observation = PendingChange.Observation(
      key: pendingKey, share: total > 0 ? Double(count) / Double(total) : 1, improbability: improbability,
      prior: prior, history: baselineDocuments, habit: habit, trials: trials,
      isOfSameRecords: isOfSameRecords)
    (observation.sorts, observation.isOfOptional, observation.freshHistory) = (sorts, isOfOptional, freshResponses)
    if rule == RuleID.fieldEnumValueAdded.rawValue { observation.form = after }
    return observation
  }

  /// Growth is never drift: it enters the baseline at once.
  public var isGrowth: Bool { rule == RuleID.fieldAdded.rawValue }
}
