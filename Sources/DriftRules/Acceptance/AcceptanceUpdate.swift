public import DriftModel
public import Foundation

/// What people's acceptances do to the findings of a request key; a pure function.
public struct AcceptanceUpdate: Sendable, Equatable {
  /// The findings, those that are accepted as information, and a notice for every acceptance that matches nothing.
  public private(set) var findings: [Finding]
  /// Ids of the acceptances that are about something found.
  public private(set) var matched: [String] = []
  /// Ids of those that become part of the baseline now, so that they need to match nothing any more.
  public private(set) var applied: [String] = []
  /// Fingerprints of the findings that are settled for good, and so enter the baseline.
  public private(set) var settled: Set<String> = []

  /// Covers what was found.
  ///
  /// - Parameters:
  ///   - acceptances: Those of its contract.
  ///   - findings: Everything found.
  ///   - key: The request key.
  ///   - date: The round's clock.
  public init(_ acceptances: [IdentifiedAcceptance], findings: [Finding], key: RequestKey, at date: Date) {
    self.findings = findings
    for item in acceptances where item.acceptance.endpoint == key.endpoint {
      let acceptance = item.acceptance
      guard [nil, key.environment].contains(acceptance.environment) else {
        // Perhaps a slip, which must not be ignored in silence. One that was of use elsewhere is no slip.
        if item.namesUnknownEnvironment, !item.isApplied, !item.isOfUseElsewhere, acceptance.acceptedAt < date {
          self.findings.append(.unmatched(item, at: key, clock: date))
        }
        continue
      }
      guard [nil, key.perspective].contains(acceptance.perspective) else {
        // The same; responses from files are seen from nowhere.
        if item.namesUnseenPerspective, key.perspective != "recorded", !item.isApplied, !item.isOfUseElsewhere,
          acceptance.acceptedAt < date
        {
          self.findings.append(.unmatched(item, at: key, clock: date))
        }
        continue
      }
      let subjects = findings.indices.filter { acceptance.isAbout(findings[$0]) }
      if !subjects.isEmpty { matched.append(item.id) }
      for index in subjects {
        if acceptance.covers(findings[index], at: date) {
          cover(index, item)
        } else if let until = acceptance.until, date >= until, findings[index].level >= .warning {
          note("was accepted by \(acceptance.by) until \(until.dayWords)", at: index)
        } else if findings[index].level >= .warning, self.findings[index].accepted == nil {
          note("\(acceptance.by) accepted it \(acceptance.limit(passedBy: findings[index]))", at: index)
        }
      }
      if subjects.isEmpty, !item.isApplied, !item.isOfUseElsewhere, acceptance.acceptedAt < date {
        self.findings.append(.unmatched(item, at: key, clock: date))
      }
    }
  }

  private mutating func cover(_ index: Int, _ item: IdentifiedAcceptance) {
    let acceptance = item.acceptance
    guard findings[index].accepted == nil, findings[index].level >= .warning else { return }
    findings[index].accepted = Finding.Accepted(
      by: acceptance.by, reason: acceptance.reason, until: acceptance.until, level: findings[index].level)
    findings[index].state = .accepted
    findings[index].level = .info
    // A decoder does not learn: what does not decode stays accepted as long as it is there.
    guard acceptance.entersBaseline else { return }
    settled.insert(findings[index].fingerprint)
    if !applied.contains(item.id) { applied.append(item.id) }
  }

  private mutating func note(_ words: String, at index: Int) {
    // Several acceptances may have the same limit.
    guard findings[index].hint?.contains(words) != true else { return }
    findings[index].hint = Finding.hint(findings[index].hint, words)
  }
}

/// What people accepted, with the id under which its use is noted.
public struct IdentifiedAcceptance: Sendable, Equatable {
  /// Id, as of ``Acceptance/id(contract:)``.
  public var id: String
  /// The acceptance.
  public var acceptance: Acceptance
  /// Whether it has become part of the baseline, so that it needs to match nothing any more.
  public var isApplied: Bool
  /// Whether it is of use at another request of the endpoint and never was at this one, so that it need not be here.
  public var isOfUseElsewhere: Bool
  /// Whether it is for an environment that its contract does not name, which may be a slip.
  public var namesUnknownEnvironment = false
  /// Whether it is for a perspective from which nothing was ever seen, which may be a slip.
  public var namesUnseenPerspective = false

  /// An acceptance with its id.
  public init(id: String, acceptance: Acceptance, isApplied: Bool = false, isOfUseElsewhere: Bool = false) {
    (self.id, self.acceptance) = (id, acceptance)
    (self.isApplied, self.isOfUseElsewhere) = (isApplied, isOfUseElsewhere)
  }
}

extension Date {
  /// `2026-12-01`, in UTC.
  public var dayWords: String { formatted(.iso8601.year().month().day()) }
}
