public import DriftModel
public import Foundation
public import PayloadShape

// Single reads of the round, until it reads the memory of its request keys at once.
extension Store {
  /// The memory of a request key without its responses.
  public func state(of key: RequestKey, signature: String) async throws(StoreError) -> RequestMemory {
    try await memory(of: [MemoryQuery(key: key, signature: signature)])[key] ?? RequestMemory()
  }

  /// The latest examined response of a URL.
  public func latestResponse(of key: RequestKey, url: String) async throws(StoreError) -> StoredResponse? {
    try await memory(of: [MemoryQuery(key: key, signature: nil, urls: [url])])[key]?.responses[url]
  }

  /// When a response of the request key was last checked.
  public func lastResponse(at key: RequestKey) async throws(StoreError) -> Date? {
    try await memory(of: [MemoryQuery(key: key, signature: nil)])[key]?.lastResponseAt
  }

  /// What the responses held from which the stored impact was found by this code.
  public func triedStructure(of key: RequestKey, buildID: String) async throws(StoreError) -> PayloadStructure? {
    try await memory(of: [MemoryQuery(key: key, signature: nil)])[key]?.triedStructure(by: buildID)
  }

  /// When each acceptance was last of use at a request key.
  public func acceptanceUses(of key: RequestKey) async throws(StoreError) -> [String: AcceptanceUse] {
    try await memory(of: [MemoryQuery(key: key, signature: nil)])[key]?.acceptanceUses ?? [:]
  }

  /// The latest state of every request key.
  public func places(environment: String?) async throws(StoreError) -> [StoredRequest] {
    try await requests(environment: environment)
  }

  /// Stores the result of a check.
  public func record(_ evaluation: Evaluation) async throws(StoreError) { try await commit(evaluation) }

  /// Everything that waits.
  public func parkings() async throws(StoreError) -> [String: Backoff] { try await backoffs() }

  /// Stores what was turned away.
  public func park(_ backoffs: [Backoff], answered: Set<String>, now: Date) async throws(StoreError) {
    try await update(backoffs: backoffs, responded: answered, now: now)
  }
}

/// A request, or an origin, that is left alone for a while.
public typealias Parking = Backoff
