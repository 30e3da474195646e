public import DriftModel
public import Foundation

// Acceptances and backoffs.
extension MemoryStore {
  /// Stores acceptances. One with the id of a stored acceptance replaces it.
  @discardableResult
  public func accept(
    _ acceptances: [Acceptance], contract: String, at date: Date, replacing former: [String]
  ) -> [String] {
    for id in former { withdrawAcceptance(id: id, at: date) }
    return acceptances.map { acceptance in
      let id = acceptance.id(contract: contract)
      let known = contents.acceptances[id]
      if known?.acceptance != acceptance || known?.withdrawnAt != nil {
        contents.acceptances[id] = StoredAcceptance(
          id: id, contract: contract, storedAt: date.toTheMillisecond, acceptance: acceptance)
      }
      return id
    }
  }

  /// Acceptances of `contract` (`nil`: of all) that count, in the order in which they were stored.
  public func acceptances(contract: String?) -> [StoredAcceptance] {
    acceptances(contract) { $0.withdrawnAt == nil }
  }

  /// Acceptances of `contract` (`nil`: of all) that were withdrawn after what they cover had become part of a baseline.
  public func withdrawnAcceptances(contract: String?) -> [StoredAcceptance] {
    acceptances(contract) { $0.withdrawnAt != nil }
  }

  private func acceptances(_ contract: String?, _ isWanted: (StoredAcceptance) -> Bool) -> [StoredAcceptance] {
    contents.acceptances.values.filter { (contract == nil || $0.contract == contract) && isWanted($0) }.sorted {
      ($0.storedAt, $0.id) < ($1.storedAt, $1.id)
    }
  }

  /// When each acceptance was last of use anywhere, by id.
  public func acceptanceUses() -> [String: AcceptanceUse] {
    var uses: [String: AcceptanceUse] = [:]
    for (id, use) in contents.requests.values.flatMap(\.memory.acceptanceUses) {
      let known = uses[id] ?? AcceptanceUse()
      uses[id] = AcceptanceUse(
        lastMatchedAt: [known.lastMatchedAt, use.lastMatchedAt].compactMap(\.self).max(),
        appliedAt: [known.appliedAt, use.appliedAt].compactMap(\.self).max())
    }
    return uses
  }

  /// Withdraws an acceptance, so that it covers nothing from now on.
  @discardableResult
  public func withdrawAcceptance(id: String, at date: Date) -> AcceptanceWithdrawal {
    if acceptanceUses()[id]?.appliedAt != nil {
      guard contents.acceptances[id]?.withdrawnAt == nil, contents.acceptances[id] != nil else { return .unknown }
      contents.acceptances[id]?.withdrawnAt = date.toTheMillisecond
      return .keptByBaseline
    }
    guard contents.acceptances.removeValue(forKey: id) != nil else { return .unknown }
    for key in contents.requests.keys { contents.requests[key]?.memory.acceptanceUses[id] = nil }
    return .removed
  }

  /// By scope: the backoffs that had no response since.
  public func backoffs() -> [String: Backoff] { contents.backoffs }

  /// Stores new backoffs and removes those that got a response.
  public func update(backoffs: [Backoff], responded: Set<String>, now: Date) {
    guard !backoffs.isEmpty || !responded.isEmpty else { return }
    for scope in responded { contents.backoffs[scope] = nil }
    for var backoff in backoffs {
      backoff.until = backoff.until.toTheMillisecond
      contents.backoffs[backoff.scope] = backoff
    }
    let oldest = now.addingTimeInterval(-Backoff.daysKept * 86_400)
    contents.backoffs = contents.backoffs.filter { $0.value.until >= oldest }
  }
}
