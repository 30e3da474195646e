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
      ? "The response has no header field \(failure.name), in which the app reads \(failure.expected)."
      : "The header field \(failure.name) is \(failure.found), and the app reads \(failure.expected) in it."
  }
}

extension Judgement {
  /// One finding for each header field that versions read and responses lack; versions share it.
  func headerFindings() -> [Finding] {
    merged(
      versions.flatMap { version -> [Finding] in
        let facts = facts(of: version)
        let failures = facts.flatMap(\.headerFailures)
        return failures.map(\.name).uniqued().compactMap { name -> Finding? in
          let own = failures.filter { $0.name == name }
          guard let first = own.first else { return nil }
          return finding(
            .decodeHeaderUnreadable, costs: .propertyLost, version, isEssential: own.contains(where: \.isEssential),
            subject: "header \(name.lowercased())", Rules.decodeHeaderUnreadableSentence(first)
          ) {
            ($0.expected, $0.actual) = (first.expected, first.found)
            ($0.count, $0.total) = (own.count, facts.count)
          }
        }
      })
  }
}
