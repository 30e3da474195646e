/// One release line of the app: which endpoints it reads with which types, and what it makes of them.
public struct Version: Sendable {
  /// Whether people use it.
  public enum Status: String, Sendable, Codable, CaseIterable {
    /// Shipped and in use: a break is breaking.
    case supported
    /// Not shipped yet: at most a warning.
    case candidate
    /// No longer supported: information only.
    case retired
  }

  /// Permanent id, unique within the contract: `v1`.
  public let id: String
  /// The app releases with this code, as people write them: `1.0 to 1.4`.
  public let shippedIn: String?
  /// The oldest system on which this version runs; its Foundation may refuse what this one accepts.
  public let runsOn: Platform?
  /// Whether people use it.
  public let status: Status
  /// The day (UTC) on which it shipped, as `2024-03-01`; `nil` if unknown. It is not judged on older responses.
  public let shippedOn: String?
  /// The day (UTC) from which on it counts as retired; `nil` if it has not retired, or `status` says so.
  public let retiredOn: String?
  /// Share of all installs in percent, 0 to 100; `nil` if unknown.
  public internal(set) var installs: Double?
  /// The day of that share, as `2026-11-01`; `nil` if unknown.
  public internal(set) var installsOn: String?
  /// Who is asked when it breaks.
  public let owner: String?
  /// What it reads.
  public private(set) var reads: [AnyReads]
  /// What it sends.
  public let sends: [AnySends]
  /// What it reads, changes and writes back completely.
  public let writesBack: [AnyWritesBack]
  /// What it makes of two responses together.
  public let joins: [AnyJoins]

  /// Describes a release line.
  ///
  /// - Parameters:
  ///   - id: Permanent id, unique within the contract.
  ///   - shippedIn: The app releases with this code.
  ///   - shippedOn: The day on which it shipped, as `2024-03-01`. It is not judged on older responses.
  ///   - retiredOn: The day from which on it counts as retired.
  ///   - runsOn: The oldest system on which it runs.
  ///   - status: Whether people use it.
  ///   - installs: Share of all installs in percent.
  ///   - installsOn: The day of that share, as `2026-11-01`.
  ///   - owner: Who is asked when it breaks.
  ///   - parts: `Reads`, `Sends`, `WritesBack` and `Joins`.
  public init(
    _ id: String, shippedIn: String? = nil, shippedOn: String? = nil, retiredOn: String? = nil,
    runsOn: Platform? = nil, status: Status = .supported, installs: Double? = nil, installsOn: String? = nil,
    owner: String? = nil,
    @VersionBuilder _ parts: () -> [VersionPart]
  ) {
    let parts = parts()
    self.id = id
    self.shippedIn = shippedIn
    self.shippedOn = shippedOn
    self.retiredOn = retiredOn
    self.runsOn = runsOn
    self.status = status
    self.installs = installs
    self.installsOn = installsOn
    self.owner = owner
    reads = parts.compactMap { if case .reads(let part) = $0 { part } else { nil } }
    sends = parts.compactMap { if case .sends(let part) = $0 { part } else { nil } }
    writesBack = parts.compactMap { if case .writesBack(let part) = $0 { part } else { nil } }
    joins = parts.compactMap { if case .joins(let part) = $0 { part } else { nil } }
  }

  /// Names another endpoint for one part of what it reads. The request stays what this version sends to the former one.
  mutating func setReads(_ index: Int, at endpoint: String) {
    let former = reads[index].endpoint
    reads[index].request = reads.first { $0.endpoint == former && $0.failures == nil }?.request
    reads[index].endpoint = endpoint
  }

  /// What this version reads at `endpoint`; `nil` if it does not.
  package func reads(_ endpoint: String) -> AnyReads? { reads.first { $0.endpoint == endpoint } }
}

/// A system with its version. Its Foundation may differ from the one that judges here.
public struct Platform: Sendable, Hashable, Codable {
  /// `iOS`, `macOS`, `watchOS`, `tvOS`, `visionOS` or `Linux`.
  public let name: String
  /// Major version; 0 if it does not matter.
  public let major: Int
  /// Minor version.
  public let minor: Int

  /// An iOS (and iPadOS) version.
  public static func iOS(_ major: Int, _ minor: Int = 0) -> Platform {
    Platform(name: "iOS", major: major, minor: minor)
  }
  /// A macOS version.
  public static func macOS(_ major: Int, _ minor: Int = 0) -> Platform {
    Platform(name: "macOS", major: major, minor: minor)
  }
  /// A watchOS version.
  public static func watchOS(_ major: Int, _ minor: Int = 0) -> Platform {
    Platform(name: "watchOS", major: major, minor: minor)
  }
  /// A tvOS version.
  public static func tvOS(_ major: Int, _ minor: Int = 0) -> Platform {
    Platform(name: "tvOS", major: major, minor: minor)
  }
  /// A visionOS version.
  public static func visionOS(_ major: Int, _ minor: Int = 0) -> Platform {
    Platform(name: "visionOS", major: major, minor: minor)
  }
  /// Linux, whose Foundation is the one that judges here.
  public static let linux = Platform(name: "Linux", major: 0, minor: 0)
}
