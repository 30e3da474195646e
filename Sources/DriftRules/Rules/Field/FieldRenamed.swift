import DriftModel
import PayloadShape

extension Rules {
  static let fieldRenamed = Rule(
    .fieldRenamed, about: .member, consequences: [.responseLost, .propertyLost, .none],
    meaning: "A member is gone and another one holds its values.",
    remedy: "Add the new name to the CodingKeys.",
    noun: Rule.Noun("field renamed", "fields renamed")
  ) {
    $0.evidence = .change
    $0.change = Rule.Change(
      [.memberRenamed], costs: .value, isNeverChance: true, clause: "which has another name now",
      likeness: { _ in [.removed] },
      sentence: { "\($0.path) is now called \($0.renamedTo ?? $0.after)" })
  }
}
