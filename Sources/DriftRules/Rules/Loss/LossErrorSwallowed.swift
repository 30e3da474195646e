import DriftModel

extension Rules {
  static let lossErrorSwallowed = Rule(
    .lossErrorSwallowed, about: .member, consequences: [.none],
    meaning: "An error was thrown while decoding, and the type went on without the value (try?).",
    remedy: "Check that the app can live without it; unions do this by design.",
    noun: Rule.Noun("value left out by a DTO", "values left out by DTOs")
  ) {
    $0.failure = {
      "\($0.name) fails and the type goes on without it: expected \($0.expected), found \($0.foundWords)."
    }
  }
}
