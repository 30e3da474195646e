public import DriftModel
public import Foundation

/// A day that a provider names. It is written as a date, not as days that are left, so that a sentence changes only with what was
/// announced.
struct AnnouncedDay {
  let words: String
  let daysLeft: Double

  init(_ seconds: Int, at clock: Date) {
    let day = Date(timeIntervalSince1970: Double(seconds))
    (words, daysLeft) = (day.dayWords, day.timeIntervalSince(clock) / 86_400)
  }
}

extension Judgement {
  /// What the provider announces in the headers of the responses, as findings at `date`; one for each kind, the nearest day of
  /// several.
  public func providerFindings(at date: Date) -> [Finding] {
    ProviderNotice.Kind.allCases.compactMap { kind in
      let all = examinations.map { $0.providerNotices.filter { $0.kind == kind } }.filter { !$0.isEmpty }
      let notices = all.flatMap(\.self)
      guard
        let notice = notices.min(by: {
          ($0.seconds ?? .max, $0.link ?? "~", $0.text ?? "~") < ($1.seconds ?? .max, $1.link ?? "~", $1.text ?? "~")
        })
      else { return nil }
      return finding(of: notice, count: all.count, at: date)
    }
  }

  private func finding(of notice: ProviderNotice, count: Int, at date: Date) -> Finding? {
    let day = notice.seconds.map { AnnouncedDay($0, at: date) }
    let message: String
    var isNear = false
    switch (notice.kind, day) {
    case (.deprecation, _): message = Rules.noticeDeprecationSentence(key.endpoint, day)
    case (.sunset, let day?):
      isNear = day.daysLeft <= Rules.daysOfNearSunset
      message = Rules.noticeSunsetSentence(key.endpoint, day)
    case (.certificate, let day?):
      guard day.daysLeft <= Rules.daysOfNearCertificateEnd else { return nil }
      isNear = day.daysLeft <= Rules.daysOfCloseCertificateEnd
      message = Rules.noticeCertificateExpiringSentence(day)
    case (.moved, _): message = Rules.noticeMovedSentence(key.endpoint, notice.link)
    case (.stale, _): message = Rules.noticeStaleSentence(key.endpoint)
    case (.warning, _): message = Rules.noticeWarningSentence(key.endpoint, notice.text)
    case (.unreadableDeprecation, _), (.unreadableSunset, _):
      message = Rules.noticeUnreadableSentence(key.endpoint, notice.kind.subject, notice.text)
    case (.sunset, nil), (.certificate, nil): return nil
    }
    let actual = day?.words ?? notice.text ?? (notice.kind == .moved ? notice.link : nil) ?? ""
    return Finding(
      rule: notice.rule, level: isNear ? levelOfDoubt : .info, key: key, message: message, subject: notice.kind.subject
    ) {
      ($0.actual, $0.count, $0.total) = (actual, count, examinations.count)
      if notice.kind != .moved { $0.hint = notice.link.map { "the provider's page on it: \($0)" } }
    }
  }

  /// What a doubt costs those who read the endpoint: nobody is woken for what nobody reads.
  private var levelOfDoubt: Level {
    if hasUnknownReaders { return level(of: .doubtful) }
    return versions.map { level(of: .doubtful, status: $0.status) }.max() ?? .info
  }
}
