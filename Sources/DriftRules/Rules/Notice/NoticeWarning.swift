import DriftModel

extension Rules {
  static let noticeWarning = Rule(
    .noticeWarning, about: .response, consequences: [.none],
    meaning: "The provider warns whoever reads the resource (Warning 199 or 299 of RFC 7234).",
    remedy: "Read what it says; it is often that a version of the API ends.",
    noun: Rule.Noun("warning of the provider", "warnings of the provider"))

  static func noticeWarningSentence(_ endpoint: String, _ text: String?) -> String {
    guard let text, !text.isEmpty else { return "The provider warns whoever reads \(endpoint), without a word." }
    return "The provider warns whoever reads \(endpoint): \"\(text)\""
  }
}
