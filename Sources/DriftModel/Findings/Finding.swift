public import Foundation
public import PayloadShape
import System

/// One thing found in the present state of an endpoint, with everything a person needs to judge it.
public struct Finding: Codable, Sendable, Equatable {
  /// Permanent id of the kind of finding.
  public var rule: RuleID
  /// How much it matters, from what it costs the people who use the app.
  public var level: Level
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint.
  public var endpoint: String
  /// Environment: `production`.
  public var environment: String
  /// Perspective: `default`, `recorded`, or an account's.
  public var perspective: String
  /// Path to blame, RFC 9535 with `[*]`; empty where no path is.
  public var path: String
  /// Further paths of the same change.
  public var paths: [String]
  /// One occurrence.
  public var example: Example?
  /// What was expected: `number`, `Double`.
  public var expected: String
  /// What is there: `object {amount, currency}`.
  public var actual: String
  /// What happened to the shape of the responses; `nil` for a finding that speaks of a fact.
  public var change: ChangeKind?
  /// What is there, as values; `nil` where the value itself is at fault, so that any other is the same again.
  public var form: ObservedForm?
  /// Occurrences (records, or values).
  @Count public var count: Int
  /// Of how many.
  @Count public var total: Int
  /// The responses that show it; `nil` where one response is all there is, or that is not known.
  public var responses: ShowingResponses?
  /// Versions that are hit, with the DTO property.
  public var versions: [AffectedVersion]
  /// Mappings that are hit, with the domain properties.
  public var mappings: [AffectedMapping]
  /// The finding in one plain sentence.
  public var message: String
  /// When it was first seen.
  public var firstSeen: Date?
  /// When it was last seen.
  public var lastSeen: Date?
  /// When the endpoint was last seen without it; `nil`: never.
  public var lastGood: Date?
  /// 0 to 1: how surely it is no chance, or how sure a rename is; `nil` for facts.
  public var confidence: Double?
  /// Whether it is reported at its level, or why not.
  public var state: State
  /// Whose word makes it fine; `nil`: nobody's.
  public var accepted: Accepted?
  /// Who set its level, and what it would be; `nil`: it is the one that follows from what it costs.
  public var setLevel: SetLevel?
  /// What may help.
  public var hint: String?
  /// Whether it says what will be lost rather than what is.
  public var isPrediction: Bool
  /// Whether a version may read the path although none is known to, because not all that it reads is known.
  @Sparse public var mayBeRead: Bool
  /// Identity over rounds, 16 hexadecimal digits; independent of wording, counts and level.
  public var fingerprint: String
  /// Id of the incident it belongs to; of information, the one that it is shown with; `nil`: none.
  public var incident: String?

  /// A finding with what identifies it.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - level: How much it matters.
  ///   - key: The request key.
  ///   - path: Path to blame; empty where no path is.
  ///   - versions: Versions that are hit.
  ///   - message: The rule's sentence.
  ///   - subject: What distinguishes it from other findings of the rule at the same path, if there can be several.
  ///   - details: Sets what else is known: counts, an example, mappings that are hit.
  public init(
    rule: RuleID, level: Level, key: RequestKey, path: String = "", versions: [AffectedVersion] = [],
    message: String, subject: String = "", _ details: (inout Finding) -> Void = { _ in }
  ) {
    (self.rule, self.level, self.path, self.versions) = (rule, level, path, versions)
    (contract, endpoint) = (key.contract, key.endpoint)
    (environment, perspective) = (key.environment, key.perspective)
    (paths, mappings) = ([], [])
    (expected, actual, count, total) = ("", "", 0, 0)
    (isPrediction, state) = (false, .open)
    self.message = Self.bounded(message)
    fingerprint =
      ContentDigest(
        of: [rule.rawValue, key.contract, key.request, key.environment, key.perspective, path, subject]
      ).short
    details(&self)
  }

  /// Whether it makes the outcome of its endpoint `drift`: at warning or above, and found in a response. Notices,
  /// such as what the provider announces, are none.
  public var isDrift: Bool { level >= .warning && rule.family != .watch && rule.family != .notice }

  /// Whether it would be breaking if a candidate that it hits had shipped. A level that somebody set holds for candidates too.
  public var breaksCandidate: Bool { versions.contains { breaks(candidate: $0.version) } }

  /// Whether it would be breaking if `version`, a candidate, had shipped.
  public func breaks(candidate version: String) -> Bool {
    let hit = versions.first { $0.version == version }?.levelOnceShipped
    return state == .open && hit.map { setLevel == nil ? $0 : level } == .breaking
  }

  /// Whether it says that something is not there.
  package var isOfAbsence: Bool { form?.kinds == [.absent] }

  /// Whether both say that values are of one other form now, as a change of shape or as a failure to decode.
  package func showsSameForm(as other: Finding) -> Bool {
    let families: [RuleFamily] = [.field, .decode]
    guard families.contains(rule.family), families.contains(other.rule.family), let kinds = form?.kinds,
      let others = other.form?.kinds
    else { return false }
    return Set(kinds) == Set(others)
  }

  /// Whether chance may explain it so far: information, and part of what the baseline learns.
  public var isPending: Bool { state == .pending }

  /// Whether it says what would be lost, and opens no incident because nothing is lost yet.
  public var isForeseen: Bool { isPrediction && level == .info && state == .open }

  /// A sentence without the middle of a name of thousands of characters, which is the provider's and no word of ours.
  private static func bounded(_ message: String) -> String {
    let limit = 2_000
    guard message.utf8.count > limit * 2 else { return message }
    return "\(message.prefix(limit / 2))…\(message.suffix(limit / 2))"
  }

  /// Whether a finding is reported at its level.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// It is.
    case open
    /// Not yet, since chance may explain it: information until later responses confirm it.
    case pending
    /// No: somebody accepted it.
    case accepted
  }

  /// A level that somebody set in place of the one that a finding would have.
  public struct SetLevel: Codable, Sendable, Equatable {
    /// Where it was set: `driftwatch.json`.
    public var by: String
    /// The level that it would have.
    public var level: Level

    /// A level that was set.
    public init(by: String, level: Level) {
      self.by = by
      self.level = level
    }
  }

  /// `kept at information by driftwatch.json (default: breaking)`; `nil` where nobody set its level.
  public var setLevelWords: String? {
    setLevel.map { set in
      "\(set.level > level ? "kept at" : "raised to") \(level.words) by \(set.by) (default: \(set.level.words))"
    }
  }

  /// Whose word makes a finding fine.
  public struct Accepted: Codable, Sendable, Equatable {
    /// Who.
    public var by: String
    /// Why.
    public var reason: String
    /// Until when; `nil`: for good.
    public var until: Date?
    /// The level that it would have.
    public var level: Level

    /// Somebody's word.
    public init(by: String, reason: String, until: Date?, level: Level) {
      (self.by, self.reason, self.until, self.level) = (by, reason, until, level)
    }
  }

  /// One occurrence in the response.
  public struct Example: Codable, Sendable, Equatable {
    /// RFC 6901 pointer.
    public var pointer: String
    /// Line from 1.
    @Count public var line: Int?
    /// Column from 1.
    @Count public var column: Int?
    /// The value in short; never a whole payload.
    public var excerpt: String
    /// What healthy records have there, by their shape: `number`; `nil` where that is not known.
    public var healthy: String?

    /// A location with its value in short.
    public init(pointer: String, line: Int? = nil, column: Int? = nil, excerpt: String = "") {
      self.pointer = boundedPointer(pointer)
      (self.line, self.column, self.excerpt) = (line, column, excerpt)
    }
  }
}

/// Where a finding belongs: one request of a contract, in one environment and perspective.
public struct RequestKey: Codable, Sendable, Hashable {
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint.
  public var endpoint: String
  /// Digest of the request as declared, 16 hexadecimal digits.
  public var request: String
  /// Environment.
  public var environment: String
  /// Perspective.
  public var perspective: String

  /// A request of a contract, in one environment and perspective.
  public init(contract: String, endpoint: String, request: String, environment: String, perspective: String) {
    (self.contract, self.endpoint, self.request) = (contract, endpoint, request)
    (self.environment, self.perspective) = (environment, perspective)
  }
}

/// A version that a finding hits.
public struct AffectedVersion: Codable, Sendable, Equatable {
  /// Id of the version.
  public var version: String
  /// App releases that hold it.
  public var shippedIn: String?
  /// DTO property with its type: `ProductDTO.price: Double`; `nil` when unknown.
  public var property: String?
  /// Whether the whole response is lost to it.
  public var losesResponse: Bool
  /// Of a candidate, the level that the finding would have if it had shipped; `nil` where that is no other.
  public var levelOnceShipped: Level?

  /// A version that is hit.
  public init(version: String, shippedIn: String? = nil, property: String? = nil, losesResponse: Bool = false) {
    (self.version, self.shippedIn, self.property, self.losesResponse) = (version, shippedIn, property, losesResponse)
  }

  /// A version of a contract that is hit.
  public init(_ version: VersionInfo, property: String? = nil, losesResponse: Bool = false) {
    self.init(
      version: version.id, shippedIn: version.shippedIn, property: property, losesResponse: losesResponse)
  }

  /// A version of a contract that `consequence` hits.
  public init(
    _ version: VersionInfo, property: String? = nil, losesResponse: Bool = false, costs consequence: Consequence,
    isEssential: Bool = false
  ) {
    self.init(version, property: property, losesResponse: losesResponse)
    take(consequence, isEssential: isEssential, status: version.status)
  }

  /// Keeps the worst of what several things cost a candidate.
  public mutating func take(_ consequence: Consequence, isEssential: Bool = false, status: VersionInfo.Status) {
    switch status {
    case .supported, .retired: break
    case .candidate:
      let shipped = level(of: consequence, isEssential: isEssential)
      guard shipped > level(of: consequence, isEssential: isEssential, status: status) else { return }
      levelOnceShipped = max(levelOnceShipped ?? shipped, shipped)
    }
  }
}

/// A mapping that a finding hits.
public struct AffectedMapping: Codable, Sendable, Equatable {
  /// Id of the version.
  public var version: String
  /// Name of the domain model.
  public var mapping: String
  /// Domain properties that are lost; empty when whole records are.
  public var properties: [String]
  /// Records in the payload.
  @Count public var recordsIn: Int
  /// Domain values made.
  @Count public var recordsOut: Int
  /// In what the values of the property are others than before; empty where something is lost.
  @Sparse public var shifts: [ValueShift]

  /// A mapping that is hit.
  public init(version: String, mapping: String, properties: [String] = [], recordsIn: Int = 0, recordsOut: Int = 0) {
    (self.version, self.mapping, self.properties) = (version, mapping, properties)
    (self.recordsIn, self.recordsOut) = (recordsIn, recordsOut)
  }
}
