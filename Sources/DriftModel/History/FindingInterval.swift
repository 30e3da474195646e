public import Foundation
public import PayloadShape

/// A finding over the time in which it was there in one form, from the first response that showed it to the first that did not.
///
/// What comes back, or is there in another form, is another interval, so that nothing that was seen is overwritten.
public struct FindingInterval: Sendable, Equatable {
  /// Why an interval ended.
  public enum Ending: String, Sendable, CaseIterable {
    /// A response no longer shows it.
    case gone
    /// It is there in another form: that is the next interval.
    case changed
    /// It counts as normal from now on: growth, what was accepted for good, and what chance explains by now.
    case learned
    /// Somebody made the monitor forget what it had learned.
    case forgotten
    /// An earlier version of the program did not record its end.
    case unknown
  }

  /// One occurrence.
  public struct Example: Sendable, Equatable {
    /// The response that shows it by path and query, without declared secrets, where a request has several; else empty.
    public var response: String
    /// RFC 6901 pointer into it; empty where none is known.
    public var pointer: String
    /// The value in short.
    public var excerpt: String

    /// An occurrence.
    public init(response: String, pointer: String, excerpt: String) {
      (self.response, self.pointer, self.excerpt) = (response, pointer, excerpt)
    }
  }

  /// A version that was hit at any time of the interval.
  public struct Version: Sendable, Hashable {
    /// Id of the version.
    public var id: String
    /// DTO property with its type; empty where that is unknown.
    public var property: String
    /// Whether the whole response was lost to it.
    public var losesResponse: Bool

    /// A version.
    public init(id: String, property: String, losesResponse: Bool) {
      (self.id, self.property, self.losesResponse) = (id, property, losesResponse)
    }
  }

  /// A property of a mapping that was hit at any time of the interval.
  public struct Mapping: Sendable, Hashable {
    /// Version and name of the domain model.
    public var key: MappingKey
    /// Domain property that was lost; empty where whole records were.
    public var property: String

    /// A property of a mapping.
    public init(key: MappingKey, property: String) { (self.key, self.property) = (key, property) }
  }

  /// Where it belongs.
  public var key: RequestKey
  /// Identity of the finding over rounds.
  public var fingerprint: String
  /// The rule.
  public var rule: RuleID
  /// The highest level while it lasted.
  public var level: Level
  /// Whether it was reported at its level when it was at its worst.
  public var state: Finding.State
  /// Id of the incident that it belonged to; `nil`: none.
  public var incident: String?
  /// The path to blame, then further paths of the same change; empty where no path is.
  public var paths: [String]
  /// What was expected.
  public var expected: String
  /// What was there in its place.
  public var actual: String
  /// What was there, as values; `nil` where the value itself is at fault.
  public var form: ObservedForm?
  /// The finding in one sentence, when it was at its worst.
  public var message: String
  /// One occurrence, when it was at its worst; `nil`: none is known.
  public var example: Example?
  /// How much was hit when it was at its worst.
  public var worst: Incident.Extent
  /// Versions that were hit, sorted.
  public var versions: [Version]
  /// Mappings that were hit, sorted.
  public var mappings: [Mapping]
  /// When it was first seen. A change that was pending has the date of its first observation.
  public var first: HistoryMoment
  /// When it was last seen, to the millisecond; `nil` while it lasts.
  public var lastAt: Date?
  /// The first check that did not show it; `nil` while it lasts.
  public var ended: HistoryMoment?
  /// Why it ended; `nil` while it lasts.
  public var ending: Ending?
  /// Whether it is normal from now on, so that its end will be no recovery.
  public var isLearned: Bool

  /// Paths that are kept, since member names may be data.
  private static let mostPaths = 100

  /// The interval that a finding begins.
  ///
  /// - Parameters:
  ///   - finding: The finding, as it is first stored.
  ///   - key: Where it belongs.
  ///   - first: When it was first seen.
  ///   - isLearned: Whether it is normal from now on.
  public init(_ finding: Finding, key: RequestKey, first: HistoryMoment, isLearned: Bool) {
    (self.key, fingerprint, rule) = (key, finding.fingerprint, finding.rule)
    (level, state, incident) = (finding.level, finding.state, finding.incident)
    (paths, form) = (Array(finding.allPaths.prefix(Self.mostPaths)), finding.form)
    (expected, actual, message) = (finding.expected, finding.actual, finding.message)
    (example, worst) = (Example(finding), Incident.Extent(count: finding.count, total: finding.total))
    (versions, mappings) = (finding.hitVersions, finding.hitMappings)
    (self.first, self.isLearned) = (first, isLearned)
  }

  /// An interval with its identity; all else is to be set.
  package init(
    key: RequestKey, fingerprint: String, rule: RuleID, level: Level, state: Finding.State, first: HistoryMoment
  ) {
    (self.key, self.fingerprint, self.rule, self.level, self.state) = (key, fingerprint, rule, level, state)
    (self.first, isLearned) = (first, false)
    (paths, expected, actual, message) = ([], "", "", "")
    (worst, versions, mappings) = (Incident.Extent(count: 0, total: 0), [], [])
  }

  /// Takes in one more response that shows it: versions and mappings that it hits too, and all else where it is worse than before.
  package mutating func take(_ finding: Finding, isLearned: Bool) {
    versions = Set(versions).union(finding.hitVersions).sorted(by: Version.isBefore)
    mappings = Set(mappings).union(finding.hitMappings).sorted(by: Mapping.isBefore)
    paths = Array((paths + finding.allPaths).uniqued().prefix(Self.mostPaths))
    self.isLearned = self.isLearned || isLearned
    incident = finding.incident ?? incident
    guard isWorse(finding) else { return }
    (level, state, message) = (finding.level, finding.state, finding.message)
    (expected, actual) = (finding.expected, finding.actual)
    (example, worst) = (Example(finding) ?? example, Incident.Extent(count: finding.count, total: finding.total))
  }

  /// Brings versions and mappings into their order.
  package mutating func sortChildren() {
    versions.sort(by: Version.isBefore)
    mappings.sort(by: Mapping.isBefore)
  }

  private func isWorse(_ finding: Finding) -> Bool {
    // What is confirmed is more than what is pending, though it may be information both times.
    let rank = { (state: Finding.State) in state == .pending ? 0 : 1 }
    return (finding.level, rank(finding.state), finding.count) > (level, rank(state), worst.count)
  }
}

extension FindingInterval.Example {
  fileprivate init?(_ finding: Finding) {
    let response = finding.responses?.names.first ?? ""
    guard finding.example != nil || !response.isEmpty else { return nil }
    self.init(response: response, pointer: finding.example?.pointer ?? "", excerpt: finding.example?.excerpt ?? "")
  }
}

extension FindingInterval.Version {
  fileprivate static func isBefore(_ left: Self, _ right: Self) -> Bool {
    left.id == right.id
      ? (left.property, left.losesResponse ? 1 : 0) < (right.property, right.losesResponse ? 1 : 0)
      : isVersion(left.id, before: right.id)
  }
}

extension FindingInterval.Mapping {
  fileprivate static func isBefore(_ left: Self, _ right: Self) -> Bool {
    left.key.version == right.key.version
      ? (left.key.mapping, left.property) < (right.key.mapping, right.property)
      : isVersion(left.key.version, before: right.key.version)
  }
}

extension Finding {
  /// The path to blame, then further paths; empty where no path is.
  fileprivate var allPaths: [String] { ([path].filter { !$0.isEmpty } + paths).uniqued() }

  fileprivate var hitVersions: [FindingInterval.Version] {
    versions.map {
      FindingInterval.Version(id: $0.version, property: $0.property ?? "", losesResponse: $0.losesResponse)
    }.uniqued().sorted(by: FindingInterval.Version.isBefore)
  }

  fileprivate var hitMappings: [FindingInterval.Mapping] {
    mappings.flatMap { mapping in
      (mapping.properties.isEmpty ? [""] : mapping.properties).map {
        FindingInterval.Mapping(
          key: MappingKey(version: mapping.version, mapping: mapping.mapping), property: $0)
      }
    }.uniqued().sorted(by: FindingInterval.Mapping.isBefore)
  }
}
