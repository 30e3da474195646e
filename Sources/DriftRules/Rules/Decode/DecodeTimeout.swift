import DriftModel

extension Rules {
  /// `decode-timeout`: the app's own decoding code did not end.
  static let decodeTimeout = Rule(
    .decodeTimeout, about: .response,
    meaning: "The app's own code did not end while decoding the response.",
    remedy: "Look for a loop that waits for a container to advance.",
    consequences: [.responseLost],
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported"))
}
