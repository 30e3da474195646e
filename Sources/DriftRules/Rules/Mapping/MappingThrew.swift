import DriftModel

extension Rules {
  static let mappingThrew = Rule(
    .mappingThrew, about: .record, consequences: [.responseLost, .manyRecordsLost, .recordsLost],
    meaning: "The mapping threw for records of this response.",
    remedy: "Look at the error, and make the mapping cope with the record.",
    noun: Rule.Noun(
      "mapping has always dropped records", "mappings have always dropped records", " (by design, as far as known)")
  ) {
    $0.loss = .records
    $0.evidence = .records
  }

  /// Of single records.
  static func mappingThrewSentence(_ loss: RecordLoss) -> String { "\(loss.words)." }

  /// Of a mapping that fails as a whole.
  static func mappingThrewSentence(_ endings: MappingEndings, _ reason: String) -> String {
    "No \(recordNoun(endings.name, count: 1)) can be made: \(reason)"
  }
}
