public import DriftModel
public import Foundation
public import Store

extension SQLStore {
  /// Notes which share of installs each supported version has now, a transaction for each contract with another share than before.
  public func noteInstalls(of contracts: [ContractInfo], at date: Date) throws(StoreError) {
    for contract in contracts where try !connection.changedShares(of: contract, at: date).isEmpty {
      try connection.transaction(.committing) { () throws(StoreError) in
        // Asked again under the lock, because another process may have stored it meanwhile.
        for share in try connection.changedShares(of: contract, at: date) {
          try connection.run(
            """
            INSERT INTO installs (contract, version, since, percent) VALUES (?, ?, ?, ?)
            ON CONFLICT (contract, version, since) DO UPDATE SET percent = excluded.percent
            """, [Value(share.contract), Value(share.version), Value(share.since), Value(share.percent)])
          try connection.boundInstalls(of: share)
        }
      }
    }
  }

  /// Shares of installs over time, by contract, version and time.
  public func installShares() throws(StoreError) -> [InstallShare] {
    try connection.installShares("TRUE", [])
  }
}

extension Connection {
  /// The shares of a contract that are not those of its latest entries.
  fileprivate func changedShares(of contract: ContractInfo, at date: Date) throws(StoreError) -> [InstallShare] {
    let latest = try installShares(
      """
      contract = ? AND since = (
        SELECT max(since) FROM installs AS entry WHERE entry.contract = installs.contract AND entry.version = installs.version)
      """, [Value(contract.id)])
    return contract.installShares(changedFrom: latest, at: date)
  }

  fileprivate func installShares(_ condition: String, _ values: [Value]) throws(StoreError) -> [InstallShare] {
    try all(
      "SELECT contract, version, percent, since FROM installs WHERE \(condition) ORDER BY contract, version, since",
      values
    ) { row throws(StoreError) in
      let percent = row.isNull(2) ? nil : row.real(2)
      guard percent.map(InstallShare.isPossible) ?? true else {
        throw .damaged(store: path, part: "installs.percent", reason: "a share that cannot be")
      }
      return InstallShare(contract: row.text(0), version: row.text(1), percent: percent, since: row.date(3))
    }
  }

  /// Removes the oldest shares of a version that has too many.
  fileprivate func boundInstalls(of share: InstallShare) throws(StoreError) {
    try run(
      """
      DELETE FROM installs WHERE contract = ?1 AND version = ?2 AND since <= (
        SELECT since FROM installs WHERE contract = ?1 AND version = ?2 ORDER BY since DESC LIMIT 1 OFFSET ?3)
      """, [Value(share.contract), Value(share.version), Value(bounds.sharesPerVersion)])
  }
}
