public import Foundation
public import PayloadShape
import System

/// A person's word that something found is fine: who, why, and optionally until when.
///
/// Kept in the ledger, or in `Contracts/<API>/accepted.json` for review in a pull request; both places are read. It covers
/// one rule at one path (or one loss of a mapping) of one endpoint, for the versions that were hit then, in the form that was
/// seen then, and up to the level it had then: what is worse or different is reported.
public struct Acceptance: Codable, Sendable, Equatable {
  /// Id of the endpoint.
  public var endpoint: String
  /// The rule.
  public var rule: RuleID
  /// JSONPath; empty where no path is to blame, then ``subject`` tells.
  public var path: String
  /// What is lost where no path is to blame: `mapping Product`, `mapping Product.price`; `nil` beside a path.
  public var subject: String?
  /// The form that is accepted, such as `string` or `absent`; `nil`: any.
  public var form: ObservedForm?
  /// Versions that were hit; a further one is not covered. `nil`: any.
  public var versions: [String]?
  /// Highest level that is covered; `nil`: any.
  public var upTo: Level?
  /// Environment; `nil`: any.
  public var environment: String?
  /// Perspective; `nil`: any.
  public var perspective: String?
  /// Who accepts.
  public var by: String
  /// Why.
  public var reason: String
  /// When it was accepted.
  public var acceptedAt: Date
  /// From when on it covers nothing; `nil`: never.
  public var until: Date?

  /// An acceptance of something at an endpoint.
  public init(
    endpoint: String, rule: RuleID, path: String = "", subject: String? = nil, form: ObservedForm? = nil,
    versions: [String]? = nil, upTo: Level? = nil, environment: String? = nil, perspective: String? = nil, by: String,
    reason: String, acceptedAt: Date, until: Date? = nil
  ) {
    self.endpoint = endpoint
    self.rule = rule
    self.path = path
    self.subject = subject
    self.form = form
    self.versions = versions
    self.upTo = upTo
    self.environment = environment
    self.perspective = perspective
    self.by = by
    self.reason = reason
    self.acceptedAt = acceptedAt
    self.until = until
  }

  /// An acceptance of `finding` as it is now.
  public init(of finding: Finding, by person: String, reason: String, at date: Date, until: Date? = nil) {
    self.init(
      endpoint: finding.endpoint, rule: finding.rule, path: finding.path,
      subject: finding.path.isEmpty ? finding.subjectWithoutPath : nil,
      form: finding.form,
      versions: finding.versions.isEmpty ? nil : finding.versions.map(\.version).sorted(), upTo: finding.level,
      environment: finding.environment, perspective: finding.perspective, by: person, reason: reason, acceptedAt: date,
      until: until)
  }

  /// Acceptances of what was `chosen`, and of what is still pending at or below the same paths: who accepts that a member
  /// does not decode has seen that it changed, and is not to hear of it again when later responses confirm the change.
  ///
  /// - Parameters:
  ///   - chosen: Findings at warning or above.
  ///   - findings: Everything found at the place.
  ///   - person: Who accepts.
  ///   - reason: Why.
  ///   - date: When.
  ///   - until: From when on they cover nothing; `nil`: never.
  /// - Returns: One for each of `chosen`, then one for each pending change.
  public static func all(
    of chosen: [Finding], among findings: [Finding], by person: String, reason: String, at date: Date,
    until: Date? = nil
  ) -> [Acceptance] {
    let worst = chosen.map(\.level).max()
    let pending = findings.filter { finding in
      finding.state == .pending && finding.rule.family == .field
        && chosen.contains { other in
          !other.path.isEmpty
            && (finding.path == other.path || finding.path.hasPrefix(other.path + ".")
              || finding.path.hasPrefix(other.path + "["))
        }
    }
    let acceptances = (chosen + pending).map {
      Acceptance(of: $0, by: person, reason: reason, at: date, until: until)
    }
    return zip(acceptances, chosen + pending).map { acceptance, finding in
      var acceptance = acceptance
      if finding.state == .pending { acceptance.upTo = worst }
      return acceptance
    }
  }

  /// Whether it covers `finding` at `date`.
  public func covers(_ finding: Finding, at date: Date) -> Bool {
    guard isAbout(finding), until.map({ date < $0 }) ?? true else { return false }
    if let upTo, finding.level > upTo { return false }
    if let form, finding.form.map({ $0.isPart(of: form) }) != true { return false }
    if let versions { return Set(finding.versions.map(\.version)).isSubset(of: versions) }
    return true
  }

  /// The accepted form in a few words, for people; `nil`: any.
  public var formWords: String? { form?.words }

  /// Whether it speaks of the same thing, worse or changed though it may be.
  public func isAbout(_ finding: Finding) -> Bool {
    guard endpoint == finding.endpoint, rule == finding.rule, path == finding.path else { return false }
    if let environment, environment != finding.environment { return false }
    if let perspective, perspective != finding.perspective { return false }
    return path.isEmpty && subject != nil ? subject == finding.subjectWithoutPath : true
  }

  /// Whether what it covers becomes part of a baseline: not what is accepted for a time, and not what does not decode, since
  /// a decoder does not learn.
  package var entersBaseline: Bool { until == nil && Self.isLearned(rule) }

  /// Whether the baseline can learn what a rule finds: no type learns what it does not keep of a response either.
  public static func isLearned(_ rule: RuleID) -> Bool {
    switch rule.family {
    case .field, .mapping, .loss: true
    case .request: rule != .requestRoundtripLoss
    case .decode, .evidence, .notice: false
    }
  }

  /// Identity: the same for an equal acceptance, 16 hexadecimal digits.
  public func id(contract: String) -> String {
    let parts: [String?] = [
      contract, endpoint, rule.rawValue, path, subject, form?.words, versions?.joined(separator: ","), environment,
      perspective,
      by, reason, "\(acceptedAt.timeIntervalSince1970)",
    ]
    return ContentDigest(of: parts.map { $0.map { "=\($0)" } ?? "" }).short
  }
}
