import DriftModel

extension Rules {
  static let watchUnreachable = Rule(
    .watchUnreachable, about: .host, consequences: [.unchecked],
    meaning:
      "The provider cannot be reached, or is in trouble: DNS, connection, TLS, time, 5xx.",
    remedy:
      "See the provider's status page. If others reach it, look at the network of the monitor.",
    noun: Rule.Noun("endpoint unreachable", "endpoints unreachable")
  ) {
    $0.loss = .responses
    $0.missed = { subject, _, reason in "\(subject) cannot be reached: \(reason)." }
  }
}
