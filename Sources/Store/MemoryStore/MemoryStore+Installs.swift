public import DriftModel
public import Foundation

extension MemoryStore {
  /// Notes which share of installs each supported version has now.
  public func noteInstalls(of contracts: [ContractInfo], at date: Date) {
    for contract in contracts {
      let known = contents.installShares.filter { $0.contract == contract.id }
      for share in contract.installShares(changedFrom: known, at: date) {
        contents.installShares.removeAll {
          $0.contract == share.contract && $0.version == share.version && $0.since == share.since
        }
        contents.installShares.append(share)
      }
    }
    contents.installShares.sort { left, right in
      (left.contract, left.version, left.since) < (right.contract, right.version, right.since)
    }
  }

  /// Shares of installs over time.
  public func installShares() -> [InstallShare] { contents.installShares }
}

extension MemoryContents {
  /// Removes shares whose next one is old as well.
  mutating func removeInstallShares(endedBefore date: Date) {
    let date = date.toTheMillisecond
    installShares = installShares.enumerated().filter { index, share in
      let next = installShares.indices.contains(index + 1) ? installShares[index + 1] : nil
      guard let next, next.contract == share.contract, next.version == share.version else { return true }
      return next.since >= date
    }.map(\.element)
  }
}
