import DriftModel

extension Rules {
  static let noticeUnreadable = Rule(
    .noticeUnreadable, about: .response, consequences: [.none],
    meaning: "A Deprecation or Sunset header came that cannot be read, so that nobody knows from when on.",
    remedy: "Ask the provider for the day; RFC 9745 and RFC 8594 say how it is written.",
    noun: Rule.Noun("announcement that cannot be read", "announcements that cannot be read"))

  static func noticeUnreadableSentence(_ endpoint: String, _ header: String, _ text: String?) -> String {
    let what = header == "Sunset" ? "that it switches \(endpoint) off" : "that \(endpoint) is deprecated"
    return "The provider seems to say \(what), but its \(header) header cannot be read: \"\(text ?? "")\""
  }
}
