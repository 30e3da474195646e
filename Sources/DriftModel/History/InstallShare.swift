public import Foundation

/// The share of installs that a version had by what was declared for an environment; it holds until the next entry of that version there.
public struct InstallShare: Sendable, Equatable {
  /// Id of the contract.
  public var contract: String
  /// Id of the version.
  public var version: String
  /// The environment of the round that was told it: another one may have another configuration.
  public var environment: String
  /// In percent, 0 to 100; `nil`: none is declared from then on.
  public var percent: Double?
  /// When a round was first told it, in whole milliseconds.
  public var since: Date

  /// An entry.
  public init(contract: String, version: String, environment: String, percent: Double?, since: Date) {
    (self.contract, self.version, self.environment) = (contract, version, environment)
    (self.percent, self.since) = (percent, since)
  }

  /// How long an entry holds at least before another one comes beside it.
  package static let leastSeconds = 3_600.0
  /// Seconds by which the clocks of machines may differ: what is further ahead came from a clock that was wrong.
  package static let mostAhead = 86_400.0

  /// Whether a share may be stored: a percentage of a whole.
  package static func isPossible(_ percent: Double) -> Bool { (0...100).contains(percent) }
}

extension ContractInfo {
  /// What the shares of its versions are from `date` on, where that differs from their latest entries.
  ///
  /// Only versions that people use have a share, and versions that the contract does not have are those of another build. An entry of less
  /// than ``InstallShare/leastSeconds`` is replaced, so that processes that know different shares fill nothing.
  ///
  /// - Parameters:
  ///   - latest: The latest entry of each version of this contract that has one in the environment.
  ///   - environment: The environment.
  ///   - date: The clock.
  /// - Returns: The entries to be stored, by version.
  package func installShares(
    changedFrom latest: [InstallShare], environment: String, at date: Date
  ) -> [InstallShare] {
    let known = Dictionary(latest.map { ($0.version, $0) }, uniquingKeysWith: { $1 })
    let date = date.toTheMillisecond
    return versions.sorted { $0.id < $1.id }.compactMap { version in
      let declared = version.status == .supported ? version.installs : nil
      let percent = declared.flatMap { InstallShare.isPossible($0) ? $0 : nil }
      let former = known[version.id]
      guard former?.percent != percent else { return nil }
      let isYoung = former.map { date.timeIntervalSince($0.since) < InstallShare.leastSeconds } ?? false
      return InstallShare(
        contract: id, version: version.id, environment: environment, percent: percent,
        since: isYoung ? former?.since ?? date : date)
    }
  }
}
