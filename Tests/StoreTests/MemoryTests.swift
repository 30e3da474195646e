import DriftModel
import Foundation
import PayloadShape
import Store
import StoreSamples
import Testing

@Suite("The memory of a request key")
struct MemoryTests {
  /// How many worlds are played in each store: more in the long tests.
  private static let worlds = ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] == nil ? 4 : 40

  @Test("Random rounds leave what the definition says, in every store", arguments: StoreKind.allCases, 0..<worlds)
  func definition(_ kind: StoreKind, _ seed: Int) async throws {
    var world = RandomRounds(seed: UInt64(seed))
    let opened = try kind.open()
    let store = opened.store
    var expected: [RequestKey: RequestMemory] = [:]
    var history: [FindingInterval] = []
    for _ in 0..<25 {
      let round = try await store.begin(at: world.clock)
      let evaluation = try world.evaluation(round: round, after: { expected[$0] ?? RequestMemory() })
      let before = expected[evaluation.key] ?? RequestMemory()
      try await store.commit(evaluation)
      try await store.endRound(round, at: world.clock, seconds: 0, exitCode: 0)
      expected[evaluation.key] = before.applying(evaluation)
      let (open, others) = (
        history.filter { $0.ended == nil && $0.key == evaluation.key },
        history.filter { $0.ended != nil || $0.key != evaluation.key }
      )
      history = others + FindingInterval.updated(open, by: evaluation, former: before.findings)
      if let id = world.acknowledged(among: try await store.incidents()) {
        let incident = try await store.acknowledge(id, by: "Ann", note: nil, at: world.clock)
        let index = try #require(expected[incident.key]?.incidents.firstIndex { $0.id == id })
        expected[incident.key]?.incidents[index] = incident
      }
      let whole = try await store.memory(of: RandomRounds.queries(.whole))
      let present = try await store.memory(of: RandomRounds.queries(.present))
      for key in RandomRounds.keys {
        let wanted = expected[key] ?? RequestMemory()
        #expect(whole[key] == wanted)
        #expect(present[key] == wanted.present)
        #expect(whole[key]?.impact == wanted.impact)
      }
    }
    let stored = try await store.findingHistory(HistoryQuery())
    #expect(stored == history.sorted(by: FindingInterval.isBefore))
    #expect(stored.contains { $0.ending == .changed } && stored.contains { $0.ending == .gone })
    #expect(try await store.incidents().count == expected.values.reduce(0) { $0 + $1.incidents.count })
    #expect(try await store.lastChecks(environment: "production") == expected.compactMapValues(\.checkedAt))
    #expect(try await store.verify() == [])
  }

  @Test("The same rounds, acceptances and deliveries give the same answers in both stores", arguments: 0..<(worlds / 2))
  func sameAnswers(_ seed: Int) async throws {
    let kinds = try StoreKind.allCases.map { try $0.open() }
    var told: [[String]] = []
    for opened in kinds {
      var world = RandomRounds(seed: 1_000 + UInt64(seed))
      told.append(try await world.play(on: opened.store))
    }
    #expect(told[0].count > 100)
    #expect(told[0] == told[1])
  }

  @Test("A query names the URLs that it wants, and an unknown key has an empty memory", arguments: StoreKind.allCases)
  func queries(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let urls = ["https://api.example/a", "https://api.example/b"]
    for url in urls { try await store.check(url: url) }
    var other = Samples.products
    other.perspective = "other"
    for depth in [MemoryQuery.Depth.present, .whole] {
      let memories = try await store.memory(of: [
        MemoryQuery(key: Samples.products, signature: Samples.signature, urls: [urls[1], "never"], depth: depth),
        MemoryQuery(key: other, signature: Samples.signature, urls: urls, depth: depth),
      ])
      #expect(memories[Samples.products]?.responses.keys.sorted() == [urls[1]])
      #expect(memories[Samples.products]?.isWhole == (depth == .whole))
      #expect(memories[other]?.report == nil && memories[other]?.responses.isEmpty == true)
      #expect(memories.count == 2)
    }
    #expect(try await store.memory(of: []) == [:])
  }

  @Test(
    "What depends on responses is there for the code that found it, and for no other", arguments: StoreKind.allCases)
  func impact(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let matrix = ImpactMatrix(
      contract: "platzi-store", endpoint: "products", request: Samples.signature, versions: [], lineages: [],
      madeAt: Samples.start)
    let structure = PayloadStructure(of: try Samples.shape()).read(by: "v1")
    try await store.check { $0.impact = StoredImpact(buildID: "build-1", structure: structure, matrix: matrix) }
    let stored = StoredImpact(buildID: "build-1", structure: structure, matrix: matrix, perspective: "default")
    #expect(try await store.impact(of: Samples.products) == stored)
    #expect(try await store.impacts(environment: "production") == [stored])
    #expect(try await store.impacts(environment: "staging") == [])
    let memory = try await store.memory()
    #expect(memory.impact == stored)
    #expect(memory.triedStructure(by: "build-1") == structure)
    #expect(memory.triedStructure(by: "build-2") == nil)
    let present = try await store.memory(of: [
      MemoryQuery(key: Samples.products, signature: nil, depth: .present)
    ])
    #expect(present[Samples.products]?.triedStructure(by: "build-1") == structure)
    #expect(present[Samples.products]?.impact == nil)
  }
}
