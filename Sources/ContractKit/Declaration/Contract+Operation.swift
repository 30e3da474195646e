extension Contract {
  /// The same contract with settings of one installation. What is watched and who reads it stay the same.
  ///
  /// - Parameters:
  ///   - credential: Where the credential is read, in place of the contract's own. It has no effect on a contract that
  ///     sends none, because the header is not known.
  ///   - origins: Origins that get the credential beside those that the contract names.
  ///   - installs: Shares of installs, in place of all that the versions declare; `nil` for theirs.
  ///   - interval: How often an endpoint is fetched; `nil` for the contract's own interval.
  /// - Returns: The contract with these in place.
  package func operated(
    credential: Credential? = nil, origins: [String] = [], installs: InstallShares? = nil,
    interval: (Endpoint) -> Duration? = { _ in nil }
  ) -> Contract {
    var contract = self
    contract.authorization?.origins += origins
    if let credential { contract.authorization?.credential = credential }
    if let installs {
      contract.versions = contract.versions.map { version in
        var version = version
        version.installs = installs.shares[version.id]
        version.installsOn = version.installs.flatMap { _ in installs.day }
        return version
      }
    }
    for index in contract.endpoints.indices {
      if let interval = interval(contract.endpoints[index]) { contract.endpoints[index].interval = interval }
    }
    return contract
  }
}

/// Shares of installs of a contract's versions. They replace all that the contract says, because shares of two days do not add up.
package struct InstallShares: Sendable, Equatable {
  /// Percent by version; one that is not named has none.
  package var shares: [String: Double]
  /// The day of the shares, as `2026-11-01`; `nil` if unknown.
  package var day: String?

  /// Shares of a day.
  package init(shares: [String: Double] = [:], day: String? = nil) {
    self.shares = shares
    self.day = day
  }
}
