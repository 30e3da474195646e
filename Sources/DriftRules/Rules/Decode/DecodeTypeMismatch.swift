import DriftModel

extension Rules {
  static let decodeTypeMismatch = Rule(
    .decodeTypeMismatch, about: .member, consequences: [.responseLost],
    meaning: "A member is of another JSON type than the property can be made of.",
    remedy: "Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) expects \($0.expected) and gets \($0.foundWords)." }
  }
}
