public import Foundation
public import PayloadShape
import System

/// A person's word that something found is fine: who, why, and optionally until when.
///
/// Kept in the ledger, or in `Contracts/<API>/accepted.json` for review in a pull request; both are read. It covers
/// one rule at one path (or one loss of a mapping) of one endpoint, for the versions that were hit then, in the form that was
/// seen then, and up to the level it had then: what is worse or different is reported.
public struct Acceptance: Codable, Sendable, Equatable {
  /// Id of the endpoint.
  public var endpoint: String
  /// The rule.
  public var rule: RuleID
  /// JSONPath; empty where no path is to blame, then ``subject`` says what is lost.
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

  /// An acceptance of something at an endpoint, in any form, for all versions, at any level and everywhere.
  public init(
    endpoint: String, rule: RuleID, path: String = "", subject: String? = nil, by person: String, reason: String,
    acceptedAt: Date, until: Date? = nil
  ) {
    (self.endpoint, self.rule, self.path, self.subject) = (endpoint, rule, path, subject)
    (by, self.reason, self.acceptedAt, self.until) = (person, reason, acceptedAt, until)
  }

  /// The accepted form in a few words, for people; `nil`: any.
  public var formWords: String? { form?.words }

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
