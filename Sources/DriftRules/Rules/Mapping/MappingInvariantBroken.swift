import DriftModel

extension Rules {
  static let mappingInvariantBroken = Rule(
    .mappingInvariantBroken, about: .property, consequences: [.propertyLost],
    meaning: "A rule that the adapter declares does not hold for some domain values.",
    remedy: "Check the values, or the rule.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .invariant
  }

  static func mappingInvariantBrokenSentence(_ invariant: String, _ broken: Int, _ run: MappingRun) -> String {
    "\"\(invariant)\" does not hold for \(broken) of \(run.made) \(run.noun(run.made))."
  }
}

extension Judgement {
  /// One finding for each rule of the adapter that does not hold.
  func brokenInvariantFindings(_ run: MappingRun) -> [Finding] {
    let broken = Dictionary(grouping: run.ran.flatMap(\.brokenRules), by: \.name)
    return broken.sorted { $0.key < $1.key }.compactMap { invariant, parts in
      let count = parts.reduce(0) { $0 + $1.count }
      guard count > 0 else { return nil }
      return finding(
        .mappingInvariantBroken, costs: .propertyLost, run.version, subject: "\(run.name) \(invariant)",
        Rules.mappingInvariantBrokenSentence(invariant, count, run)
      ) {
        run.fill(&$0, count, of: run.made, examples: parts.map(\.example))
        ($0.expected, $0.actual) = (invariant, "not so")
      }
    }
  }
}
