import DriftModel

extension Rules {
  /// `notice-unmatched-suppression`: an acceptance matches nothing.
  static let noticeUnmatchedSuppression = Rule(
    .noticeUnmatchedSuppression, about: .acceptance,
    meaning: "A suppression matches nothing any more.",
    remedy: "Remove it.",
    consequences: [.none],
    noun: Rule.Noun("acceptance matches nothing", "acceptances match nothing"))
}
