import DriftModel

extension Rules {
  /// `request-roundtrip-loss`: writing back what was read would lose members.
  static let requestRoundtripLoss = Rule(
    .requestRoundtripLoss, about: .request,
    meaning: "Reading a response and writing it back without a change would erase members of it, or change values.",
    remedy:
      "Carry unknown members through, or send only what people changed (PATCH, RFC 5789). What the provider sets itself is named in `except:`.",
    consequences: [.requestSpoiled, .none],
    noun: Rule.Noun("request body changed", "request bodies changed"))
}
