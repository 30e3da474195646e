import DriftModel

extension Rules {
  static let decodeValueNotFound = Rule(
    .decodeValueNotFound, about: .member, consequences: [.responseLost],
    meaning: "A member that the type requires is null.",
    remedy:
      "Make the property optional if the app can live without it. Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) is required and is null." }
  }
}
