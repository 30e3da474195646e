import DriftModel

extension Rules {
  static let watchUnconfigured = Rule(
    .watchUnconfigured, about: .host, consequences: [.unchecked],
    meaning:
      "The request cannot be made: a credential cannot be read, the endpoint that it follows holds no link or value, or the round has no time for it.",
    remedy:
      "Mend what the reason names: the credential, the path in the contract, or the deadline.",
    noun: Rule.Noun("endpoint not configured", "endpoints not configured")
  ) {
    $0.loss = .responses
    $0.missed = { subject, _, reason in "\(subject) cannot be requested: \(reason)." }
  }
}
