public import Foundation

/// Checks in a row, up to the last, that got no response which counts.
public struct Blindness: Codable, Sendable, Equatable {
  /// Why the last of them got none: a rule of the `watch-` family.
  public var rule: RuleID
  /// Clock of the first of them.
  public var since: Date
  /// How many they are, from 1.
  public var checks: Int
  /// Clock of the first of those at the end of the row that have the same rule.
  public var ruleSince: Date
  /// How many of those there are, from 1.
  public var ruleChecks: Int

  /// The row after one more check.
  ///
  /// - Parameters:
  ///   - former: The row before it; `nil` if the check before got a response.
  ///   - rule: Why this check got none.
  ///   - date: Its clock.
  public init(after former: Blindness?, rule: RuleID, at date: Date) {
    self.rule = rule
    (since, checks) = (former?.since ?? date, (former?.checks ?? 0) + 1)
    let same = former?.rule == rule ? former : nil
    (ruleSince, ruleChecks) = (same?.ruleSince ?? date, (same?.ruleChecks ?? 0) + 1)
  }

  /// Reads a stored row.
  ///
  /// - Throws: `DecodingError` for a member that is missing or mistyped, and for counts that cannot be: negative ones, or more than 2^53.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    rule = try members.decode(RuleID.self, forKey: .rule)
    since = try members.decode(Date.self, forKey: .since)
    checks = try members.decode(Int.self, forKey: .checks)
    ruleSince = try members.decode(Date.self, forKey: .ruleSince)
    ruleChecks = try members.decode(Int.self, forKey: .ruleChecks)
    try requirePossible(counts: [checks, ruleChecks], in: decoder)
  }
}

/// A check that got no response which counts, or not one to each of its requests, or that could not judge each version.
public struct MissedCheck: Sendable, Equatable {
  /// Why: a rule of the `watch-` family.
  public var rule: RuleID
  /// What became of the first request without a response.
  public var outcome: Outcome
  /// Why, in one line, for people.
  public var reason: String
  /// Requests without a response that counts.
  @Count public var missing: Int
  /// All requests; 0 where they are not known.
  @Count public var requests: Int
  /// Supported versions that could not be judged on responses that count, oldest first.
  public var versions: [String] = []

  /// A missed check.
  public init(rule: RuleID, outcome: Outcome, reason: String, missing: Int, of requests: Int) {
    (self.rule, self.outcome, self.reason) = (rule, outcome, reason)
    (self.missing, self.requests) = (missing, requests)
  }

  /// A check with a response to each request, of which some supported versions could not be judged.
  public init(versions: [String], reason: String, of requests: Int) {
    self.init(rule: .watchUnreadable, outcome: .notChecked, reason: reason, missing: 0, of: requests)
    self.versions = versions
  }

  /// Whether no request has a response.
  public var isTotal: Bool { versions.isEmpty && missing >= requests }
}
