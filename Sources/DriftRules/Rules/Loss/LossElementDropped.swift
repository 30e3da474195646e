import DriftModel

extension Rules {
  static let lossElementDropped = Rule(
    .lossElementDropped, about: .element, consequences: [.everyRecordLost, .manyRecordsLost, .recordsLost],
    meaning: "A lossy array or a mapping left out elements of a list; people see fewer and no error.",
    remedy: "See which elements are left out, and make the element's type, or the mapping, match them.",
    noun: Rule.Noun("mapping drops records", "mappings drop records", " (by design, as far as known)")
  ) {
    $0.loss = .records
    $0.evidence = .records
    $0.failure = { "Elements of \($0.name) are left out: expected \($0.expected), found \($0.foundWords)." }
  }

  static func lossElementDroppedSentence(_ words: String) -> String { "\(words); the app shows no error." }
}
