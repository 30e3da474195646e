extension Contract {
  /// The same contract with settings of one installation. What is watched and who reads it stay the same.
  ///
  /// - Parameters:
  ///   - credential: Where the credential is read, in place of the contract's own. It has no effect on a contract that
  ///     sends none, because the header is not known.
  ///   - interval: How often an endpoint is fetched; `nil` for the contract's own interval.
  /// - Returns: The contract with these in place.
  package func operated(
    credential: Credential? = nil, interval: (Endpoint) -> Duration? = { _ in nil }
  ) -> Contract {
    var contract = self
    if let credential { contract.authorization?.credential = credential }
    for index in contract.endpoints.indices {
      if let interval = interval(contract.endpoints[index]) { contract.endpoints[index].interval = interval }
    }
    return contract
  }
}
