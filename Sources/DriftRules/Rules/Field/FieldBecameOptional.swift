import DriftModel
import PayloadShape

extension Rules {
  static let fieldBecameOptional = Rule(
    .fieldBecameOptional, about: .member, consequences: [.responseLost, .responseAtRisk, .propertyAtRisk],
    meaning: "A member that was always there is absent in some records.",
    remedy: FieldRemedy.ifRead,
    noun: Rule.Noun("field can be absent", "fields can be absent")
  ) {
    $0.evidence = .change
    $0.remedyWhereRead = FieldRemedy.ofAbsence
    $0.oasdiff = ["response-property-became-optional"]
    $0.change = Rule.Change(
      [.becameOptional], costs: .prediction, clause: "which can be absent now", likeness: { _ in [.removed] },
      sentence: { "\($0.path) can be absent now" })
  }
}
