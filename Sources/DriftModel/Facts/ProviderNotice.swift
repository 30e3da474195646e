public import Foundation

/// What a provider says of a resource beside its body: that it is deprecated, goes, has moved or came out of date, or that its
/// certificate ends.
public struct ProviderNotice: Codable, Sendable, Hashable {
  /// What is said.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// `Deprecation` (RFC 9745).
    case deprecation
    /// `Sunset` (RFC 8594).
    case sunset
    /// The end of the host's certificate.
    case certificate
    /// A permanent redirect, which was followed; the link is the new address.
    case moved
    /// A cache sent the response although its time was over.
    case stale
    /// `Warning: 299` or `199`; the text is the provider's.
    case warning
    /// A `Deprecation` that cannot be read; the text is its value.
    case unreadableDeprecation
    /// A `Sunset` that cannot be read; the text is its value.
    case unreadableSunset

    /// What tells it from others of its rule; empty where it is the only one.
    public var subject: String {
      switch self {
      case .unreadableDeprecation: "Deprecation"
      case .unreadableSunset: "Sunset"
      case .deprecation, .sunset, .certificate, .moved, .stale, .warning: ""
      }
    }
  }

  /// What is said.
  public var kind: Kind
  /// From when on, or until when, in whole seconds since 1970; `nil`: no day is named.
  public var seconds: Int?
  /// Where the provider says more, or where the resource is now; `nil`: nowhere.
  public var link: String?
  /// The provider's own words; `nil`: none.
  public var text: String?

  /// A notice.
  public init(_ kind: Kind, seconds: Int? = nil, link: String? = nil, text: String? = nil) {
    (self.kind, self.seconds, self.link, self.text) = (kind, seconds, link, text)
  }

  /// The same without the provider's own words.
  public var withoutText: ProviderNotice { ProviderNotice(kind, seconds: seconds, link: link) }

  /// Rule of its finding.
  public var rule: RuleID {
    switch kind {
    case .deprecation: .noticeDeprecation
    case .sunset: .noticeSunset
    case .certificate: .noticeCertificateExpiring
    case .moved: .noticeMoved
    case .stale: .noticeStale
    case .warning: .noticeWarning
    case .unreadableDeprecation, .unreadableSunset: .noticeUnreadable
    }
  }

  /// Rules of all kinds.
  public static let rules = Set(Kind.allCases.map { ProviderNotice($0).rule })

  /// A notice that is not repeated stays for so many seconds: hosts behind one name do not all say it, and what one response says
  /// and the next does not has not been taken back.
  public static let stay = 86_400.0

  /// Findings of earlier checks that are not in this one's and not over yet; they keep the time at which they were last seen.
  ///
  /// - Parameters:
  ///   - known: Findings of the last check.
  ///   - present: Findings of this check.
  ///   - clock: The round's clock.
  /// - Returns: Findings to be added to those of this check.
  public static func kept(of known: [Finding], beside present: [Finding], at clock: Date) -> [Finding] {
    let fingerprints = Set(present.map(\.fingerprint))
    return known.filter { finding in
      rules.contains(finding.rule) && !fingerprints.contains(finding.fingerprint)
        && finding.lastSeen.map { abs(clock.timeIntervalSince($0)) < stay } ?? false
    }
  }

  /// Whether a finding of a notice that was not repeated at the last check is over at `clock`, so that it must be judged again.
  public static func isOver(_ finding: Finding, lastCheck: Date?, at clock: Date) -> Bool {
    guard rules.contains(finding.rule), let seen = finding.lastSeen, let lastCheck,
      // Stored times are whole milliseconds.
      seen < lastCheck.addingTimeInterval(-1)
    else { return false }
    return kept(of: [finding], beside: [], at: clock).isEmpty
  }
}
