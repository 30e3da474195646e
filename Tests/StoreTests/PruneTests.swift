import DriftModel
import Foundation
import PayloadShape
import Store
import StoreSamples
import Testing

@Suite("Old request keys and incidents are removed on demand")
struct PruneTests {
  private let day = PrunePolicy.day
  private let now = Samples.start.addingTimeInterval(100 * PrunePolicy.day)

  @Test("Nothing is removed from an empty store", arguments: StoreKind.allCases)
  func empty(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    for policy in [PrunePolicy(), PrunePolicy(everythingFor: 0), PrunePolicy(everythingFor: -.infinity)] {
      #expect(try await opened.store.prune(keeping: policy, now: now).isEmpty)
    }
    #expect(try await opened.store.verify() == [])
  }

  @Test(
    "Resolved incidents go when they are old and reported; a rehearsal says the same and removes nothing",
    arguments: StoreKind.allCases)
  func incidents(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let states: [(id: String, state: Incident.State)] = [
      ("0000000000000001", .open), ("0000000000000002", .resolved), ("0000000000000003", .resolved),
    ]
    try await store.check { result in
      result.incidents = states.map { Samples.incident($0.id, state: $0.state) }
      result.transitions = result.incidents.map { IncidentTransition(kind: .opened, at: Samples.start, incident: $0) }
      result.learned.baseline = try? Samples.shape()
    }
    try await store.deliver(through: 2, at: Samples.start)
    let policy = PrunePolicy(everythingFor: 30 * day)
    let before = try await store.memory()
    #expect(try await store.prune(keeping: policy, now: now, isRehearsal: true).incidents == 1)
    #expect(try await store.memory() == before)
    #expect(try await store.prune(keeping: policy, now: now).incidents == 1)
    var expected = before
    expected.incidents.removeAll { $0.id == states[1].id }
    #expect(try await store.memory() == expected)
    #expect(try await store.history(ofIncident: states[1].id) == [])
    #expect(try await store.history(ofIncident: states[2].id).count == 1)
    #expect(try await store.prune(keeping: policy, now: now).isEmpty)
    #expect(try await store.verify() == [])
  }

  @Test(
    "A request key that was not checked for long goes, unless an incident of it is open or unreported",
    arguments: StoreKind.allCases)
  func places(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let policy = try await store.checkRequestKeysToPrune(recentlyAt: now)
    let summary = try await store.prune(keeping: policy, now: now)
    #expect(summary.requestKeys == 1)
    #expect(try await store.requests(environment: nil).map(\.key.request) == ["open", "recent", "untold"])
    #expect(try await store.verify() == [])
  }

  @Test(
    "While nothing is watched nothing is gone: a monitor that was off for years finds its baselines again",
    arguments: StoreKind.allCases)
  func off(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await store.check { $0.learned.baseline = try? Samples.shape() }
    for policy in [PrunePolicy(), PrunePolicy(everythingFor: day), PrunePolicy(requestKeys: 7 * day)] {
      #expect(
        try await store.prune(keeping: policy, now: Samples.start.addingTimeInterval(2000 * day)).requestKeys == 0)
    }
    // A round that never ended says nothing of the time either.
    _ = try await store.begin(at: Samples.start.addingTimeInterval(2000 * day))
    #expect(
      try await store.prune(keeping: PrunePolicy(), now: Samples.start.addingTimeInterval(2000 * day)).requestKeys == 0)
    #expect(try await store.memory().baseline != nil)
  }

  @Test(
    "What is still declared stays however rarely it is checked; a short time for responses is none for request keys",
    arguments: StoreKind.allCases)
  func declared(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await store.check { $0.learned.baseline = try? Samples.shape() }
    func checkElsewhere(after days: Double) async throws -> Date {
      let date = Samples.start.addingTimeInterval(days * day)
      try await store.check(at: date) { result in
        result.key.request = "another"
        result.responses = []
      }
      return date
    }
    let late = try await checkElsewhere(after: 300)
    #expect(try await store.prune(keeping: PrunePolicy(everythingFor: day), now: late).requestKeys == 0)
    let later = try await checkElsewhere(after: 500)
    var policy = PrunePolicy(everythingFor: day)
    policy.declared = [DeclaredRequest(of: Samples.products)]
    #expect(try await store.prune(keeping: policy, now: later).requestKeys == 0)
    #expect(try await store.memory().baseline != nil)
    policy.declared = []
    #expect(try await store.prune(keeping: policy, now: later).requestKeys == 1)
    #expect(try await store.verify() == [])
  }

  @Test(
    "What code of a former build found out of an impact stays when its rounds are removed",
    arguments: StoreKind.allCases)
  func impactOfFormerBuild(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let matrix = ImpactMatrix(
      contract: "platzi-store", endpoint: "products", request: Samples.signature, versions: [], lineages: [],
      madeAt: Samples.start)
    let impact = StoredImpact(
      buildID: "former", structure: PayloadStructure(of: try Samples.shape()), matrix: matrix, perspective: "default")
    try await store.check { $0.impact = impact }
    try await store.check(at: now)
    try await store.prune(keeping: PrunePolicy(everythingFor: day), now: now)
    #expect(try await store.impact(of: Samples.products) == impact)
    #expect(try await store.verify() == [])
  }
}
