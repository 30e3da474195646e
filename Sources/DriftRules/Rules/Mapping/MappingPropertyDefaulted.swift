import DriftModel

extension Rules {
  /// `mapping-property-defaulted`: a domain property fell to its default.
  static let mappingPropertyDefaulted = Rule(
    .mappingPropertyDefaulted, about: .property,
    meaning: "A property fell to its default where it used to hold a value of the response.",
    remedy: "Look at the path to blame.",
    consequences: [.propertyLost],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"),
    evidence: .absence)
}
