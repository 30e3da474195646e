import DriftModel

extension Rules {
  static let watchLimited = Rule(
    .watchLimited, about: .host, consequences: [.unchecked],
    meaning:
      "The provider answers 429: there are too many requests.",
    remedy:
      "Check the endpoint less often, or give the monitor a credential of its own.",
    noun: Rule.Noun("endpoint rate-limited", "endpoints rate-limited")
  ) {
    $0.loss = .responses
    $0.missed = { subject, isOne, reason in "\(subject) \(isOne ? "is rate-limited" : "are rate-limited"): \(reason)." }
  }
}
