import DriftModel

extension Rules {
  static let decodeDataCorrupted = Rule(
    .decodeDataCorrupted, about: .member, consequences: [.responseLost],
    meaning: "A value cannot be used, for a reason of the type's own.",
    remedy: "Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) expects \($0.expected) and cannot use \($0.foundWords)." }
  }

  /// Of a response that cannot be decoded if nobody knows which member is at fault.
  static func decodeDataCorruptedSentence(_ typeName: String, _ reason: String) -> String {
    "\(typeName) does not decode: \(reason)"
  }
}
