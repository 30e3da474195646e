extension Contract {
  /// The same contract as it is operated in one place: what is watched and who reads it stay as they are written.
  ///
  /// - Parameters:
  ///   - credential: Where the credential is read, in place of what the contract says; without effect on a contract that
  ///     sends none, since it does not say in which header.
  ///   - interval: How often an endpoint is fetched; `nil`: as the contract says.
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
