public import DriftModel
public import Foundation

/// What Driftwatch remembers: rounds, responses, baselines, findings, incidents, acceptances.
///
/// A store contains no body, no secret, and of the URLs that are asked for only digests. A call stores everything or nothing, and it is safe when
/// the call returns; readers always see whole results. Rounds are ordered by their numbers; times are only shown and
/// are kept to the millisecond. The same calls give the same results in every store: one suite of tests runs over
/// all of them.
public protocol Store: Sendable {
  /// The file or server, for people; never with a password.
  var location: String { get }

  // MARK: Leases

  /// Takes a lease without waiting. The one for rounds is held by any number of processes if the store ``isShared``.
  ///
  /// - Throws: `heldByAnother` while another process, or another value of this one, holds it.
  func lease(for purpose: Lease.Purpose) async throws(StoreError) -> Lease

  /// Who holds a lease now; empty if nobody does, or a process that has ended. Asking delays no other process.
  func leaseHolders(for purpose: Lease.Purpose) async throws(StoreError) -> [Lease.Holder]

  // MARK: Claims

  /// Whether several processes may run rounds at the same time. Each then claims what it checks.
  var isShared: Bool { get }

  /// Takes the right to check groups of endpoints, without waiting, for as long as it is renewed at least every ten seconds.
  ///
  /// A process that ends loses it at once, one that hangs half a minute later. If another process took it meanwhile, ``commit(_:)`` refuses what the
  /// first one still wants to store for these endpoints.
  ///
  /// - Returns: An answer for each group, in the same order. Whoever is granted a group reads its memory after that.
  func claim(_ groups: [ClaimGroup]) async throws(StoreError) -> [ClaimAnswer]

  /// Extends every claim of this value.
  func renewClaims() async throws(StoreError)

  /// Gives claims back.
  ///
  /// - Parameters:
  ///   - groups: What was granted.
  ///   - checked: Of its endpoints those with stored results, which are not due again for a while.
  /// - Throws: `StoreError`; the claims then end by themselves.
  func release(_ groups: [ClaimGroup], checked: Set<ClaimedEndpoint>) async throws(StoreError)

  // MARK: Rounds

  /// Begins a round and gives its number; until it is ended readers see it as incomplete.
  func beginRound(
    startedAt: Date, source: RoundInfo.Source, environment: String, buildID: String
  ) async throws(StoreError) -> Int

  /// Stores the end of a round, which makes it complete; `seconds` is the real time spent.
  ///
  /// - Throws: `inconsistent` for a round that never began or has ended.
  func endRound(_ number: Int, at date: Date, seconds: Double, exitCode: Int) async throws(StoreError)

  /// The latest round in order of insertion, of `environment` or of any; `nil` when there is none.
  func lastRound(completeOnly: Bool, environment: String?) async throws(StoreError) -> StoredRound?

  /// The number of rounds ever begun, including incomplete and removed ones.
  func roundCount() async throws(StoreError) -> Int

  // MARK: Memory of request keys

  /// When each request key of `environment` was last checked as a whole; one that never was, or of which only some requests were asked
  /// for, is not named. Reads little more than dates.
  func lastChecks(environment: String) async throws(StoreError) -> [RequestKey: Date]

  /// All that a round needs to know of request keys before it evaluates their responses, read at one moment.
  ///
  /// - Parameter queries: The request keys, each once, with the URLs whose latest responses are wanted.
  /// - Returns: One entry for each query; an empty memory for a request key that is unknown.
  /// - Throws: `inconsistent` if a key is stored for another declared request; `damaged` for content that cannot be
  ///   read.
  func memory(of queries: [MemoryQuery]) async throws(StoreError) -> [RequestKey: RequestMemory]

  /// Stores the results of one request key in one round, completely or not at all.
  ///
  /// ``RequestMemory/applying(_:)`` defines what a later ``memory(of:)`` returns.
  ///
  /// - Throws: `claimLost` if another process has claimed the endpoint meanwhile; `inconsistent` if the round is not running, an
  ///   incident belongs to another request key, a transition has no incident or a digest is none; after every error nothing is stored.
  func commit(_ evaluation: Evaluation) async throws(StoreError)

  /// The latest state of every request key of `environment` (`nil`: of all), by contract, endpoint, environment,
  /// perspective and request.
  func requests(environment: String?) async throws(StoreError) -> [StoredRequest]

  /// What depends on the responses of a request key; `nil` if nothing was found yet.
  func impact(of key: RequestKey) async throws(StoreError) -> StoredImpact?

  /// What depends on the responses of every request key in an environment, by contract, endpoint, request and
  /// perspective.
  func impacts(environment: String) async throws(StoreError) -> [StoredImpact]

  /// The findings over time: one entry for each time that a finding was there in one form, by when it was first seen. It is read in
  /// pieces from the oldest to the newest.
  ///
  /// The intervals of a request key that ended longest ago are gone where there were very many.
  func findingHistory(_ query: HistoryQuery) async throws(StoreError) -> [FindingInterval]

  /// What the payloads of a request key had looked like by a moment, as far as it was learned then; `nil`: now, with all counts.
  ///
  /// - Returns: `nil` for an unknown key, before its first response, and where the versions of that time are gone.
  func shape(of key: RequestKey, at date: Date?) async throws(StoreError) -> ShapeVersion?

  /// When what the payloads of a request key look like changed, oldest first. The oldest are gone where there were very many.
  func shapeVersions(of key: RequestKey) async throws(StoreError) -> [HistoryMoment]

  /// What became of the records of each mapping, by time; an entry holds until the next one of the same mapping. The path of the query
  /// does not count. The oldest are gone where there were very many.
  func recordCounts(_ query: HistoryQuery) async throws(StoreError) -> [RecordCounts]

  // MARK: Installs

  /// Notes which share of installs each supported version has now. Only what differs from the latest entry of a version is stored.
  ///
  /// - Parameters:
  ///   - contracts: Each with all of its versions.
  ///   - environment: The environment of the round.
  ///   - date: The clock of the round that was told it.
  /// - Throws: `StoreError`; then nothing is stored of the contract that it happened at.
  func noteInstalls(of contracts: [ContractInfo], environment: String, at date: Date) async throws(StoreError)

  /// Shares of installs over time by what was declared for an environment, by contract, version and time. The oldest are gone where there
  /// were very many.
  func installShares(environment: String) async throws(StoreError) -> [InstallShare]

  // MARK: Incidents

  /// Every incident, oldest first.
  func incidents() async throws(StoreError) -> [Incident]

  /// Incidents that are not resolved, and those with one of these ids in any state; oldest first.
  ///
  /// A report needs these. The cost does not depend on the number of resolved ones.
  func incidents(openOrOf ids: [String]) async throws(StoreError) -> [Incident]

  /// Ids of all incidents, sorted; a shown prefix must be unique among them.
  func incidentIDs() async throws(StoreError) -> [String]

  /// The transitions of an incident, oldest first; empty for an unknown id.
  ///
  /// If it came and went very often, the oldest that were reported are gone.
  func history(ofIncident id: String) async throws(StoreError) -> [StoredTransition]

  /// Marks an open incident as acknowledged. A round that runs meanwhile does not undo it. If called again, the last
  /// call counts.
  ///
  /// - Returns: The incident as it is now.
  /// - Throws: `unknownIncident` or `resolvedIncident`; then nothing has changed.
  @discardableResult
  func acknowledge(_ id: String, by person: String, note: String?, at date: Date) async throws(StoreError) -> Incident

  /// Removes an acknowledgement. An incident that is not acknowledged stays as it is.
  ///
  /// - Returns: The incident as it is now.
  /// - Throws: `unknownIncident` or `resolvedIncident`; then nothing has changed.
  @discardableResult
  func unacknowledge(_ id: String) async throws(StoreError) -> Incident

  // MARK: Delivery

  /// Transitions that no delivered report contains yet, oldest first.
  func undeliveredTransitions() async throws(StoreError) -> [StoredTransition]

  /// Marks these transitions as reported, and no other; and `date` as the last delivery of this environment's report.
  ///
  /// This is called after the report was delivered, so that a process that is killed in between reports them again.
  func markDelivered(_ sequences: [Int], at date: Date, environment: String) async throws(StoreError)

  /// When a report on `environment` was last delivered; `nil` if never.
  func lastDelivery(environment: String) async throws(StoreError) -> Date?

  /// Notes that a report on `environment` could not be delivered; the first time counts until one is.
  func markUndeliverable(at date: Date, environment: String) async throws(StoreError)

  /// Since when reports on `environment` cannot be delivered; `nil` if the last one was, or none was tried.
  func undeliverableSince(environment: String) async throws(StoreError) -> Date?

  // MARK: Acceptances

  /// Stores acceptances. One with the id of a stored acceptance replaces it.
  ///
  /// - Parameters:
  ///   - acceptances: What is accepted.
  ///   - contract: Id of the contract that they belong to.
  ///   - date: When they are stored.
  ///   - former: Ids of acceptances that these replace; they are withdrawn in the same step.
  /// - Returns: Their ids, in the same order.
  /// - Throws: `StoreError`; then none is stored.
  @discardableResult
  func accept(
    _ acceptances: [Acceptance], contract: String, at date: Date, replacing former: [String]
  ) async throws(StoreError) -> [String]

  /// Acceptances of `contract` (`nil` for all) that count, in the order in which they were stored. Those in files are
  /// not included.
  func acceptances(contract: String?) async throws(StoreError) -> [StoredAcceptance]

  /// Acceptances of `contract` (`nil`: of all) that were withdrawn after what they cover had become part of a baseline.
  ///
  /// They no longer count, but say who is responsible for what the baseline keeps.
  func withdrawnAcceptances(contract: String?) async throws(StoreError) -> [StoredAcceptance]

  /// By id: when each acceptance was last used, including those in files. One without an entry was never used.
  /// The acceptances that were used at one request key are in its memory.
  func acceptanceUses() async throws(StoreError) -> [String: AcceptanceUse]

  /// Withdraws an acceptance, so that it covers nothing from now on.
  ///
  /// If what it covers is part of a baseline, the baseline keeps that, and the acceptance stays as a record, see
  /// ``withdrawnAcceptances(contract:)``. Else it is removed with what is known of its use.
  @discardableResult
  func withdrawAcceptance(id: String, at date: Date) async throws(StoreError) -> AcceptanceWithdrawal

  // MARK: Backoffs

  /// By scope: the backoffs that had no response since. Their time may be over.
  func backoffs() async throws(StoreError) -> [String: Backoff]

  /// Stores new backoffs and removes those that got a response, in one step. A backoff that ended a week ago is removed
  /// too.
  ///
  /// - Parameters:
  ///   - backoffs: What waits from now on, in place of what was known of its scope.
  ///   - responded: Scopes that had a response.
  ///   - now: The round's clock.
  /// - Throws: `StoreError`; then nothing has changed.
  func update(backoffs: [Backoff], responded: Set<String>, now: Date) async throws(StoreError)

  // MARK: Maintenance

  /// Removes what is older than `policy` says, and gives the space back; a round may commit meanwhile.
  ///
  /// - Parameters:
  ///   - policy: What is kept.
  ///   - now: The clock that ages are counted from.
  ///   - isRehearsal: Whether nothing is removed in truth, only counted.
  /// - Returns: What was removed, or would be.
  /// - Throws: `StoreError`; what was removed before stays removed, nothing by half.
  func prune(keeping policy: PrunePolicy, now: Date, isRehearsal: Bool) async throws(StoreError) -> PruneSummary

  /// Forgets what was learned of the request keys of an endpoint, so that their next responses are first observations. History stays.
  ///
  /// No round may store again what it has read before: the caller holds the lease for rounds, and a store that ``isShared`` takes the
  /// endpoint's claim away from whoever has it.
  ///
  /// - Parameters:
  ///   - contract: Id of the contract.
  ///   - endpoint: Id of the endpoint.
  ///   - environment: The environment; `nil` for all.
  ///   - isWatched: Whether it is still checked. If so, open incidents about missing responses stay, since the next check decides on them;
  ///     else they end with the others, since nothing would ever end them.
  ///   - date: When open incidents end.
  /// - Returns: What was forgotten, by environment, perspective and request; empty for an unknown endpoint.
  /// - Throws: `StoreError`; then nothing is forgotten.
  @discardableResult
  func forget(
    contract: String, endpoint: String, environment: String?, isWatched: Bool, at date: Date
  ) async throws(StoreError) -> [ForgottenRequest]

  /// One line for each thing that is wrong with the store, without any stored value; empty when all is well.
  func verify() async throws(StoreError) -> [String]
}

extension Store {
  /// The latest round in order of insertion, of any environment; `nil` when there is none.
  public func lastRound(completeOnly: Bool) async throws(StoreError) -> StoredRound? {
    try await lastRound(completeOnly: completeOnly, environment: nil)
  }

  /// The findings of resolved incidents when they were last seen, by id. Open incidents have no entry; what they show is stored with
  /// their requests.
  ///
  /// - Parameter incidents: Incidents in any state.
  /// - Returns: Findings without what the history does not keep; empty where it holds none of them any more.
  /// - Throws: `StoreError`.
  public func lastFindings(of incidents: [Incident]) async throws(StoreError) -> [String: [Finding]] {
    var found: [String: [Finding]] = [:]
    let resolved = Dictionary(grouping: incidents.filter { !$0.isOpen }) {
      [$0.key.contract, $0.key.endpoint, $0.key.environment]
    }
    for group in resolved.values {
      let key = group[0].key
      var query = HistoryQuery()
      (query.contract, query.endpoint, query.environment) = (key.contract, key.endpoint, key.environment)
      query.since = group.map(\.lastSeenAt).min()
      let intervals = try await findingHistory(query)
      for incident in group { found[incident.id] = incident.lastFindings(among: intervals) }
    }
    return found
  }

  /// Stores acceptances that replace none.
  @discardableResult
  public func accept(_ acceptances: [Acceptance], contract: String, at date: Date) async throws(StoreError) -> [String]
  {
    try await accept(acceptances, contract: contract, at: date, replacing: [])
  }

  /// Removes what is older than `policy` says.
  @discardableResult
  public func prune(keeping policy: PrunePolicy, now: Date) async throws(StoreError) -> PruneSummary {
    try await prune(keeping: policy, now: now, isRehearsal: false)
  }
}

/// What a store is opened for.
public enum StoreAccess: Sendable {
  /// Creates it if it is not there, and migrates an older one.
  case readWrite
  /// Changes nothing; it must be there.
  case readOnly
}
