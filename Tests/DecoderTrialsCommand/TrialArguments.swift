/// What the command was asked for.
struct TrialArguments {
  /// The run to make.
  enum Run {
    case differential
    case injection
    case hostile
  }

  /// A mistake of the caller, in one line.
  struct Mistake: Error { let text: String }

  static let help = """
    Compares the tracing decoder with Foundation's JSONDecoder, on this machine's Foundation.

    decoder-trials differential [--pairs N] [--seed S] [--minutes M] [--pair INDEX]
      types of the five contracts and types written for awkward decoders, crossed with mutated payloads under all
      settings; 20,000 pairs unless told otherwise, or as many as M minutes allow; --pair repeats a single one
    decoder-trials injection [--documents N] [--seed S]
      two to six independent failures in each of N valid payloads (20,000): all found, none invented
    decoder-trials hostile
      large and deep documents, up to 100 MB, a million elements and 100,000 failures

    Exit code: 0 no disagreement, 1 at least one, with the smallest payloads that show it, 2 wrong arguments.
    """

  let run: Run
  var count = 20_000
  var seed: UInt64 = 1
  /// Seconds after which a run without a number of pairs ends.
  var seconds: Double?
  /// The one pair to repeat.
  var index: Int?

  init(_ words: [String]) throws(Mistake) {
    switch words.first {
    case "differential": run = .differential
    case "injection": run = .injection
    case "hostile": run = .hostile
    default: throw Mistake(text: "say `differential`, `injection` or `hostile`\n\n\(Self.help)")
    }
    var rest = words.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Mistake(text: "\(option) needs a number") }
      try take(option, value)
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(Mistake) {
    switch (option, run) {
    case ("--pairs", .differential), ("--documents", .injection): count = try Self.number(option, value, from: 1)
    case ("--seed", .differential), ("--seed", .injection):
      guard let seed = UInt64(value) else { throw Mistake(text: "--seed wants a number from 0, not \(value)") }
      self.seed = seed
    case ("--minutes", .differential):
      guard let minutes = Double(value), minutes > 0, minutes.isFinite else {
        throw Mistake(text: "--minutes wants a number above 0, not \(value)")
      }
      seconds = minutes * 60
    case ("--pair", .differential): index = try Self.number(option, value, from: 0)
    default: throw Mistake(text: "\(option) is not known here\n\n\(Self.help)")
    }
  }

  private static func number(_ option: String, _ value: String, from least: Int) throws(Mistake) -> Int {
    guard let number = Int(value), number >= least else {
      throw Mistake(text: "\(option) wants a number from \(least), not \(value)")
    }
    return number
  }
}
