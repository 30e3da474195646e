import DriftModel

extension Rules {
  /// `mapping-record-dropped`: a mapping returned nil for more records than before.
  static let mappingRecordDropped = Rule(
    .mappingRecordDropped, about: .record,
    meaning:
      "The mapping returned nil for more records than it used to: they are missing in the app, and it shows no error.",
    remedy: "Look at the path to blame; make the mapping cope with the new value.",
    consequences: [.everyRecordLost, .manyRecordsLost, .recordsLost, .none],
    noun: Rule.Noun("mapping drops records", "mappings drop records", " as far as known by design"),
    evidence: .records)
}
