import DriftModel

extension Rules {
  static let mappingCrash = Rule(
    .mappingCrash, about: .record, consequences: [.responseLost],
    meaning: "The app's own mapping trapped on a record of this response.",
    remedy: "Find the trap (force unwrap, index, overflow) in the mapping.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .crash
  }

  static func mappingCrashSentence(_ endings: MappingEndings, _ reason: String) -> String {
    "Mapping \(endings.name) crashes the app\(endings.recordWords): \(reason)."
  }
}
