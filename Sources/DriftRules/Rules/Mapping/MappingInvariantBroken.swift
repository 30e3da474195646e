import DriftModel

extension Rules {
  /// `mapping-invariant-broken`: a rule of the adapter does not hold.
  static let mappingInvariantBroken = Rule(
    .mappingInvariantBroken, about: .property,
    meaning: "A rule that the adapter declares does not hold for some domain values.",
    remedy: "Check the values, or the rule.",
    consequences: [.propertyLost],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"))
}
