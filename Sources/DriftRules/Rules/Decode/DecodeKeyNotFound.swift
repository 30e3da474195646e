import DriftModel

extension Rules {
  static let decodeKeyNotFound = Rule(
    .decodeKeyNotFound, about: .member, consequences: [.responseLost],
    meaning: "A member that the type requires is not in the response.",
    remedy:
      "Make the property optional if the app can live without it. Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) is required and is not there." }
  }
}
