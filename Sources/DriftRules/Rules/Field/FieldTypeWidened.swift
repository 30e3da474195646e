import DriftModel
import PayloadShape

extension Rules {
  static let fieldTypeWidened = Rule(
    .fieldTypeWidened, about: .member, consequences: [.responseLost, .responseAtRisk, .propertyAtRisk],
    meaning: "A member is now of more than one JSON type, or holds fractions where all numbers were whole.",
    remedy: FieldRemedy.ifRead,
    noun: Rule.Noun("field has a further type", "fields have a further type")
  ) {
    $0.evidence = .change
    $0.remedyWhereRead = FieldRemedy.ofValues
    $0.oasdiff = ["response-property-list-of-types-widened"]
    $0.change = Rule.Change(
      [.typeWidened, .becameFractional], costs: .valueUnlessRead, clause: "which can have another type now",
      likeness: Perturbation.kinds,
      sentence: {
        $0.kind == .becameFractional
          ? "\($0.path) held whole numbers only and has fractions now"
          : "\($0.path) was always \($0.before) and is now \($0.after)"
      })
  }
}
