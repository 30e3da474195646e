import DriftModel
import PayloadShape

extension Rules {
  static let fieldBecameNullable = Rule(
    .fieldBecameNullable, about: .member, consequences: [.responseLost, .responseAtRisk, .propertyAtRisk],
    meaning: "A member that never was null is null in some records.",
    remedy: FieldRemedy.ifRead,
    noun: Rule.Noun("field can be null", "fields can be null")
  ) {
    $0.evidence = .change
    $0.remedyWhereRead = FieldRemedy.ofAbsence
    $0.oasdiff = ["response-property-became-nullable"]
    $0.change = Rule.Change(
      [.becameNullable], costs: .prediction, clause: "which can be null now", likeness: { _ in [.null] },
      sentence: {
        if $0.isOfOptional { return "\($0.path) is nothing but null now; it was null at times" }
        return $0.isTotal ? "\($0.path) is null now" : "\($0.path) can be null now"
      })
  }
}
