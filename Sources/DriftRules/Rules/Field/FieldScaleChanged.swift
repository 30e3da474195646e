import DriftModel
import PayloadShape

extension Rules {
  static let fieldScaleChanged = Rule(
    .fieldScaleChanged, about: .member, consequences: [.propertyLost, .none],
    meaning: "Numbers became 100 or 1,000 times larger or smaller: seconds to milliseconds, units to cents.",
    remedy: FieldRemedy.ifRead,
    noun: Rule.Noun("field changed its scale", "fields changed their scale")
  ) {
    $0.evidence = .change
    $0.remedyWhereRead = FieldRemedy.ofValues
    $0.change = Rule.Change(
      [.scaleChanged], costs: .meaning, clause: "which has another scale now", likeness: { _ in nil },
      sentence: { "\($0.path) changed its scale: \($0.before), now \($0.after)" })
  }
}
