import DriftModel

extension Rules {
  static let evidenceOnlyNull = Rule(
    .evidenceOnlyNull, about: .member, consequences: [.none],
    meaning: "A member that the type asks for was never anything but null: its type is unproved.",
    remedy: "Add a sample that holds a value.",
    noun: Rule.Noun("DTO field only ever null", "DTO fields only ever null"))

  static func evidenceOnlyNullSentence(_ field: FieldReading) -> String {
    "\(field.name) was never anything but null."
  }
}
