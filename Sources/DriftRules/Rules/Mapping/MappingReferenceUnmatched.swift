import DriftModel

extension Rules {
  /// `mapping-reference-unmatched`: records refer to one that another endpoint does not list.
  static let mappingReferenceUnmatched = Rule(
    .mappingReferenceUnmatched, about: .property,
    meaning:
      "More records than before refer to one that is not among those of another endpoint, such as a category that is gone.",
    remedy:
      "See what the app shows for such a record. Declare a reference only where the other responses hold all records, not a page of them.",
    consequences: [.propertyLost, .none],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"),
    evidence: .references)
}
