import DriftModel

extension Rules {
  /// `mapping-crash`: the app's own mapping trapped.
  static let mappingCrash = Rule(
    .mappingCrash, about: .record,
    meaning: "The app's own mapping trapped on a record of this response.",
    remedy: "Find the trap (force unwrap, index, overflow) in the mapping.",
    consequences: [.responseLost],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"))
}
