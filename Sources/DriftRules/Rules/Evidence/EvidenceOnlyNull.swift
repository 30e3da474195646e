import DriftModel

extension Rules {
  /// `evidence-only-null`: a member was never anything but null.
  static let evidenceOnlyNull = Rule(
    .evidenceOnlyNull, about: .member,
    meaning: "A member that the type asks for was never anything but null: its type is unproved.",
    remedy: "Add a sample that holds a value.",
    consequences: [.none],
    noun: Rule.Noun("DTO field only ever null", "DTO fields only ever null"))
}
