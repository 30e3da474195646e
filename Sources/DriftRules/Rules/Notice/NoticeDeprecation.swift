import DriftModel

extension Rules {
  static let noticeDeprecation = Rule(
    .noticeDeprecation, about: .response, consequences: [.none],
    meaning: "The provider calls the resource deprecated (RFC 9745).",
    remedy: "Plan the move.",
    noun: Rule.Noun("endpoint deprecated", "endpoints deprecated"))

  /// `day`: from when on; `nil` where the provider names none.
  static func noticeDeprecationSentence(_ endpoint: String, _ day: AnnouncedDay?) -> String {
    guard let day else { return "The provider calls \(endpoint) deprecated." }
    return day.daysLeft > 0
      ? "The provider calls \(endpoint) deprecated from \(day.words) on."
      : "The provider has called \(endpoint) deprecated since \(day.words)."
  }
}
