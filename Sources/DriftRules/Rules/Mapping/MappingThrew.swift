import DriftModel

extension Rules {
  /// `mapping-threw`: a mapping threw.
  static let mappingThrew = Rule(
    .mappingThrew, about: .record,
    meaning: "The mapping threw for records of this response.",
    remedy: "Look at the error, and make the mapping cope with the record.",
    consequences: [.responseLost, .manyRecordsLost, .recordsLost],
    noun: Rule.Noun("mapping drops records", "mappings drop records", " as far as known by design"),
    evidence: .records)
}
