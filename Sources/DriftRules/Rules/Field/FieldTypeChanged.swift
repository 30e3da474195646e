import DriftModel
import PayloadShape

extension Rules {
  static let fieldTypeChanged = Rule(
    .fieldTypeChanged, about: .member, consequences: [.responseLost, .propertyLost, .none],
    meaning:
      "A member is of another JSON type than ever before, or a whole response is another object, without any member that it had.",
    remedy: FieldRemedy.ifRead,
    noun: Rule.Noun("field changed its type", "fields changed their type")
  ) {
    $0.evidence = .change
    $0.remedyWhereRead = FieldRemedy.ofValues
    $0.oasdiff = ["response-property-type-changed"]
    $0.change = Rule.Change(
      [.typeChanged], costs: .valueUnlessRead, isNeverChance: true, clause: "which has another type now",
      likeness: Perturbation.kinds,
      sentence: { "\($0.path) was \($0.before) and is \($0.after)" })
  }
}
