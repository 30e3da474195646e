import DriftModel

extension Rules {
  /// `mapping-property-lost`: a domain property is nil, empty or random where it held a value.
  static let mappingPropertyLost = Rule(
    .mappingPropertyLost, about: .property,
    meaning: "A property of the domain values is nil, empty or random where it used to hold a value of the response.",
    remedy: "Look at the path to blame: renamed, absent, or of another form.",
    consequences: [.propertyLost],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"),
    evidence: .properties)
}
