public import Foundation

/// The share of installs that a version had; it holds until the next entry of that version.
public struct InstallShare: Sendable, Equatable {
  /// Id of the contract.
  public var contract: String
  /// Id of the version.
  public var version: String
  /// In percent, 0 to 100; `nil`: none is declared from then on.
  public var percent: Double?
  /// When a round was first told it, in whole milliseconds.
  public var since: Date

  /// An entry.
  public init(contract: String, version: String, percent: Double?, since: Date) {
    (self.contract, self.version, self.percent, self.since) = (contract, version, percent, since)
  }

  /// Whether a share may be stored: a percentage of a whole.
  package static func isPossible(_ percent: Double) -> Bool { (0...100).contains(percent) }
}

extension ContractInfo {
  /// What the shares of its versions are from `date` on, where that differs from their latest entries.
  ///
  /// Only versions that people use have a share. An entry is never older than the one before it, also if the clock went back.
  ///
  /// - Parameters:
  ///   - latest: The latest entry of each version of this contract that has one.
  ///   - date: The clock.
  /// - Returns: By version.
  package func installShares(changedFrom latest: [InstallShare], at date: Date) -> [InstallShare] {
    let known = Dictionary(latest.map { ($0.version, $0) }, uniquingKeysWith: { $1 })
    let declared = versions.compactMap { version -> (String, Double)? in
      guard version.status == .supported, let percent = version.installs, InstallShare.isPossible(percent) else {
        return nil
      }
      return (version.id, percent)
    }
    let present = Dictionary(declared, uniquingKeysWith: { first, _ in first })
    return Set(known.keys).union(present.keys).sorted().compactMap { version in
      guard known[version]?.percent != present[version] else { return nil }
      let since = max(date.toTheMillisecond, known[version]?.since ?? .distantPast)
      return InstallShare(contract: id, version: version, percent: present[version], since: since)
    }
  }
}
