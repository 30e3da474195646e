import DriftModel

extension Rules {
  /// `notice-fidelity`: our explanation and the judge disagree.
  static let noticeFidelity = Rule(
    .noticeFidelity, about: .response,
    meaning:
      "Our own decoder and Foundation disagree, so that our explanation is not shown. The verdict is Foundation's.",
    remedy: "Report it to us with the type and the shape of the value.",
    consequences: [.doubtful],
    noun: Rule.Noun("notice", "notices"))
}
