import DriftModel

extension Rules {
  static let noticeSunset = Rule(
    .noticeSunset, about: .response, consequences: [.none, .doubtful],
    meaning: "The provider names the day on which the resource goes (RFC 8594).",
    remedy: "Move before that day.",
    noun: Rule.Noun("endpoint to be switched off", "endpoints to be switched off"))

  static func noticeSunsetSentence(_ endpoint: String, _ day: AnnouncedDay) -> String {
    day.daysLeft > 0
      ? "The provider switches \(endpoint) off on \(day.words)."
      : "The provider was to switch \(endpoint) off on \(day.words); it still responds."
  }

  /// Days before a sunset from which on it is a warning.
  static let daysOfNearSunset = 30.0
}
