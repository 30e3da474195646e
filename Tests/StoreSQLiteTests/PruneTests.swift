import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

import StoreSQL
@testable import StoreSQLite

@Suite("Old rows are removed on demand")
struct PruneTests {
  private let day = PrunePolicy.day
  private let now = Samples.start.addingTimeInterval(100 * PrunePolicy.day)

  @Test("How large an empty ledger is is known before and after, on a disk or in memory")
  func empty() async throws {
    let folder = try TemporaryFolder()
    for ledger in [try SQLiteStore(path: folder.file()), try SQLiteStore.temporary()] {
      let summary = try await ledger.prune(keeping: PrunePolicy(everythingFor: 0), now: now)
      #expect(summary.bytesAfter > 0 && summary.bytesBefore >= summary.bytesAfter)
    }
  }

  @Test(
    "What is old goes; baselines, first observations, open incidents, news and the latest response of each URL stay"
  )
  func ages() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    let urls = ["https://api.example/a", "https://api.example/b"]
    for index in 0..<100 {
      let at = Samples.start.addingTimeInterval(Double(index) * day)
      try await ledger.check(at: at, url: urls[0]) { result in
        if index == 0 {
          result.responses.append(Samples.response(urls[1], facts: Examination()))  // never asked for again
          result.findings = [Samples.finding()]
          result.learned.baseline = try? Samples.shape()
          result.learned.baselineResponses = 1
          let (open, resolved) = (
            Samples.incident(at: at), Samples.incident("00000000000000f1", state: .resolved, at: at)
          )
          let untold = Samples.incident("00000000000000f2", state: .resolved, at: at)
          result.incidents = [open, resolved, untold]
          result.transitions = [
            IncidentTransition(kind: .opened, at: at, incident: open),
            IncidentTransition(kind: .resolved, at: at, incident: resolved),
            IncidentTransition(kind: .resolved, at: at, incident: untold),
          ]
        }
        result.mappingCounts = [Samples.key: MappingCounts(Samples.mapping(recordsOut: index / 20))]
      }
      if index == 0 { try await ledger.deliver(through: 2, at: at) }
    }
    let state = try await ledger.memory()
    let summary = try await ledger.prune(keeping: PrunePolicy(everythingFor: 30 * day), now: now)
    #expect((summary.responses, summary.mappingCounts, summary.requestKeys) == (70, 3, 0))
    #expect((summary.incidents, summary.findings) == (1, 1))
    // Of 70 old rounds the first is referred to by the transition of what is open, and one by the count that still holds.
    #expect(summary.rounds == 68)
    #expect(summary.isCompacted)
    #expect(summary.bytesAfter < summary.bytesBefore)
    #expect(try await ledger.column("SELECT round FROM mapping_counts ORDER BY round") == ["61", "81"])
    #expect(try await ledger.column("SELECT count(*) FROM responses GROUP BY url ORDER BY url") == ["30", "1"])
    for url in urls { #expect(try await ledger.response(url) != nil) }
    #expect(try await ledger.history(ofIncident: "00000000000000f2").count == 1)
    var expected = state
    expected.incidents.removeAll { $0.id == "00000000000000f1" }
    #expect(try await ledger.memory() == expected)
    #expect(try await ledger.column("SELECT ending FROM findings") == [])
    #expect(try await ledger.roundCount() == 100)
    #expect(try await ledger.lastRound(completeOnly: true)?.number == 100)
    #expect(try await ledger.verify() == [])
    #expect(try await ledger.prune(keeping: PrunePolicy(everythingFor: 30 * day), now: now).isEmpty)
    try await ledger.check(at: now)
  }

  @Test("A request key that goes takes all its rows with it, and only its own")
  func places() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    let policy = try await ledger.checkRequestKeysToPrune(recentlyAt: now)
    let summary = try await ledger.prune(keeping: policy, now: now)
    #expect((summary.requestKeys, summary.responses, summary.mappingCounts) == (1, 1, 1))
    #expect(try await ledger.rowCounts()["pending_changes"] == 3)
    #expect(try await ledger.verify() == [])
  }

  @Test("A round that runs meanwhile loses neither itself nor a result")
  func besideARound() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for index in 0..<60 { try await ledger.check(at: Samples.start.addingTimeInterval(Double(index))) }
      }
      group.addTask {
        let other = try SQLiteStore(path: folder.file())
        for _ in 0..<10 { try await other.prune(keeping: PrunePolicy(everythingFor: 0), now: now) }
      }
      try await group.waitForAll()
    }
    #expect(try await ledger.roundCount() == 60)
    try await ledger.prune(keeping: PrunePolicy(everythingFor: 0), now: now)
    #expect(
      try await ledger.number("SELECT count(*) FROM responses") == 1
        - (try await ledger.rowCounts()["request_keys"] == 0 ? 1 : 0))
    #expect(try await ledger.lastRound(completeOnly: true)?.number == 60)
    #expect(try await ledger.verify() == [])
  }

  @Test("Where a reader needs the log, rows are removed and the space is kept for what comes next")
  func besideAReader() async throws {
    let folder = try TemporaryFolder()
    let (ledger, reader) = (
      try SQLiteStore(path: folder.file()), try SQLiteStore(path: folder.file(), access: .readOnly)
    )
    for index in 0..<50 { try await ledger.check(at: Samples.start.addingTimeInterval(Double(index))) }
    try await reader.execute("BEGIN")
    #expect(try await reader.number("SELECT count(*) FROM responses") == 50)
    let summary = try await ledger.prune(keeping: PrunePolicy(responses: 0), now: now)
    #expect((summary.responses, summary.isCompacted) == (49, false))
    #expect(try await reader.number("SELECT count(*) FROM responses") == 50)
    try await reader.execute("COMMIT")
    #expect(try await ledger.prune(keeping: PrunePolicy(responses: 0), now: now).isCompacted)
  }

  @Test("A file that can only be read, or holds damage, is one clear error")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteStore(path: folder.file())
    try await ledger.check { $0.incidents = [Samples.incident(state: .resolved)] }
    let reader = try SQLiteStore(path: folder.file(), access: .readOnly)
    await #expect(throws: StoreError.readOnly(store: folder.file())) {
      try await reader.prune(keeping: PrunePolicy(), now: now)
    }
    try await ledger.execute("UPDATE incidents SET incident = 's3cr3t'")
    let error = await #expect(throws: StoreError.self) {
      try await ledger.prune(keeping: PrunePolicy(), now: now)
    }
    guard case .damaged(_, "incidents.incident", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("s3cr3t") == false)
  }
}
