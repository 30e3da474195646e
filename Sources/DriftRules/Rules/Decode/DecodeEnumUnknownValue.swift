import DriftModel

extension Rules {
  static let decodeEnumUnknownValue = Rule(
    .decodeEnumUnknownValue, about: .member, consequences: [.responseLost],
    meaning: "An enum without a catch-all case got a value that it does not know.",
    remedy:
      "Add the case, and a catch-all case for the next one. Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) knows no value \($0.example.excerpt)." }
  }
}
