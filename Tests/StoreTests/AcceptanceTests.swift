import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

@Suite("Acceptances")
struct AcceptanceTests {
  private let shop = "platzi-store"

  @Test(
    "What is accepted comes back with its id, by contract, in the order of storing; storing it again adds nothing",
    arguments: StoreKind.allCases)
  func roundTrip(_ kind: StoreKind) async throws {
    let opened = try kind.open()
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
      let store = opened.store
      #expect(try await store.acceptances(contract: nil) == [])
      #expect(try await store.accept([], contract: shop, at: Samples.start) == [])
      for (index, acceptance) in acceptances.enumerated() {
        let at = Samples.start.addingTimeInterval(Double(index))
        let id = acceptance.id(contract: shop)
        #expect(try await store.accept([acceptance], contract: shop, at: at) == [id])
        stored.append(StoredAcceptance(id: id, contract: shop, storedAt: at, acceptance: acceptance))
      }
      let ids = try await store.accept(acceptances, contract: shop, at: .distantFuture)
      #expect(ids == stored.map(\.id))
      try await store.accept([acceptances[0]], contract: "pokeapi", at: Samples.start)
    }
    let store = try opened.again()
    #expect(try await store.acceptances(contract: shop) == stored)
    #expect(try await store.acceptances(contract: nil).count == 4)
    #expect(try await store.acceptances(contract: "'; DROP TABLE acceptances; --") == [])
    #expect(try await store.verify() == [])
  }

  @Test(
    "The same acceptance with another end takes the place of the former", arguments: StoreKind.allCases)
  func newEnd(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    var acceptance = Samples.acceptance()
    let id = try await store.accept([acceptance], contract: shop, at: Samples.start)
    acceptance.until = Samples.start.addingTimeInterval(86_400)
    #expect(try await store.accept([acceptance], contract: shop, at: Samples.start) == id)
    #expect(try await store.acceptances(contract: shop).map(\.acceptance) == [acceptance])
  }

  @Test(
    "Uses are kept by id and place, the latest time of each kind, also of acceptances that stand in a file",
    arguments: StoreKind.allCases)
  func uses(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let stored = try await store.accept([Samples.acceptance()], contract: shop, at: Samples.start)[0]
    #expect(try await store.acceptanceUses() == [:])
    let staging = RequestKey(
      contract: shop, endpoint: "products", request: Samples.products.request, environment: "staging",
      perspective: "default")
    let times = (0..<4).map { Samples.start.addingTimeInterval(Double($0) * 300) }
    try await store.check(at: times[0]) { $0.acceptancesMatched = [stored, "file"] }
    try await store.check(at: times[1]) { $0.acceptancesMatched = [stored] }
    try await store.check(at: times[2]) { $0.acceptancesApplied = [stored, stored] }
    try await store.check(at: times[3]) { result in
      result.key = staging
      result.acceptancesMatched = [stored]
    }
    let file = AcceptanceUse(lastMatchedAt: times[0], appliedAt: nil)
    #expect(
      try await store.acceptanceUses() == [
        stored: AcceptanceUse(lastMatchedAt: times[3], appliedAt: times[2]), "file": file,
      ])
    #expect(
      try await store.memory(Samples.products).acceptanceUses == [
        stored: AcceptanceUse(lastMatchedAt: times[1], appliedAt: times[2]), "file": file,
      ])
    #expect(
      try await store.memory(staging).acceptanceUses == [
        stored: AcceptanceUse(lastMatchedAt: times[3], appliedAt: nil)
      ])
  }

  @Test(
    "One that is withdrawn is gone with its uses; an id that none has is told", arguments: StoreKind.allCases)
  func withdrawal(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let (store, other) = (opened.store, try opened.again())
    let ids = try await store.accept(
      [Samples.acceptance(), Samples.acceptance(reason: "another")], contract: shop, at: Samples.start)
    try await store.check { $0.acceptancesMatched = ids }
    #expect(try await other.withdrawAcceptance(id: ids[0], at: Samples.start) == .removed)
    #expect(try await store.withdrawAcceptance(id: ids[0], at: Samples.start) == .unknown)
    #expect(try await store.withdrawAcceptance(id: "%", at: Samples.start) == .unknown)
    #expect(try await store.acceptances(contract: shop).map(\.id) == [ids[1]])
    #expect(try await store.acceptanceUses().keys.sorted() == [ids[1]])
  }

  @Test(
    "Of one that a baseline keeps the record stays: who said so, and when it was taken back; said again, it counts",
    arguments: StoreKind.allCases)
  func withdrawalOfApplied(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let id = try await store.accept([Samples.acceptance()], contract: shop, at: Samples.start)[0]
    try await store.check { $0.acceptancesApplied = [id] }
    let later = Samples.start.addingTimeInterval(60)
    #expect(try await store.withdrawAcceptance(id: id, at: later) == .keptByBaseline)
    #expect(try await store.withdrawAcceptance(id: id, at: later) == .unknown, "once")
    #expect(try await store.acceptances(contract: nil) == [])
    let record = try #require(try await store.withdrawnAcceptances(contract: shop).first)
    #expect((record.id, record.acceptance, record.withdrawnAt) == (id, Samples.acceptance(), later))
    #expect(try await store.withdrawnAcceptances(contract: "pokeapi") == [])
    #expect(try await store.verify() == [])
    try await store.accept([Samples.acceptance()], contract: shop, at: later)
    #expect(try await store.acceptances(contract: nil).map(\.id) == [id])
    #expect(try await store.withdrawnAcceptances(contract: nil) == [])
  }

  @Test(
    "What replaces another takes its place in one step: a reader sees one of them, and an error neither",
    arguments: StoreKind.allCases)
  func replacement(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let (store, other) = (opened.store, try opened.again())
    let old = try await store.accept([Samples.acceptance()], contract: shop, at: Samples.start)
    let new = try await store.accept(
      [Samples.acceptance(reason: "another")], contract: shop, at: Samples.start, replacing: old + ["ffff"])
    #expect(try await other.acceptances(contract: shop).map(\.id) == new)
  }
}
