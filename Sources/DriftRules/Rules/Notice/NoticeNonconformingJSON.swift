import DriftModel

extension Rules {
  static let noticeNonconformingJSON = Rule(
    .noticeNonconformingJSON, about: .response, consequences: [.none],
    meaning: "RFC 8259 forbids what was sent, though Foundation reads it; other platforms may not.",
    remedy: "Tell the provider.",
    noun: Rule.Noun("text is not quite JSON", "texts are not quite JSON"))

  static func noticeNonconformingJSONSentence(_ departure: String, _ count: Int) -> String {
    "The text is not what RFC 8259 allows, though Foundation reads it: \(departure), \(count == 1 ? "once" : "\(count) times")."
  }
}

extension Judgement {
  /// One finding for each way in which the texts depart from RFC 8259.
  func nonconformingJSONFindings() -> [Finding] {
    let kinds = Dictionary(grouping: examinations.flatMap(\.notices), by: \.kind)
    return kinds.sorted { $0.key < $1.key }.map { kind, notices in
      let count = notices.reduce(0) { $0 + $1.count }
      return Finding(
        rule: .noticeNonconformingJSON, level: .info, key: key,
        message: Rules.noticeNonconformingJSONSentence(kind, count), subject: kind
      ) {
        ($0.actual, $0.count, $0.total) = (kind, count, examinations.count)
      }
    }
  }
}
