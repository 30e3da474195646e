import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

import StoreSQL
@testable import StoreSQLite

@Suite("Who may only read changes nothing")
struct AccessTests {
  @Test("A store that is open for reading refuses every change, and what it holds stays")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    let writer = try SQLiteStore(path: folder.file())
    let incident = Samples.incident()
    let round = try await writer.check { result in
      result.incidents = [incident]
      result.transitions = [IncidentTransition(kind: .opened, at: Samples.start, incident: incident)]
    }
    let id = try await writer.accept([Samples.acceptance()], contract: "platzi-store", at: Samples.start)[0]
    let reader = try SQLiteStore(path: folder.file(), access: .readOnly)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await reader.begin() },
      { try await reader.endRound(round, at: Samples.start, seconds: 1, exitCode: 0) },
      { try await reader.commit(try Samples.result(round: round)) },
      { try await reader.acknowledge(incident.id, by: "Ann", note: nil, at: Samples.start) },
      { try await reader.unacknowledge(incident.id) },
      { try await reader.markDelivered([1], at: Samples.start, environment: "production") },
      { try await reader.accept([Samples.acceptance(reason: "x")], contract: "platzi-store", at: Samples.start) },
      { try await reader.withdrawAcceptance(id: id, at: Samples.start) },
      { try await reader.update(backoffs: [], responded: ["a"], now: Samples.start) },
    ]
    for call in calls {
      await #expect(throws: StoreError.readOnly(store: folder.file())) { try await call() }
    }
    #expect(try await reader.incidents() == [incident])
    #expect(try await reader.acceptances(contract: nil).map(\.id) == [id])
    #expect(try await reader.undeliveredTransitions().count == 1)
    #expect(try await reader.prune(keeping: PrunePolicy(), now: Samples.start, isRehearsal: true).isEmpty)
  }

  @Test("An acceptance that cannot be stored withdraws none that it would replace")
  func replacementIsAtomic() async throws {
    let store = try SQLiteStore.temporary()
    let old = try await store.accept([Samples.acceptance()], contract: "platzi-store", at: Samples.start)
    try await store.execute("CREATE TRIGGER fails BEFORE INSERT ON acceptances BEGIN SELECT raise(ABORT, 'no'); END")
    await #expect(throws: StoreError.self) {
      try await store.accept(
        [Samples.acceptance(reason: "another")], contract: "platzi-store", at: Samples.start, replacing: old)
    }
    #expect(try await store.acceptances(contract: nil).map(\.id) == old)
  }
}
