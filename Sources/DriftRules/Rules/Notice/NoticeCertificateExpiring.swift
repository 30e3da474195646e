import DriftModel

extension Rules {
  /// `notice-certificate-expiring`: the host's certificate ends soon.
  static let noticeCertificateExpiring = Rule(
    .noticeCertificateExpiring, about: .host,
    meaning: "The host's certificate ends within thirty days; a week before, nobody seems to renew it.",
    remedy: "Tell the provider: from that day on the app cannot connect.",
    consequences: [.none, .doubtful],
    noun: Rule.Noun("certificate ends soon", "certificates end soon"))
}
