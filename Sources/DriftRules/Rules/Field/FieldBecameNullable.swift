import DriftModel
import PayloadShape

extension Rules {
  static let fieldBecameNullable = Rule(
    .fieldBecameNullable, about: .member, consequences: [.responseLost, .responseAtRisk, .propertyAtRisk],
    meaning: "A member that never was null is null in some records.",
    remedy: "If a version reads it, check what its type does with the change; else do nothing.",
    noun: Rule.Noun("field can be null", "fields can be null")
  ) {
    $0.evidence = .change
    $0.oasdiff = ["response-property-became-nullable"]
    $0.change = Rule.Change(
      [.becameNullable], costs: .prediction, clause: "which can be null now", likeness: { _ in [.null] },
      sentence: {
        $0.isOfOptional
          ? "\($0.path) is nothing but null now; it was null at times" : "\($0.path) can be null now"
      })
  }
}
