import DriftModel

extension Rules {
  /// `loss-element-dropped`: a lossy array left out elements.
  static let lossElementDropped = Rule(
    .lossElementDropped, about: .element,
    meaning: "A lossy array left out elements that do not decode; people see fewer records and no error.",
    remedy: "See which elements fail, and make the element's type match them.",
    consequences: [.everyRecordLost, .manyRecordsLost, .recordsLost],
    noun: Rule.Noun("mapping drops records", "mappings drop records", " as far as known by design"),
    evidence: .records,
    failure: { "Elements of \($0.name) are left out: expected \($0.expected), found \($0.foundWords)." })
}
