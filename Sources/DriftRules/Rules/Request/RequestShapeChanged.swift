import DriftModel

extension Rules {
  /// `request-shape-changed`: what the app would send has another shape.
  static let requestShapeChanged = Rule(
    .requestShapeChanged, about: .request,
    meaning:
      "What the app would send, made of what it just read, has another shape than before, or a default in place of what the provider said.",
    remedy: "Check that the provider still accepts it.",
    consequences: [.requestSpoiled, .none],
    noun: Rule.Noun("request body changed", "request bodies changed"))
}
