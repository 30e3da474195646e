/// What judgement and reports need to know of a shipped version.
public struct VersionInfo: Codable, Sendable, Equatable {
  /// Whether people use it.
  public enum Status: String, Codable, Sendable {
    /// Shipped and in use.
    case supported
    /// Not shipped yet: at most a warning.
    case candidate
    /// No longer supported: information only.
    case retired
  }

  /// Id within the contract: `v1`.
  public var id: String
  /// App releases that hold this code: `1.0 to 1.4`.
  public var shippedIn: String?
  /// Whether people use it.
  public var status: Status
  /// Share of all installs in percent.
  public var installs: Double?
  /// The day of that share, as `2026-11-01`.
  public var installsOn: String?
  /// Who is asked when it breaks.
  public var owner: String?

  /// A version of a contract.
  public init(
    id: String, shippedIn: String? = nil, status: Status = .supported, installs: Double? = nil,
    installsOn: String? = nil, owner: String? = nil
  ) {
    (self.id, self.shippedIn, self.status) = (id, shippedIn, status)
    (self.installs, self.installsOn, self.owner) = (installs, installsOn, owner)
  }
}
