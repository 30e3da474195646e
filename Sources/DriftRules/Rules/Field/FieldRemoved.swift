import DriftModel
import PayloadShape

extension Rules {
  static let fieldRemoved = Rule(
    .fieldRemoved, about: .member, consequences: [.responseLost, .propertyLost, .none],
    meaning: "A member that was always there is gone.",
    remedy: FieldRemedy.ifRead,
    noun: Rule.Noun("field removed", "fields removed")
  ) {
    $0.evidence = .change
    $0.remedyWhereRead = FieldRemedy.ofAbsence
    $0.oasdiff = ["response-required-property-removed", "response-optional-property-removed"]
    $0.change = Rule.Change(
      [.memberRemoved], costs: .value, clause: "which is gone", likeness: { _ in [.removed] },
      sentence: { "\($0.path) is gone; it was \($0.before)" })
  }
}
