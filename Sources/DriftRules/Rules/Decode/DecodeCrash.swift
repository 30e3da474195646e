import DriftModel

extension Rules {
  /// `decode-crash`: the app's own decoding code trapped.
  static let decodeCrash = Rule(
    .decodeCrash, about: .response,
    meaning: "The app's own code trapped while decoding the response.",
    remedy: "Find the trap (force unwrap, index, overflow) in the type's init(from:).",
    consequences: [.responseLost],
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported"))
}
