import DriftModel

extension Rules {
  /// `loss-enum-fallback`: a value fell into the catch-all case of an enum.
  static let lossEnumFallback = Rule(
    .lossEnumFallback, about: .member,
    meaning: "A value that the enum does not know fell into its catch-all case.",
    remedy: "Add a case for the new value, and check what the mapping does with the catch-all.",
    consequences: [.propertyLost, .none],
    noun: Rule.Noun("value left out by a DTO", "values left out by DTOs"),
    failure: { "\($0.name) falls back for \($0.excerpt)." })
}
