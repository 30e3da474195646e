public import DriftModel
public import Foundation
import PayloadShape

extension Acceptance {
  /// An acceptance of `finding` as it is now.
  public init(of finding: Finding, by person: String, reason: String, at date: Date, until: Date? = nil) {
    self.init(
      endpoint: finding.endpoint, rule: finding.rule, path: finding.path,
      subject: finding.path.isEmpty || finding.rule.family == .meaning ? finding.subjectWithoutPath : nil, by: person,
      reason: reason, acceptedAt: date,
      until: until)
    (form, upTo) = (finding.form, finding.level)
    versions = finding.versions.isEmpty ? nil : finding.versions.map(\.version).sorted()
    (environment, perspective) = (finding.environment, finding.perspective)
  }

  /// Acceptances of what was `chosen`, and of what is still pending at or below the same paths: who accepts that a member
  /// does not decode has seen that it changed, and is not to hear of it again when later responses confirm the change.
  ///
  /// - Parameters:
  ///   - chosen: Findings at warning or above.
  ///   - findings: Everything found at the request key.
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
        && chosen.contains {
          !$0.path.isEmpty && (finding.path == $0.path || isPath($0.path, ancestorOf: finding.path))
        }
    }
    return (chosen + pending).map { finding in
      var acceptance = Acceptance(of: finding, by: person, reason: reason, at: date, until: until)
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

  /// In which respect a finding that it is about goes beyond it, as the end of "somebody accepted it".
  func limit(passedBy finding: Finding) -> String {
    if let versions, !Set(finding.versions.map(\.version)).isSubset(of: versions) {
      return "for \(versions.joined(separator: ", ")) only"
    }
    if let upTo, finding.level > upTo { return "at a lower level" }
    return "in another form"
  }

  /// Whether it speaks of the same thing, worse or changed though it may be.
  public func isAbout(_ finding: Finding) -> Bool {
    guard endpoint == finding.endpoint, rule == finding.rule else { return false }
    // Several properties may be made of the value at one path.
    let isOfProperty = rule.family == .meaning && subject != nil
    guard path == finding.path || isOfProperty else { return false }
    if let environment, environment != finding.environment { return false }
    if let perspective, perspective != finding.perspective { return false }
    return subject != nil && (path.isEmpty || isOfProperty) ? subject == finding.subjectWithoutPath : true
  }

  /// Whether what it covers becomes part of a baseline: not what is accepted for a time, and not what does not decode, since
  /// a decoder does not learn.
  var entersBaseline: Bool { until == nil && Self.isLearned(rule) }

  /// Whether the baseline can learn what a rule finds: no type learns what it does not keep of a response either.
  public static func isLearned(_ rule: RuleID) -> Bool {
    switch rule.family {
    case .field, .volume, .mapping, .loss, .meaning: true
    // Of what a provider says to a body nothing is learned either.
    case .request: Rules.rule(for: rule).loss != .writtenBack && rule != .requestRejected
    case .freshness, .decode, .evidence, .watch, .notice: false
    }
  }
}
