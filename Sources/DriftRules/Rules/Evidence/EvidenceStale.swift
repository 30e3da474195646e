import DriftModel

extension Rules {
  /// `evidence-stale`: the last examined response is old.
  static let evidenceStale = Rule(
    .evidenceStale, about: .response,
    meaning: "The last response that could be examined is old: three days and twenty intervals at least.",
    remedy: "See why the endpoint cannot be checked, and check that the monitor runs.",
    consequences: [.none],
    noun: Rule.Noun("endpoint not examined for days", "endpoints not examined for days"))
}
