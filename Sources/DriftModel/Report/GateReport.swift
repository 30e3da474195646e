/// Whether versions can be shipped, by what was recorded of the provider.
public struct GateReport: Codable, Sendable, Equatable {
  /// One entry for each version of each contract, in their order.
  public var versions: [Judgement] = []
  /// Everything that was found, new ones first.
  public var findings: [GateFinding] = []
  /// What the versions under test would lose sooner than shipped ones; no verdict depends on it.
  public var advice: [GateAdvice] = []
  /// Recordings on which the versions were run, with the bytes of their bodies.
  public var (recordings, bytes) = (0, 0)
  /// Real time that it took.
  public var seconds = 0.0
  /// Remarks that are no finding, such as what could not be located.
  public var notes: [String] = []

  /// What is said of a version.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// It reads what was ever recorded, as far as that depends on it.
    case canShip = "can-ship"
    /// Something breaks or is lost that did not before.
    case cannotShip = "cannot-ship"
    /// There is not enough evidence.
    case cannotTell = "cannot-tell"
  }

  /// The verdict on one version.
  public struct Judgement: Codable, Sendable, Equatable {
    /// Id of the contract.
    public var contract: String
    /// The version.
    public var version: VersionInfo
    /// What is said of it.
    public var verdict: Verdict
    /// Recordings that it was run on.
    public var recordings: Int
    /// Members that its types ask for, and how many of them some recording holds.
    public var (fields, fieldsSeen): (Int, Int)

    /// The verdict on a version.
    public init(contract: String, version: VersionInfo, verdict: Verdict, recordings: Int, fields: Int, fieldsSeen: Int)
    {
      (self.contract, self.version, self.verdict, self.recordings) = (contract, version, verdict, recordings)
      (self.fields, self.fieldsSeen) = (fields, fieldsSeen)
    }
  }

  /// Nothing judged yet.
  public init() {}

  /// The worst verdict: one that forbids comes before one that cannot be given.
  public var verdict: Verdict {
    let all = Set(versions.map(\.verdict))
    return all.contains(.cannotShip) ? .cannotShip : all.contains(.cannotTell) || all.isEmpty ? .cannotTell : .canShip
  }
}

/// One reason for a verdict.
public struct GateFinding: Codable, Sendable, Equatable {
  /// What kind of thing it is.
  public enum Kind: String, Codable, Sendable, CaseIterable, Comparable {
    /// A recording does not decode.
    case decode
    /// The app's code ends the process or does not end.
    case crash
    /// Records are lost that a shipped version keeps.
    case records
    /// A property of the domain values is lost that a shipped version keeps.
    case property
    /// Elements of a list in the domain values are lost that a shipped version keeps.
    case elements
    /// Identities collide, or change from one mapping to the next, which a shipped version's do not.
    case identity
    /// A file or type of a shipped version was changed after its release.
    case sealed
    /// There is no recording, none that is new enough, or too few members are in any.
    case evidence

    /// In the order in which they are declared.
    public static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

    private var rank: Int { Kind.allCases.firstIndex(of: self) ?? 0 }
  }

  /// How it came about.
  public enum State: String, Codable, Sendable, CaseIterable, Comparable {
    /// This change caused it.
    case new
    /// It is in the lock, or the monitor knows it.
    case known
    /// The provider caused it: a shipped version, which did not change, has it as well.
    case provider
    /// It is in the lock and is not found any more.
    case mended

    /// In the order in which they are declared.
    public static func < (left: State, right: State) -> Bool { left.rank < right.rank }

    private var rank: Int { State.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint; empty for what is about the version as a whole.
  public var endpoint: String
  /// Id of the version.
  public var version: String
  /// What kind of thing it is.
  public var kind: Kind
  /// The rule of a failed decoding; `nil` otherwise.
  public var rule: RuleID?
  /// RFC 9535 pattern; empty where no path is to blame.
  public var path: String
  /// What it is about: `ProductDTO.price`, `Product.isAffordable`, or a file.
  public var subject: String
  /// What is wrong, in a few words.
  public var words: String
  /// How it came about.
  public var state: State
  /// Why it is known: the words of the lock's entry, or the incident.
  public var reason: String?
  /// How many recordings show it.
  public var recordings: Int
  /// A file that shows it; `nil` where none does.
  public var example: String?
  /// Where the source code says so: file, and line from 1; `nil` if that is not known.
  public var (file, line): (String?, Int?)

  /// A reason for a verdict that nobody has judged yet.
  public init(
    contract: String, endpoint: String, version: String, kind: Kind, rule: RuleID? = nil, path: String = "",
    subject: String, words: String
  ) {
    (self.contract, self.endpoint, self.version, self.kind) = (contract, endpoint, version, kind)
    (self.rule, self.path, self.subject, self.words) = (rule, path, subject, words)
    (state, recordings) = (.new, 0)
  }

  /// What makes two findings the same one, whatever the recordings are.
  public var identity: [String] { [contract, endpoint, version, kind.rawValue, rule?.rawValue ?? "", path, subject] }

  /// Whether it forbids to ship, if it is new.
  public var isReason: Bool { kind != .evidence }
}
