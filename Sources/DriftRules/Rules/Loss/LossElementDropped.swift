import DriftModel

extension Rules {
  static let lossElementDropped = Rule(
    .lossElementDropped, about: .element, consequences: [.everyRecordLost, .manyRecordsLost, .recordsLost],
    meaning: "A lossy array left out elements that do not decode; people see fewer records and no error.",
    remedy: "See which elements fail, and make the element's type match them.",
    noun: Rule.Noun("mapping drops records", "mappings drop records", " as far as known by design")
  ) {
    $0.loss = .records
    $0.evidence = .records
    $0.failure = { "Elements of \($0.name) are left out: expected \($0.expected), found \($0.foundWords)." }
  }

  static func lossElementDroppedSentence(_ loss: RecordLoss) -> String { "\(loss.words); the app shows no error." }
}
