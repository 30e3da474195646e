public import Foundation

/// One break as people speak of it: it opens, lasts, resolves, and may come back as the same.
public struct Incident: Codable, Sendable, Equatable {
  /// Where an incident stands.
  public enum State: String, Codable, Sendable {
    /// Present at the last look.
    case open
    /// Gone at the last look.
    case resolved
  }

  /// 16 hexadecimal digits from contract, request, topmost path or mapping, environment and perspective; the same for ever.
  public var id: String
  /// Where it belongs.
  public var place: Place
  /// Topmost changed path, or `mapping <name>` where no path is to blame.
  public var subject: String
  /// Where it stands.
  public var state: State
  /// Level at the last look; of a resolved incident, its last level while open.
  public var level: Level
  /// What people feel, in one line.
  public var headline: String
  /// When it was first opened.
  public var openedAt: Date
  /// When it was last opened or reopened.
  public var lastOpenedAt: Date
  /// When it was last seen.
  public var lastSeenAt: Date
  /// When it was last resolved; `nil` if it never was.
  public var resolvedAt: Date?
  /// When the endpoint was last seen without it before it opened; `nil`: never.
  public var lastGoodAt: Date?
  /// Answers that fed the baseline before it opened.
  public var answersBefore: Int
  /// How often it came back.
  public var reopenedCount: Int
  /// Ids of the versions that are hit, sorted.
  public var versions: [String]
  /// Fingerprints of the findings at the last look, sorted.
  public var fingerprints: [String]

  /// A newly opened incident.
  public init(
    id: String, place: Place, subject: String, level: Level, headline: String, at date: Date, lastGoodAt: Date?,
    answersBefore: Int, versions: [String], fingerprints: [String]
  ) {
    self.id = id
    self.place = place
    self.subject = subject
    state = .open
    self.level = level
    self.headline = headline
    openedAt = date
    lastOpenedAt = date
    lastSeenAt = date
    self.lastGoodAt = lastGoodAt
    self.answersBefore = answersBefore
    reopenedCount = 0
    self.versions = versions
    self.fingerprints = fingerprints
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
    /// Became worse: a higher level or more versions.
    case escalated
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
    self.kind = kind
    self.at = at
    self.incident = incident
  }
}
