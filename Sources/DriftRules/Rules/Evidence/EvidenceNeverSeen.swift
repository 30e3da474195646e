import DriftModel

extension Rules {
  static let evidenceNeverSeen = Rule(
    .evidenceNeverSeen, about: .member, consequences: [.doubtful, .none],
    meaning:
      "A member that the type asks for was never in a response, so the property is always nil; often a misspelled key. Also the `records:` path of a mapping that finds nothing.",
    remedy:
      "Compare the property's key, or the path, with the response; convertFromSnakeCase turns image_url into imageUrl.",
    noun: Rule.Noun("DTO field never seen", "DTO fields never seen"))

  static func evidenceNeverSeenSentence(_ field: FieldReading) -> String { "\(field.name) was never there." }
}
