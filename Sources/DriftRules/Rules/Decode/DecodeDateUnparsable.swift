import DriftModel

extension Rules {
  static let decodeDateUnparsable = Rule(
    .decodeDateUnparsable, about: .member, consequences: [.responseLost],
    meaning: "A date is not in the form that the decoder's date strategy reads.",
    remedy:
      "Change the date strategy. Make the property match what is sent, ship it, and tell the provider; older releases stay broken.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) expects a date and cannot read \($0.example.excerpt)." }
  }
}
