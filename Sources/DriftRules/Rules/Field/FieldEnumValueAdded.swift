import DriftModel
import PayloadShape

extension Rules {
  static let fieldEnumValueAdded = Rule(
    .fieldEnumValueAdded, about: .member, consequences: [.responseLost, .propertyLost, .none],
    meaning: "A member that took few values has a new one.",
    remedy: "Add a case for it.",
    noun: Rule.Noun("field has new values", "fields have new values")
  ) {
    $0.evidence = .change
    $0.oasdiff = ["response-property-enum-value-added"]
    $0.change = Rule.Change(
      [.valueAdded], costs: .nothing, isNeverChance: true, clause: "which has new values",
      likeness: { _ in [.unknownValue] },
      sentence: { "\($0.path) has \($0.form?.values?.count == 1 ? "a " : "")\($0.after)" })
  }
}
