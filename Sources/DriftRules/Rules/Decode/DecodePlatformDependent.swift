import DriftModel

extension Rules {
  static let decodePlatformDependent = Rule(
    .decodePlatformDependent, about: .member, consequences: [.platformDependent],
    meaning:
      "The value decodes with the Foundation that judges here, but the system that the version runs on is documented to refuse it.",
    remedy: "Try the value on the oldest system you support; decode it as String if in doubt.",
    noun: Rule.Noun("decoding failure", "decoding failures", " in versions that are not supported")
  ) {
    $0.failure = { "\($0.name) decodes here, but not on every system this version runs on: \($0.example.excerpt)." }
  }
}
