import DriftModel

extension Rules {
  static let noticeStale = Rule(
    .noticeStale, about: .response, consequences: [.none],
    meaning:
      "A cache sent the response although its time was over: Age beyond what Cache-Control or Expires allow, or Warning 110 to 113.",
    remedy: "What was checked is older than what the provider has now. Ask the provider why its cache is not renewed.",
    noun: Rule.Noun("response out of date", "responses out of date"))

  /// Without the age, which is another at each check.
  static func noticeStaleSentence(_ endpoint: String) -> String {
    "A cache sent an old response of \(endpoint) whose time was over."
  }
}
