import DriftModel

extension Rules {
  static let watchUnreadable = Rule(
    .watchUnreadable, about: .host, consequences: [.unchecked],
    meaning:
      "Responses come and cannot be read: HTML or cut text in place of JSON, an envelope or GraphQL errors that say failure, or an examination that could not run.",
    remedy:
      "Request it by hand and look at the response. A page in place of JSON is often a login or a maintenance page.",
    noun: Rule.Noun("endpoint unreadable", "endpoints unreadable")
  ) {
    $0.loss = .responses
    $0.missed = { subject, _, reason in "\(subject) cannot be read: \(reason)." }
  }

  /// What is said where responses came and some versions could not be judged on them.
  static func watchUnreadableSentence(_ versions: [String], at endpoint: String, _ reason: String) -> String {
    "\(endpoint) cannot be judged for \(listed(versions)): \(reason)."
  }
}
