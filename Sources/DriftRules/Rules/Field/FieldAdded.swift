import DriftModel
import PayloadShape

extension Rules {
  static let fieldAdded = Rule(
    .fieldAdded, about: .member, consequences: [.none],
    meaning: "A member is new. A tolerant Decodable does not see it.",
    remedy: "Do nothing, unless the app wants it.",
    noun: Rule.Noun("field added", "fields added")
  ) {
    $0.oasdiff = ["response-optional-property-added"]
    $0.change = Rule.Change(
      [.memberAdded], costs: .nothing, clause: "which is new", likeness: { _ in nil },
      sentence: { "\($0.path) is new: \($0.after)" })
  }
}
