import DriftModel

extension Rules {
  /// `mapping-timeout`: the app's own mapping did not end.
  static let mappingTimeout = Rule(
    .mappingTimeout, about: .record,
    meaning: "The app's own mapping did not end on this response.",
    remedy: "Look for a loop or a wait in the mapping.",
    consequences: [.responseLost],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"))
}
