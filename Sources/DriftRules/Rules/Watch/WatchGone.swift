import DriftModel

extension Rules {
  static let watchGone = Rule(
    .watchGone, about: .host, consequences: [.unchecked, .endpointGone],
    meaning:
      "The provider no longer has the endpoint (404 or 410), for longer than a moment. Breaking if it responded before and a supported version reads it.",
    remedy:
      "Ask the provider for the new address. If it is gone for good, ship a version that does without it, and stop checking it.",
    noun: Rule.Noun("endpoint gone", "endpoints gone")
  ) {
    $0.loss = .responses
    $0.missed = { subject, isOne, reason in "\(subject) \(isOne ? "is gone" : "are gone"): \(reason)." }
  }
}
