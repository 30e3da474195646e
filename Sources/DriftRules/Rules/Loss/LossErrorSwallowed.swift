import DriftModel

extension Rules {
  static let lossErrorSwallowed = Rule(
    .lossErrorSwallowed, about: .member, consequences: [.propertyLost, .none],
    meaning:
      "An error was thrown while decoding, and the type went on without the value (try?), more often than before.",
    remedy:
      "Look at the value, and check that the app can live without it. A union goes on by design, and is information.",
    noun: Rule.Noun("value left out by a DTO", "values left out by DTOs")
  ) {
    $0.evidence = .swallowed
    $0.failure = {
      "\($0.name) fails and the type goes on without it: expected \($0.expected), found \($0.foundWords)."
    }
  }
}
