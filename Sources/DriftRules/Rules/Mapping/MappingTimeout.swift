import DriftModel

extension Rules {
  static let mappingTimeout = Rule(
    .mappingTimeout, about: .record, consequences: [.responseLost],
    meaning: "The app's own mapping did not end on this response.",
    remedy: "Look for a loop or a wait in the mapping.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .timeout
  }

  /// Why something was ended, in words.
  static func noEnd(within seconds: Double) -> String {
    "no end within \(Int(exactly: seconds.rounded(.down)) ?? .max) s"
  }

  static func mappingTimeoutSentence(_ endings: MappingEndings, _ reason: String) -> String {
    "Mapping \(endings.name) does not end\(endings.recordWords); the app would hang."
  }
}
