public import Foundation

/// A mapping of a version, or a write of one (then `mapping` is the writing endpoint's id).
public struct MappingKey: Codable, Hashable, Sendable {
  /// Id of the version.
  public var version: String
  /// Name of the domain model, or id of the writing endpoint; empty for what the version only decodes.
  public var mapping: String

  /// A mapping of a version.
  public init(version: String, mapping: String) {
    self.version = version
    self.mapping = mapping
  }

  /// What a version decodes, without any mapping, as in ``Lineage/mapping``.
  public static func decoding(_ version: String) -> MappingKey { MappingKey(version: version, mapping: "") }
}

/// One round as the ledger knows it; times to the millisecond.
public struct StoredRound: Sendable, Equatable {
  /// Number from 1, in order of insertion, never used again.
  public var number: Int
  /// Clock of its start.
  public var startedAt: Date
  /// Clock of its end; `nil`: it is running or was cut off.
  public var finishedAt: Date?
  /// Real time spent in seconds; 0 until it is complete.
  public var seconds: Double
  /// Where its responses came from.
  public var source: RoundInfo.Source
  /// Environment.
  public var environment: String
  /// Exit code; `nil` until it is complete.
  public var exitCode: Int?
  /// Build id of the executable that ran it.
  public var buildID: String

  /// Whether its end was written.
  public var isComplete: Bool { finishedAt != nil }

  /// A value with all that is stored of it.
  package init(
    number: Int, startedAt: Date, finishedAt: Date?, seconds: Double, source: RoundInfo.Source, environment: String,
    exitCode: Int?, buildID: String
  ) {
    (self.number, self.source, self.environment, self.buildID) = (number, source, environment, buildID)
    (self.startedAt, self.finishedAt, self.seconds, self.exitCode) = (startedAt, finishedAt, seconds, exitCode)
  }
}

/// The last examined response of one URL, and how the last check of it went.
public struct StoredResponse: Sendable, Equatable {
  /// SHA-256 of the examined body, lower case hexadecimal; `nil` if none was given.
  public var bodyDigest: String?
  /// Build id of the executable that examined it.
  public var buildID: String
  /// `ETag` for the next conditional request.
  public var etag: String?
  /// `Last-Modified` for the next conditional request.
  public var lastModified: String?
  /// What was learned from it, without its shape, read when it is first asked for; `nil` where another build wrote it in a form
  /// that this one does not read: then it is to be examined again.
  public var facts: Examination? { storedFacts.value }
  private let storedFacts: Deferred<Examination?>
  /// Outcome of the response that was examined.
  public var outcome: Outcome
  /// When it was examined, to the millisecond.
  public var examinedAt: Date
  /// Outcome of the last check, which may have failed or found it unchanged.
  public var lastOutcome: Outcome
  /// When the last check was, to the millisecond.
  public var checkedAt: Date
  /// Responses in a row up to now that were a 304 instead of a body.
  public var notModifiedInRow = 0

  /// A response that is also the last check of its URL; texts that it may lack are set afterwards.
  package init(facts: Deferred<Examination?>, outcome: Outcome, examinedAt: Date, buildID: String) {
    (storedFacts, self.outcome, self.examinedAt, self.buildID) = (facts, outcome, examinedAt, buildID)
    (lastOutcome, checkedAt) = (outcome, examinedAt)
  }
}

/// The latest state of a request key.
public struct StoredRequest: Sendable, Equatable {
  /// The request key.
  public var key: RequestKey
  /// The request as declared, for people.
  public var signature: String
  /// What became of it at the last check.
  public var report: EndpointReport?
  /// Findings of that check.
  public var findings: [Finding]
  /// When that check was, to the millisecond.
  public var checkedAt: Date?
  /// Round of that check.
  public var round: Int?

  /// A value with all that is stored of it.
  package init(
    key: RequestKey, signature: String, report: EndpointReport?, findings: [Finding], checkedAt: Date?, round: Int?
  ) {
    (self.key, self.signature, self.report) = (key, signature, report)
    (self.findings, self.checkedAt, self.round) = (findings, checkedAt, round)
  }
}

/// A transition with its number in the order of delivery.
public struct StoredTransition: Sendable, Equatable {
  /// Ascending, never used again.
  public var sequence: Int
  /// The transition.
  public var transition: IncidentTransition
  /// The round in which it happened.
  public var round: Int
  /// When a report with it was delivered, to the millisecond; `nil`: not yet.
  public var deliveredAt: Date?

  /// A value with all that is stored of it.
  package init(sequence: Int, transition: IncidentTransition, round: Int, deliveredAt: Date?) {
    (self.sequence, self.transition, self.round, self.deliveredAt) = (sequence, transition, round, deliveredAt)
  }
}
