import DriftModel

extension Rules {
  /// `evidence-never-seen`: a member that a type asks for was never there.
  static let evidenceNeverSeen = Rule(
    .evidenceNeverSeen, about: .member,
    meaning:
      "A member that the type asks for was never in a response, so the property is always nil; often a misspelled key.",
    remedy: "Compare the property's key with the response; convertFromSnakeCase turns image_url into imageUrl.",
    consequences: [.doubtful, .none],
    noun: Rule.Noun("DTO field never seen", "DTO fields never seen"))
}
