import DriftModel

extension Rules {
  /// `notice-nonconforming-json`: the text departs from RFC 8259.
  static let noticeNonconformingJSON = Rule(
    .noticeNonconformingJSON, about: .response,
    meaning: "RFC 8259 forbids what was sent, though Foundation reads it; other platforms may not.",
    remedy: "Tell the provider.",
    consequences: [.none],
    noun: Rule.Noun("text is not quite JSON", "texts are not quite JSON"))
}
