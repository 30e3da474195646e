import DriftModel
import PayloadShape

extension Rules {
  static let fieldFormatChanged = Rule(
    .fieldFormatChanged, about: .member, consequences: [.propertyLost, .none],
    meaning: "The type is the same and the text is of another form: a URL that is none, another date form.",
    remedy: FieldRemedy.ifRead,
    noun: Rule.Noun("field changed its format", "fields changed their format")
  ) {
    $0.evidence = .change
    $0.remedyWhereRead = FieldRemedy.ofValues
    $0.change = Rule.Change(
      [.formatChanged], costs: .meaning, isNeverChance: true, clause: "which is written in another format now",
      likeness: Perturbation.formats,
      sentence: { "\($0.path) was \($0.before) and is \($0.after)" })
  }
}
