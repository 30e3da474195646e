import DriftModel

extension Rules {
  static let mappingRecordDropped = Rule(
    .mappingRecordDropped, about: .record, consequences: [.everyRecordLost, .manyRecordsLost, .recordsLost, .none],
    meaning:
      "The mapping returned nil for more records than it used to: they are missing in the app, and it shows no error.",
    remedy: "Look at the path to blame; make the mapping cope with the new value.",
    noun: Rule.Noun(
      "mapping has always dropped records", "mappings have always dropped records", " (by design, as far as known)")
  ) {
    $0.loss = .records
    $0.evidence = .records
  }

  static func mappingRecordDroppedSentence(_ loss: RecordLoss) -> String { "\(loss.words); the app shows no error." }
}
