import DriftModel
import DriftRules
import Foundation
import Store
import Testing

@testable import StoreSQLite

@Suite("Acceptances")
struct AcceptanceTests {
  private let shop = "platzi-store"

  @Test("What is accepted comes back with its id, by contract, in the order of storing; storing it again adds nothing")
  func roundTrip() async throws {
    let folder = try TemporaryFolder()
    let acceptances = [
      Samples.acceptance(),
      Samples.acceptance(reason: "until they fix it", until: Samples.start.addingTimeInterval(0.1)),
      Acceptance(
        endpoint: "products", rule: .mappingRecordDropped, subject: "mapping Product", by: "Bo 🔒 'x'",
        reason: "\u{0}\n",
        acceptedAt: Date(timeIntervalSinceReferenceDate: 0.123_456_789)),
    ]
    var stored: [StoredAcceptance] = []
    do {
      let ledger = try SQLiteStore(path: folder.file())
      #expect(try await ledger.acceptances(contract: nil) == [])
      #expect(try await ledger.accept([], contract: shop, at: Samples.start) == [])
      for (index, acceptance) in acceptances.enumerated() {
        let at = Samples.start.addingTimeInterval(Double(index))
        let id = acceptance.id(contract: shop)
        #expect(try await ledger.accept([acceptance], contract: shop, at: at) == [id])
        stored.append(StoredAcceptance(id: id, contract: shop, storedAt: at, acceptance: acceptance))
      }
      let ids = try await ledger.accept(acceptances, contract: shop, at: .distantFuture)
      #expect(ids == stored.map(\.id))
      try await ledger.accept([acceptances[0]], contract: "pokeapi", at: Samples.start)
    }
    let ledger = try SQLiteStore(path: folder.file(), access: .readOnly)
    #expect(try await ledger.acceptances(contract: shop) == stored)
    #expect(try await ledger.acceptances(contract: nil).count == 4)
    #expect(try await ledger.acceptances(contract: "'; DROP TABLE acceptances; --") == [])
    #expect(try await ledger.verify() == [])
    await #expect(throws: StoreError.readOnly(store: folder.file())) {
      try await ledger.accept(acceptances, contract: "todo", at: Samples.start)
    }
    await #expect(throws: StoreError.readOnly(store: folder.file())) {
      try await ledger.withdrawAcceptance(id: stored[0].id, at: Samples.start)
    }
  }

  @Test("The same acceptance with another end takes the place of the former")
  func newEnd() async throws {
    let ledger = try SQLiteStore.temporary()
    var acceptance = Samples.acceptance()
    let id = try await ledger.accept([acceptance], contract: shop, at: Samples.start)
    acceptance.until = Samples.start.addingTimeInterval(86_400)
    #expect(try await ledger.accept([acceptance], contract: shop, at: Samples.start) == id)
    #expect(try await ledger.acceptances(contract: shop).map(\.acceptance) == [acceptance])
  }

  @Test("Uses are kept by id and place, the latest time of each kind, also of acceptances that stand in a file")
  func uses() async throws {
    let ledger = try SQLiteStore.temporary()
    let stored = try await ledger.accept([Samples.acceptance()], contract: shop, at: Samples.start)[0]
    #expect(try await ledger.acceptanceUses() == [:])
    let staging = RequestKey(
      contract: shop, endpoint: "products", request: Samples.products.request, environment: "staging",
      perspective: "default")
    let times = (0..<4).map { Samples.start.addingTimeInterval(Double($0) * 300) }
    try await ledger.look(at: times[0]) { $0.acceptancesMatched = [stored, "file"] }
    try await ledger.look(at: times[1]) { $0.acceptancesMatched = [stored] }
    try await ledger.look(at: times[2]) { $0.acceptancesApplied = [stored, stored] }
    try await ledger.look(at: times[3]) { result in
      result.place = staging
      result.acceptancesMatched = [stored]
    }
    let file = AcceptanceUse(lastMatchedAt: times[0], appliedAt: nil)
    #expect(
      try await ledger.acceptanceUses() == [
        stored: AcceptanceUse(lastMatchedAt: times[3], appliedAt: times[2]), "file": file,
      ])
    #expect(
      try await ledger.memory(Samples.products).acceptanceUses == [
        stored: AcceptanceUse(lastMatchedAt: times[1], appliedAt: times[2]), "file": file,
      ])
    #expect(
      try await ledger.memory(staging).acceptanceUses == [
        stored: AcceptanceUse(lastMatchedAt: times[3], appliedAt: nil)
      ])
  }

  @Test("One that is withdrawn is gone with its uses; an id that none has is told")
  func withdrawal() async throws {
    let folder = try TemporaryFolder()
    let (ledger, other) = (try SQLiteStore(path: folder.file()), try SQLiteStore(path: folder.file()))
    let ids = try await ledger.accept(
      [Samples.acceptance(), Samples.acceptance(reason: "another")], contract: shop, at: Samples.start)
    try await ledger.look { $0.acceptancesMatched = ids }
    #expect(try await other.withdrawAcceptance(id: ids[0], at: Samples.start) == .removed)
    #expect(try await ledger.withdrawAcceptance(id: ids[0], at: Samples.start) == .unknown)
    #expect(try await ledger.withdrawAcceptance(id: "%", at: Samples.start) == .unknown)
    #expect(try await ledger.acceptances(contract: shop).map(\.id) == [ids[1]])
    #expect(try await ledger.acceptanceUses().keys.sorted() == [ids[1]])
  }

  @Test("Of one that a baseline keeps the record stays: who said so, and when it was taken back; said again, it counts")
  func withdrawalOfApplied() async throws {
    let ledger = try SQLiteStore.temporary()
    let id = try await ledger.accept([Samples.acceptance()], contract: shop, at: Samples.start)[0]
    try await ledger.look { $0.acceptancesApplied = [id] }
    let later = Samples.start.addingTimeInterval(60)
    #expect(try await ledger.withdrawAcceptance(id: id, at: later) == .keptByBaseline)
    #expect(try await ledger.withdrawAcceptance(id: id, at: later) == .unknown, "once")
    #expect(try await ledger.acceptances(contract: nil) == [])
    let record = try #require(try await ledger.withdrawnAcceptances(contract: shop).first)
    #expect((record.id, record.acceptance, record.withdrawnAt) == (id, Samples.acceptance(), later))
    #expect(try await ledger.withdrawnAcceptances(contract: "pokeapi") == [])
    #expect(try await ledger.verify() == [])
    try await ledger.accept([Samples.acceptance()], contract: shop, at: later)
    #expect(try await ledger.acceptances(contract: nil).map(\.id) == [id])
    #expect(try await ledger.withdrawnAcceptances(contract: nil) == [])
  }

  @Test("What replaces another takes its place in one step: a reader sees one of them, and an error neither")
  func replacement() async throws {
    let folder = try TemporaryFolder()
    let (ledger, other) = (try SQLiteStore(path: folder.file()), try SQLiteStore(path: folder.file()))
    let old = try await ledger.accept([Samples.acceptance()], contract: shop, at: Samples.start)
    let new = try await ledger.accept(
      [Samples.acceptance(reason: "another")], contract: shop, at: Samples.start, replacing: old + ["ffff"])
    #expect(try await other.acceptances(contract: shop).map(\.id) == new)
    try await ledger.execute(
      "CREATE TRIGGER fails BEFORE INSERT ON acceptances BEGIN SELECT raise(ABORT, 'no'); END")
    await #expect(throws: StoreError.self) {
      try await ledger.accept([Samples.acceptance()], contract: shop, at: Samples.start, replacing: new)
    }
    #expect(try await other.acceptances(contract: shop).map(\.id) == new)
  }
}
