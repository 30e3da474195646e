import DriftModel

extension Rules {
  /// `notice-sunset`: the provider names the day on which the resource goes.
  static let noticeSunset = Rule(
    .noticeSunset, about: .response,
    meaning: "The provider names the day on which the resource goes (RFC 8594).",
    remedy: "Move before that day.",
    consequences: [.none, .doubtful],
    noun: Rule.Noun("endpoint to be switched off", "endpoints to be switched off"))
}
