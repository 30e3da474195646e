import DriftModel

extension Rules {
  static let decodeNumberOutOfRange = Rule(
    .decodeNumberOutOfRange, about: .member, consequences: [.responseLost],
    meaning:
      "A number is a fraction or too large for the integer type. Foundation calls this \"not valid JSON\" and names no field.",
    remedy:
      "Use Double, Decimal or a wider integer. Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) expects \($0.expected); \($0.example.excerpt) does not fit." }
  }
}
