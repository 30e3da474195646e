public import DriftModel

extension Rules {
  static let requestRejected = Rule(
    .requestRejected, about: .request, consequences: [.requestSpoiled],
    meaning: "The provider refuses a request that it used to accept.",
    remedy: "Look at the provider's message.",
    noun: Rule.Noun("request body changed", "request bodies changed"))

  static let requestRejectedHint =
    "neither the body nor the message is kept: send such a body by hand and read what it says, then mend the type or ask the provider"

  /// `environment` is the sandbox that a version sent to, and `paths` are those of the provider's message.
  static func requestRejectedSentence(_ version: VersionInfo, _ key: RequestKey, status: Int, paths: [String])
    -> String
  {
    let shown = paths.count > 3 ? paths.prefix(2) + ["\(paths.count - 2) more places"] : paths[...]
    return
      "\(key.environment) refuses what \(version.id) sends to \(key.endpoint): \(status), with a message at \(shown.joined(separator: ", "))."
  }
}

extension Finding {
  /// `request-rejected`: a body of type `typeName` that a sandbox refuses. `messagePaths` say where the provider's message holds
  /// words; the body of the response is no part of it.
  public static func requestRejected(
    at key: RequestKey, _ version: VersionInfo, typeName: String, isEssential: Bool, status: Int,
    messagePaths: [String]
  ) -> Finding {
    Finding(
      rule: .requestRejected,
      level: DriftModel.level(of: .requestSpoiled, isEssential: isEssential, status: version.status),
      key: key, versions: [AffectedVersion(version, costs: .requestSpoiled, isEssential: isEssential)],
      message: Rules.requestRejectedSentence(version, key, status: status, paths: messagePaths),
      subject: "\(key.endpoint) \(version.id)"
    ) {
      $0.paths = messagePaths
      ($0.expected, $0.actual) = (typeName, "\(status)")
      ($0.count, $0.total) = (1, 1)
      $0.hint = Rules.requestRejectedHint
    }
  }
}
