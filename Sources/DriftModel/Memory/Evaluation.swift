public import Foundation
public import PayloadShape

/// Everything that one request came to in one round; stored as a whole or not at all.
public struct Evaluation: Sendable {
  /// Where it belongs.
  public var key: RequestKey
  /// The request as declared, for people; `key.request` is its digest.
  public var signature: String
  /// Number of the round, which must have begun and not ended.
  public var round: Int
  /// When, by the round's clock.
  public var at: Date
  /// What became of the endpoint.
  public var report: EndpointReport
  /// One entry for each response, in order.
  public var responses: [ResponseRecord] = []
  /// What is normal from now on.
  public var learned = Learned()
  /// What each mapping did in this round.
  public var mappingCounts: [MappingKey: MappingCounts] = [:]
  /// Findings of the present state; they replace those stored, and are added to the findings over time.
  public var findings: [Finding]
  /// Incidents that are new or have changed, all of this request key. What lasts without a transition keeps the acknowledgement
  /// that is stored: it may be younger than what the round has read.
  public var incidents: [Incident] = []
  /// What happened to incidents, in order; each one's incident is in `incidents` or stored.
  public var transitions: [IncidentTransition] = []
  /// Whether nothing at warning or above was seen: then `at` becomes the time it was last good.
  public var isGood = false
  /// What depends on the responses; `nil`: unchanged.
  public var impact: StoredImpact?
  /// All pending changes from now on; `nil`: unchanged.
  public var pendingChanges: [PendingChange]?
  /// Ids of acceptances that cover something that was found; they may stand in the ledger or in a file.
  public var acceptancesMatched: [String] = []
  /// Ids of acceptances by which something entered the baseline.
  public var acceptancesApplied: [String] = []

  /// A result in which all else stays as it is stored.
  public init(
    key: RequestKey, signature: String, round: Int, at date: Date, report: EndpointReport, findings: [Finding] = []
  ) {
    (self.key, self.signature, self.round, at) = (key, signature, round, date)
    (self.report, self.findings) = (report, findings)
  }

  /// What a round learned of what is normal for a request key.
  public struct Learned: Sendable {
    /// The baseline from now on; `nil`: unchanged.
    public var baseline: PayloadShape?
    /// Responses that fed `baseline`; not stored without it.
    public var baselineResponses = 0
    /// Responses of this round that equalled the ones before, so that the baseline counts them without learning from them.
    public var repeatedResponses = 0
    /// How the newest dates in lists advanced, by path of their member; `nil`: unchanged.
    public var feeds: [String: FreshnessStatistics]?
    /// From when on one of them has stood still improbably long; not stored without `feeds`.
    public var staleAt: Date?
    /// Mapping baselines from now on; those that are not named stay.
    public var mappings: [MappingKey: MappingStatistics] = [:]
    /// Shapes of writes from now on; those that are not named stay.
    public var sends: [MappingKey: PayloadShape] = [:]
    /// Fingerprints of findings that count as normal from now on, so that their end will be no recovery.
    public var findings: Set<String> = []

    /// Nothing new.
    public init() {}
  }
}

/// One response of one URL.
public struct ResponseRecord: Sendable, Equatable {
  /// The whole URL; only its digest is stored.
  public var url: String
  /// What became of it.
  public var outcome: Outcome
  /// HTTP status; `nil` if none came.
  public var status: Int?
  /// Bytes of the body after decoding.
  public var bytes = 0
  /// Time it took, in seconds.
  public var seconds = 0.0
  /// SHA-256 of the body in hexadecimal; `nil` when no body came.
  public var bodyDigest: String?
  /// `ETag` of the response.
  public var etag: String?
  /// `Last-Modified` of the response.
  public var lastModified: String?
  /// What was learned from it; `nil`: it was carried forward or not examined, and what is stored stays.
  public var facts: Examination?
  /// Build id of the executable that examined it.
  public var buildID: String
  /// Whether it was a 304 to our own conditional request, which holds no body.
  package var isNotModified: Bool { outcome == .unchanged && status == 304 }

  /// A response of which only the outcome is known.
  public init(url: String, outcome: Outcome, buildID: String) {
    (self.url, self.outcome, self.buildID) = (url, outcome, buildID)
  }
}
