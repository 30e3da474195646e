/// What versions made of recorded responses.
public struct ReplayReport: Codable, Sendable, Equatable {
  /// One entry for each endpoint and version that reads it, in contract order.
  public var rows: [Row]
  /// Recordings that were replayed.
  public var recordings: Int
  /// Bytes of their bodies.
  public var bytes: Int
  /// Real time that it took.
  public var seconds: Double
  /// Recordings that were not replayed, by reason.
  public var skipped: [String: Int]

  /// What one version made of one endpoint's recordings.
  public struct Row: Codable, Sendable, Equatable {
    /// Id of the contract.
    public var contract: String
    /// Id of the endpoint.
    public var endpoint: String
    /// The version.
    public var version: VersionInfo
    /// Recordings that it was run on.
    public var recordings = 0
    /// Of them, those that it read: they decode, and no mapping threw or ended the process.
    public var read = 0
    /// Days of the first and the last recording that it did not read; `nil` if it read all.
    public var firstFailure: String?
    /// See ``firstFailure``.
    public var lastFailure: String?
    /// What went wrong, in how many recordings, most first.
    public var causes: [Cause] = []

    /// A version that was run on nothing yet.
    public init(contract: String, endpoint: String, version: VersionInfo) {
      (self.contract, self.endpoint, self.version) = (contract, endpoint, version)
    }
  }

  /// One way in which recordings are not read, or not mapped as a whole.
  public struct Cause: Codable, Sendable, Equatable, Hashable {
    /// What it is, as of ``FieldFailure``; `nil` for what a mapping did.
    public var rule: RuleID?
    /// RFC 9535 pattern; empty where no path is to blame.
    public var path: String
    /// Who asked, and for what: `ProductDTO.price: Double`, or the name of the mapping.
    public var subject: String
    /// What was there, or what became of it: `object`, `3 of 20 records are lost`.
    public var words: String
    /// Whether the recording counts as read nevertheless.
    public var isLoss: Bool
    /// Records that are lost in all of them, of how many; 0 where no records are.
    public var (lost, total) = (0, 0)
    /// How many recordings.
    public var recordings = 1
    /// The day of the first, and of the last.
    public var first: String
    /// See ``first``.
    public var last: String
    /// A file that shows it.
    public var example: String

    /// A way in which one recording fails.
    public init(
      rule: RuleID? = nil, path: String = "", subject: String, words: String, isLoss: Bool = false, day: String,
      example: String
    ) {
      (self.rule, self.path, self.subject, self.words, self.isLoss) = (rule, path, subject, words, isLoss)
      (first, last, self.example) = (day, day, example)
    }
  }

  /// Nothing replayed yet.
  public init() { (rows, recordings, bytes, seconds, skipped) = ([], 0, 0, 0, [:]) }

  /// Whether a version that people have, or that is to be shipped, did not read something.
  public var holdsFailure: Bool { rows.contains { $0.version.status != .retired && $0.read < $0.recordings } }
}
