import DriftModel

extension Rules {
  static let decodeTimeout = Rule(
    .decodeTimeout, about: .response, consequences: [.responseLost],
    meaning: "The app's own code did not end while decoding the response.",
    remedy: "Look for a loop that waits for a container to advance.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.loss = .timeout
  }

  static func decodeTimeoutSentence(_ typeName: String, _ reason: String) -> String {
    "Decoding \(typeName) does not end; the app would hang."
  }
}
