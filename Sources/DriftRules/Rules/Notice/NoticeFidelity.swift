import DriftModel

extension Rules {
  static let noticeFidelity = Rule(
    .noticeFidelity, about: .response, consequences: [.doubtful],
    meaning:
      "Our own decoder and Foundation disagree, so that our explanation is not shown. The verdict is Foundation's.",
    remedy: "Report it to us with the type and the shape of the value.",
    noun: Rule.Noun("notice", "notices"))

  static func noticeFidelitySentence(_ contradiction: String) -> String {
    "Our explanation disagrees with Foundation's verdict and is not shown: \(contradiction)"
  }
}

extension Judgement {
  /// One finding for each version whose verdict our decoder cannot explain.
  func fidelityFindings() -> [Finding] {
    versions.compactMap { version in
      let facts = facts(of: version)
      let contradictions = facts.compactMap(\.contradiction)
      guard let first = contradictions.min() else { return nil }
      return finding(
        .noticeFidelity, costs: .doubtful, version, subject: version.id, Rules.noticeFidelitySentence(first)
      ) {
        ($0.count, $0.total) = (contradictions.count, facts.count)
      }
    }
  }
}
