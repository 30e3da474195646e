import DriftModel

extension Rules {
  static let lossEnumFallback = Rule(
    .lossEnumFallback, about: .member, consequences: [.propertyLost, .none],
    meaning: "A value that the enum does not know fell into its catch-all case.",
    remedy: "Add a case for the new value, and check what the mapping does with the catch-all.",
    noun: Rule.Noun("value left out by a DTO", "values left out by DTOs")
  ) {
    $0.failure = { "\($0.name) falls back for \($0.example.excerpt)." }
  }
}
