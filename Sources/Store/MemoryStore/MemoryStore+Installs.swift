public import DriftModel
public import Foundation

extension MemoryStore {
  /// Notes which share of installs each supported version has now.
  public func noteInstalls(of contracts: [ContractInfo], environment: String, at date: Date) {
    for contract in contracts {
      contents.installShares.removeAll {
        $0.contract == contract.id && $0.environment == environment
          && $0.since > date.addingTimeInterval(InstallShare.mostAhead)
      }
      let known = contents.installShares.filter { $0.contract == contract.id && $0.environment == environment }
      for share in contract.installShares(changedFrom: known, environment: environment, at: date) {
        contents.installShares.removeAll {
          $0.isOfVersion(share) && $0.since == share.since
        }
        contents.installShares.append(share)
      }
    }
    contents.installShares.sort { left, right in
      (left.contract, left.version, left.environment, left.since)
        < (right.contract, right.version, right.environment, right.since)
    }
  }

  /// Shares of installs over time.
  public func installShares(environment: String) -> [InstallShare] {
    contents.installShares.filter { $0.environment == environment }
  }
}

extension InstallShare {
  /// Whether another entry is of the same version in the same environment.
  fileprivate func isOfVersion(_ other: InstallShare) -> Bool {
    (contract, version, environment) == (other.contract, other.version, other.environment)
  }
}

extension MemoryContents {
  /// Removes shares whose next one is old as well.
  mutating func removeInstallShares(endedBefore date: Date) {
    let date = date.toTheMillisecond
    installShares = installShares.enumerated().filter { index, share in
      let next = installShares.indices.contains(index + 1) ? installShares[index + 1] : nil
      guard let next, next.isOfVersion(share) else { return true }
      return next.since >= date
    }.map(\.element)
  }
}
