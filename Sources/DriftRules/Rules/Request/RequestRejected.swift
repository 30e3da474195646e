import DriftModel

extension Rules {
  /// `request-rejected`: the provider refuses a request that it accepted before.
  static let requestRejected = Rule(
    .requestRejected, about: .request,
    meaning: "The provider refuses a request that it used to accept.",
    remedy: "Look at the provider's message.",
    consequences: [.requestSpoiled],
    noun: Rule.Noun("request body changed", "request bodies changed"))
}
