public import Foundation
public import PayloadShape

/// One break as people speak of it: it opens, lasts, resolves, and may come back as the same.
public struct Incident: Codable, Sendable, Equatable {
  /// Where an incident stands.
  public enum State: String, Codable, Sendable {
    /// Present at the last check.
    case open
    /// Present, and somebody has said that they know: quiet until it is worse or resolved.
    case acknowledged
    /// Gone at the last check.
    case resolved
  }

  /// Whether it lasts, acknowledged or not.
  public var isOpen: Bool { state != .resolved }

  /// 16 hexadecimal digits from contract, request, topmost path or mapping, environment and perspective; the same for ever.
  public var id: String
  /// Where it belongs.
  public var key: RequestKey
  /// Topmost changed path; where no path is to blame what is lost: `mapping Product` for records, `mapping Product.price`,
  /// `identity of Product`.
  public var subject: String
  /// Where it stands.
  public var state: State
  /// Level at the last check; of a resolved incident, its last level while open.
  public var level: Level
  /// What people feel, in one line.
  public var headline: String
  /// When it was first opened.
  public var openedAt: Date
  /// When it was last opened or reopened.
  public var lastOpenedAt: Date
  /// When it was first seen, where that was before it was last opened: it waited for more responses; `nil`: it did not.
  public var firstSeenAt: Date?
  /// When it was last seen.
  public var lastSeenAt: Date
  /// When it was last resolved; `nil` if it never was.
  public var resolvedAt: Date?
  /// When the endpoint was last seen without it before it opened; `nil`: never.
  public var lastGoodAt: Date?
  /// Responses that fed the baseline before it opened.
  @Count public var responsesBefore = 0
  /// How often it came back.
  @Count public var reopenedCount = 0
  /// Ids of the versions that are hit, sorted.
  public var versions: [String]
  /// Fingerprints of the findings at the last check, sorted.
  public var fingerprints: [String]
  /// The most that was hit at one check since it was last opened; `nil` where nothing is counted.
  public var worst: Extent?
  /// The same at the check for which it was last announced; `nil` while that is ``worst``.
  public var announced: Extent?
  /// What was lost since it was last opened, sorted: `decode $[*].price`, `mapping Product`, `mapping Product.price`.
  @Sparse public var losses: [String]
  /// The highest level since it last opened; `nil` while one check alone has shown it.
  public var worstLevel: Level?
  /// Every version that it hit since it last opened; `nil` while one check alone has shown it.
  public var everyVersion: [String]?
  /// Who acknowledged it; `nil`: nobody since it was last opened.
  public var acknowledgement: Acknowledgement?
  /// Whether it was there at the last checks, oldest first: `1` or `0` each; at most ``checksKept``.
  @Sparse public var recentChecks: String
  /// Whether it comes and goes so often that only one message is sent about it.
  @Sparse public var isFlapping: Bool
  /// What the values at its path became when it was opened; `nil` where no path is to blame, or the value itself is at fault.
  public var form: ObservedForm?
  /// Every word that somebody knew of it, oldest first; at most ``acknowledgementsKept``.
  @Sparse public var acknowledgements: [Acknowledgement]
  /// Why it counts as resolved though it may still be seen: `accepted by Ann`; `nil`: it is gone.
  public var resolution: String?

  /// Whether it counts as resolved only because a level was set for what it was opened for.
  @Sparse public var isSetAside: Bool

  private enum CodingKeys: String, CodingKey {
    // Reports have always named it so.
    case key = "place"
    case id, subject, state, level, headline, openedAt, lastOpenedAt, firstSeenAt, lastSeenAt, resolvedAt, lastGoodAt
    case responsesBefore, reopenedCount, versions, fingerprints, worst, announced, losses, worstLevel, everyVersion
    case acknowledgement, acknowledgements, form, recentChecks, isFlapping, resolution, isSetAside
  }

  /// Checks that are remembered.
  public static let checksKept = 100

  /// Acknowledgements that are remembered.
  public static let acknowledgementsKept = 20

  /// When it was first seen since it was last gone, also while it waited for more responses.
  public var lastBeganAt: Date { min(firstSeenAt ?? lastOpenedAt, lastOpenedAt) }

  /// Notes that somebody knows of it.
  public mutating func acknowledge(by person: String, note: String?, at date: Date) {
    state = .acknowledged
    let word = Acknowledgement(by: person, note: note, at: date)
    acknowledgement = word
    acknowledgements = Array((acknowledgements + [word]).suffix(Self.acknowledgementsKept))
  }

  /// Takes the last acknowledgement back; it was said all the same.
  public mutating func unacknowledge() {
    guard state == .acknowledged else { return }
    (state, acknowledgement) = (.open, nil)
    if !acknowledgements.isEmpty { acknowledgements[acknowledgements.count - 1].isTakenBack = true }
  }

  /// Somebody's word that an incident is known.
  public struct Acknowledgement: Codable, Sendable, Equatable {
    /// Who.
    public var by: String
    /// A remark; `nil`: none.
    public var note: String?
    /// When.
    public var at: Date
    /// Whether it was taken back.
    @Sparse public var isTakenBack: Bool

    /// Somebody's word.
    public init(by: String, note: String? = nil, at: Date) {
      (self.by, self.note, self.at) = (by, note, at)
    }
  }

  /// How many records or values are hit, of how many.
  public struct Extent: Codable, Sendable, Equatable {
    /// Records, values or responses that are hit.
    @Count public var count: Int
    /// Of how many.
    @Count public var total: Int

    /// So many of so many.
    public init(count: Int, total: Int) {
      self.count = count
      self.total = total
    }

    /// From 0 to 1.
    public var share: Double { total > 0 ? Double(count) / Double(total) : 0 }

    /// Whether it is clearly more than `former`: more of them and twice the share, or past the share that is breaking.
    /// Some that became all are more as well, if more than one or two were spared.
    package func isClearRise(from former: Extent) -> Bool {
      guard count > former.count else { return false }
      return share >= 2 * former.share || former.share < breakingShareOfRecords && share >= breakingShareOfRecords
        || share >= 1 && former.total - former.count >= 3
    }
  }

  /// A newly opened incident.
  public init(
    id: String, key: RequestKey, subject: String, level: Level, headline: String, at date: Date,
    versions: [String] = [], fingerprints: [String] = []
  ) {
    (self.id, self.key, self.subject, state) = (id, key, subject, .open)
    (self.level, self.headline, self.versions, self.fingerprints) = (level, headline, versions, fingerprints)
    (openedAt, lastOpenedAt, lastSeenAt) = (date, date, date)
  }
}

/// One change of an incident's state; delivered once by `report`.
public struct IncidentTransition: Codable, Sendable, Equatable {
  /// What happened.
  public enum Kind: String, Codable, Sendable {
    /// Seen for the first time.
    case opened
    /// Came back after it was resolved.
    case reopened
    /// Became worse: a higher level, more versions, clearly more records, or another thing lost.
    case escalated
    /// Came and went so often that nothing more is said of it until it stays away.
    case flapping
    /// Gone.
    case resolved
  }

  /// What happened.
  public var kind: Kind
  /// When, by the round's clock.
  public var at: Date
  /// The incident as it stood after the transition.
  public var incident: Incident

  /// A change of state.
  public init(kind: Kind, at: Date, incident: Incident) {
    (self.kind, self.at, self.incident) = (kind, at, incident)
  }
}
