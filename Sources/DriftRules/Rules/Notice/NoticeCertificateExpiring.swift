import DriftModel

extension Rules {
  static let noticeCertificateExpiring = Rule(
    .noticeCertificateExpiring, about: .host, consequences: [.none, .doubtful],
    meaning: "The host's certificate ends within thirty days; a week before, nobody seems to renew it.",
    remedy: "Tell the provider: from that day on the app cannot connect.",
    noun: Rule.Noun("certificate ends soon", "certificates end soon"))

  static func noticeCertificateExpiringSentence(_ day: AnnouncedDay) -> String {
    "The host's certificate ends on \(day.words); from then on the app cannot connect."
  }

  /// Days before the end of a certificate from which on it is reported.
  public static let daysOfNearCertificateEnd = 30.0
  /// Days before the end of a certificate from which on it is a warning.
  static let daysOfCloseCertificateEnd = 7.0
}
