import DriftModel
import DriftRules
import Foundation
import Store
import Testing

@testable import StoreSQLite

@Suite("Ledgers of former versions")
struct MigrationTests {
  @Test("One of version 1 keeps all that it holds, and everything that came later can be said in it")
  func versionOne() async throws {
    let folder = try TemporaryFolder()
    try makeVersionOneFixture(at: folder.file())
    #expect(throws: StoreError.olderSchema(store: folder.file(), found: 1, known: Schema.version)) {
      try SQLiteStore(path: folder.file(), access: .readOnly)
    }
    let ledger = try SQLiteStore(path: folder.file())
    #expect(try await ledger.verify() == [])
    let id = "7f3a000000000001"
    let incident = try #require(try await ledger.incidents().last)
    #expect((incident.id, incident.state, incident.acknowledgement) == (id, .open, nil))
    #expect(try await ledger.incidents(openOrOf: []).last == incident)
    let history = try await ledger.history(ofIncident: id)
    #expect(history.map(\.transition.kind) == [.opened])
    #expect((history[0].round, history[0].deliveredAt) == (7, Date(timeIntervalSince1970: 1_700_000_003)))
    #expect(try await ledger.acknowledge(id, by: "Ann", note: nil, at: Samples.start).state == .acknowledged)
    #expect(try await ledger.column("SELECT responses FROM targets") == ["3", "1"], "counted once, kept from then on")
    var state = try await ledger.memory()
    #expect(state.pendingChanges == [])
    let round = try await ledger.look { $0.pendingChanges = [Samples.pendingChange()] }
    #expect(round == 8)
    state = try await ledger.memory()
    #expect(state.pendingChanges == [Samples.pendingChange()])
    #expect(
      try await ledger.prune(keeping: PrunePolicy(responses: 0), now: Samples.start).responses == 2, "the latest stays")
    #expect(try await ledger.verify() == [])
    #expect(try await SQLiteStore(path: folder.file(), access: .readOnly).verify() == [])
  }

  @Test(
    "Facts that another build wrote are as good as never examined, whatever form they have; all else of the place is read"
  )
  func formerFacts() async throws {
    let folder = try TemporaryFolder()
    try makeVersionOneFixture(at: folder.file())
    let ledger = try SQLiteStore(path: folder.file())
    let place = try #require(try await ledger.requests(environment: nil).first { $0.place.contract == "omg-lol" })
    let state = try await ledger.memory(place.place, place.signature)
    #expect((state.baselineResponses, state.mappings.count, state.sends.count) == (3, 2, 2))
    #expect(state.baseline != nil && state.report?.outcome == .drift && !state.findings.isEmpty)
    #expect(try await ledger.column("SELECT facts FROM latest_responses") == [""], "the migration forgets them")
    // As the next change of their form would leave them.
    for facts in ["", "{}", #"{"versions":[{"version":"v1"}]}"#, "s3cr3t"] {
      try await ledger.look(url: "https://api.example/one")
      try await ledger.execute("UPDATE latest_responses SET facts = '\(facts)'")
      let response = try #require(
        try await ledger.response("https://api.example/one"),
        "it is known all the same")
      #expect(response.facts == nil && response.outcome == .ok && response.bodyDigest == Samples.digest)
      #expect(try await ledger.verify() == [])
    }
    try await ledger.look(url: "https://api.example/one")
    #expect(
      try await ledger.response("https://api.example/one")?.facts == Examination())
  }

  @Test("One of version 4 learns when each URL was answered last, and may park requests")
  func versionFour() async throws {
    let folder = try TemporaryFolder()
    try makeVersionOneFixture(at: folder.file())
    do {
      let connection = try Connection(path: folder.file(), mode: .readWrite)
      try connection.migrate(Array(Schema.migrations.prefix(4)))
      #expect(try connection.schemaVersion() == 4)
    }
    let ledger = try SQLiteStore(path: folder.file())
    #expect(try await ledger.number("PRAGMA user_version") == Schema.version)
    // A response, a 304 and an outage: the 304 was the last to say how things are.
    #expect(try await ledger.memory(Samples.products).lastResponseAt == Date(timeIntervalSince1970: 1_700_000_000.5))
    #expect(try await ledger.column("SELECT not_modified FROM targets") == ["0", "0"])
    #expect(try await ledger.backoffs() == [:])
    try await ledger.update(
      backoffs: [Backoff(scope: "a", until: Samples.start, refusals: 1)], responded: [], now: Samples.start)
    #expect(try await ledger.backoffs().keys.sorted() == ["a"])
    #expect(try await ledger.verify() == [])
  }

  @Test("Several processes that open one of version 1 together migrate it once")
  func together() async throws {
    let folder = try TemporaryFolder()
    try makeVersionOneFixture(at: folder.file())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await onOwnThread { _ = try SQLiteStore(path: folder.file()) } } }
      try await group.waitForAll()
    }
    #expect(try await SQLiteStore(path: folder.file()).verify() == [])
  }
}
