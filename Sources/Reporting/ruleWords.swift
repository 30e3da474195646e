import DriftModel

extension Rule {
  /// The label of a line of evidence.
  var evidenceLabel: String {
    switch id.family {
    case .field, .volume: "changed"
    case .freshness: "stale"
    case .meaning: "shifted"
    case .decode: consequences == [.platformDependent] ? "at risk" : "fails"
    case .loss, .mapping: "lost"
    case .request: "sends"
    case .evidence: "unseen"
    case .watch: "why"
    case .notice: "notice"
    }
  }
}

extension Finding {
  /// Whether it says what a mapping or a decoder leaves out now.
  var isLossOfMapping: Bool { !isPrediction && [.loss, .mapping].contains(rule.family) }
}
