import DriftModel

extension Rules {
  /// `decode-data-corrupted`: the type refuses a value for a reason of its own.
  static let decodeDataCorrupted = Rule(
    .decodeDataCorrupted, about: .member,
    meaning: "A value cannot be used, for a reason of the type's own.",
    remedy: "Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    consequences: [.responseLost],
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported"),
    failure: { "\($0.name) expects \($0.expected) and cannot use \($0.foundWords)." })
}
