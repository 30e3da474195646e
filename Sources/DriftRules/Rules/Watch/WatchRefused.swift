import DriftModel

extension Rules {
  static let watchRefused = Rule(
    .watchRefused, about: .host, consequences: [.unchecked],
    meaning:
      "The provider refuses the request (401, 403, another 4xx, a redirect), or its response is over one of our own limits.",
    remedy:
      "Look at the reason: renew the credential, correct the address or the request, or raise the limit.",
    noun: Rule.Noun("endpoint refused", "endpoints refused")
  ) {
    $0.loss = .responses
    $0.missed = { subject, isOne, reason in "\(subject) \(isOne ? "is refused" : "are refused"): \(reason)." }
  }
}
