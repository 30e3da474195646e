import DriftModel

extension Rules {
  /// `notice-deprecation`: the provider calls the resource deprecated.
  static let noticeDeprecation = Rule(
    .noticeDeprecation, about: .response,
    meaning: "The provider calls the resource deprecated (RFC 9745).",
    remedy: "Plan the move.",
    consequences: [.none],
    noun: Rule.Noun("endpoint deprecated", "endpoints deprecated"))
}
