import DriftModel

extension Rules {
  /// `decode-type-mismatch`: a member has a JSON type that its property cannot be made of.
  static let decodeTypeMismatch = Rule(
    .decodeTypeMismatch, about: .member,
    meaning: "A member is of another JSON type than the property can be made of.",
    remedy: "Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    consequences: [.responseLost],
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported"),
    failure: { "\($0.name) expects \($0.expected) and gets \($0.foundWords)." })
}
