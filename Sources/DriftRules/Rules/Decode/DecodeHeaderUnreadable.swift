import DriftModel

extension Rules {
  static let decodeHeaderUnreadable = Rule(
    .decodeHeaderUnreadable, about: .response, consequences: [.propertyLost],
    meaning: "A response lacks a header field that a version reads, or the version cannot read its value.",
    remedy:
      "Do without the field where the app reads it, or ask the provider for it. Look first whether a proxy or a cache on the way to the monitor removes it.",
    noun: Rule.Noun("header field unreadable", "header fields unreadable"))

  static func decodeHeaderUnreadableSentence(_ failure: HeaderFailure) -> String {
    failure.found == HeaderFailure.nothing
      ? "Header field \(failure.name) is missing, in which the app reads \(failure.expected)."
      : "Header field \(failure.name) is \(failure.found), and the app reads \(failure.expected) in it."
  }
}

extension Judgement {
  /// One finding for each header field that versions read and responses lack; versions share it.
  func headerFindings() -> [Finding] {
    merged(
      versions.flatMap { version -> [Finding] in
        let facts = facts(of: version)
        let failures = facts.flatMap(\.headerFailures)
        return failures.map(\.field).uniqued().compactMap { field -> Finding? in
          let own = failures.filter { $0.field == field }
          guard let first = own.first else { return nil }
          return finding(
            .decodeHeaderUnreadable, costs: .propertyLost, version, isEssential: own.contains(where: \.isEssential),
            subject: "header field \(field)", Rules.decodeHeaderUnreadableSentence(first)
          ) {
            ($0.expected, $0.actual) = (field, first.found)
            ($0.count, $0.total) = (own.count, facts.count)
          }
        }
      })
  }
}

extension HeaderFailure {
  /// The field with what is read in it: `X-Total-Count: a whole number`.
  fileprivate var field: String { "\(name): \(expected)" }
}
