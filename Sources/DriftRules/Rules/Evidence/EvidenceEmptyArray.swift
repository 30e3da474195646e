import DriftModel

extension Rules {
  /// `evidence-empty-array`: an array was empty.
  static let evidenceEmptyArray = Rule(
    .evidenceEmptyArray, about: .element,
    meaning: "An array was empty, so nothing is known of its elements.",
    remedy: "Ask for an account or page that has records.",
    consequences: [.none],
    noun: Rule.Noun("list without a record", "lists without a record"))
}
