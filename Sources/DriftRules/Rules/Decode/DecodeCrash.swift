import DriftModel

extension Rules {
  static let decodeCrash = Rule(
    .decodeCrash, about: .response, consequences: [.responseLost],
    meaning: "The app's own code trapped while decoding the response.",
    remedy: "Find the trap (force unwrap, index, overflow) in the type's init(from:).",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.loss = .crash
  }

  static func decodeCrashSentence(_ typeName: String, _ reason: String) -> String {
    "Decoding \(typeName) crashes the app: \(reason)."
  }
}
