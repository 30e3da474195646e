public import DriftModel
public import Foundation

extension Judgement {
  /// What the provider announces in the headers of the responses, as findings at `date`; one for each kind, the nearest day of
  /// several.
  ///
  /// Days are named as dates, not as days that are left, so that the words change only with what was announced.
  public func providerFindings(at date: Date) -> [Finding] {
    ProviderNotice.Kind.allCases.compactMap { kind in
      let all = examinations.map { $0.providerNotices.filter { $0.kind == kind } }.filter { !$0.isEmpty }
      let notices = all.flatMap(\.self)
      guard
        let notice = notices.min(by: { ($0.seconds ?? .max, $0.link ?? "~") < ($1.seconds ?? .max, $1.link ?? "~") })
      else { return nil }
      return finding(of: notice, count: all.count, at: date)
    }
  }

  private func finding(of notice: ProviderNotice, count: Int, at date: Date) -> Finding? {
    let day = notice.seconds.map { Date(timeIntervalSince1970: Double($0)) }
    let left = day.map { $0.timeIntervalSince(date) / 86_400 }
    let words = day?.dayWords ?? ""
    let name = place.endpoint
    let message: String
    var isNear = false
    switch (notice.kind, left) {
    case (.deprecation, let left?) where left > 0:
      message = "The provider calls \(name) deprecated from \(words) on."
    case (.deprecation, .some): message = "The provider has called \(name) deprecated since \(words)."
    case (.deprecation, nil): message = "The provider calls \(name) deprecated."
    case (.sunset, let left?):
      isNear = left <= ProviderNotice.nearSunset
      message =
        left > 0
        ? "The provider switches \(name) off on \(words)."
        : "The provider was to switch \(name) off on \(words); it still responses."
    case (.certificate, let left?):
      guard left <= ProviderNotice.nearEnd else { return nil }
      isNear = left <= ProviderNotice.closeEnd
      message = "The host's certificate ends on \(words); from then on the app cannot connect."
    case (.sunset, nil), (.certificate, nil): return nil
    }
    return Finding(
      rule: notice.rule, level: isNear ? levelOfDoubt : .info, place: place, actual: words, count: count,
      total: examinations.count, message: message, hint: notice.link.map { "the provider's page on it: \($0)" })
  }

  /// What a doubt costs those who read the endpoint: nobody is woken for what nobody reads.
  private var levelOfDoubt: Level {
    if hasUnknownReaders { return level(of: .doubtful) }
    return versions.map { level(of: .doubtful, status: $0.status) }.max() ?? .info
  }
}
