public import DriftModel
public import Foundation
public import Store

extension SQLStore {
  /// Notes which share of installs each supported version has now, a transaction for each contract with another share than before.
  public func noteInstalls(of contracts: [ContractInfo], environment: String, at date: Date) throws(StoreError) {
    for contract in contracts where try !connection.changedShares(of: contract, environment, at: date).isEmpty {
      try connection.transaction(.committing) { () throws(StoreError) in
        try connection.run(
          "DELETE FROM installs WHERE contract = ? AND environment = ? AND since > ?",
          [Value(contract.id), Value(environment), Value(date.addingTimeInterval(InstallShare.mostAhead))])
        // Asked again under the lock, because another process may have stored it meanwhile.
        for share in try connection.changedShares(of: contract, environment, at: date) {
          try connection.run(
            """
            INSERT INTO installs (contract, version, environment, since, percent) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (contract, version, environment, since) DO UPDATE SET percent = excluded.percent
            """,
            [
              Value(share.contract), Value(share.version), Value(environment), Value(share.since), Value(share.percent),
            ])
          try connection.boundInstalls(of: share)
        }
      }
    }
  }

  /// Shares of installs over time by what was declared for an environment, by contract, version and time.
  public func installShares(environment: String) throws(StoreError) -> [InstallShare] {
    try connection.installShares("environment = ?", [Value(environment)])
  }
}

extension Connection {
  /// The shares of a contract that are not those of its latest entries.
  fileprivate func changedShares(
    of contract: ContractInfo, _ environment: String, at date: Date
  ) throws(StoreError) -> [InstallShare] {
    // What cannot be is another share, and is replaced: no round fails for what only pages show.
    let latest = try installShares(
      """
      contract = ? AND environment = ? AND since = (
        SELECT max(since) FROM installs AS entry WHERE entry.contract = installs.contract AND entry.version = installs.version
          AND entry.environment = installs.environment)
      """, [Value(contract.id), Value(environment)], takesAll: true)
    let ahead = date.addingTimeInterval(InstallShare.mostAhead)
    guard !latest.contains(where: { $0.since > ahead }) else { return latest }
    return contract.installShares(changedFrom: latest, environment: environment, at: date)
  }

  fileprivate func installShares(
    _ condition: String, _ values: [Value], takesAll: Bool = false
  ) throws(StoreError) -> [InstallShare] {
    try all(
      "SELECT contract, version, environment, percent, since FROM installs WHERE \(condition) ORDER BY contract, version, since",
      values
    ) { row throws(StoreError) in
      let percent = row.isNull(3) ? nil : row.real(3)
      guard takesAll || percent.map(InstallShare.isPossible) ?? true else {
        throw .damaged(store: path, part: "installs.percent", reason: "a share that cannot be")
      }
      return InstallShare(
        contract: row.text(0), version: row.text(1), environment: row.text(2), percent: percent, since: row.date(4))
    }
  }

  /// Removes the oldest shares of a version that has too many.
  fileprivate func boundInstalls(of share: InstallShare) throws(StoreError) {
    try run(
      """
      DELETE FROM installs WHERE contract = ?1 AND version = ?2 AND environment = ?3 AND since <= (
        SELECT since FROM installs WHERE contract = ?1 AND version = ?2 AND environment = ?3
        ORDER BY since DESC LIMIT 1 OFFSET ?4)
      """, [Value(share.contract), Value(share.version), Value(share.environment), Value(bounds.sharesPerVersion)])
  }
}
