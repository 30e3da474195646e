import DriftModel

extension Rules {
  static let noticePartialData = Rule(
    .noticePartialData, about: .response, consequences: [.none],
    meaning:
      "A GraphQL response has errors beside its data, and the contract says that the app shows what is there (`partialData()`).",
    remedy: "Look at what the errors name. What an app loses by them is told by other rules.",
    noun: Rule.Noun("GraphQL response in part", "GraphQL responses in part"))

  static func noticePartialDataSentence(_ endpoint: String, _ errors: [PartialError]) -> String {
    let places = errors.map(\.path).filter { !$0.isEmpty }.uniqued()
    let shown = places.prefix(3).joined(separator: ", ") + (places.count > 3 ? " and others" : "")
    let first = errors.first.map { ": \"\($0.message)\"" } ?? ""
    return "\(endpoint) responds with errors beside its data\(shown.isEmpty ? "" : ", at \(shown)")\(first)."
  }
}

extension Judgement {
  /// A finding if some responses have errors beside their data.
  func partialDataFindings() -> [Finding] {
    let all = examinations.map(\.partialErrors).filter { !$0.isEmpty }
    guard !all.isEmpty else { return [] }
    let errors = all.flatMap(\.self).sorted { ($0.path, $0.message) < ($1.path, $1.message) }
    return [
      Finding(
        rule: .noticePartialData, level: .info, key: key,
        message: Rules.noticePartialDataSentence(key.endpoint, errors),
        subject: "errors"
      ) {
        $0.actual = errors.map(\.path).filter { !$0.isEmpty }.uniqued().prefix(20).joined(separator: ", ")
        ($0.count, $0.total) = (all.count, examinations.count)
      }
    ]
  }
}
