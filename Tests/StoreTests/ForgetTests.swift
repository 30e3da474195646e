import DriftModel
import Foundation
import PayloadShape
import Store
import StoreSamples
import Testing

@Suite("What was learned of an endpoint can be forgotten")
struct ForgetTests {
  private let later = Samples.start.addingTimeInterval(3600)

  private func forget(
    _ store: any Store, endpoint: String = "products", environment: String? = nil, isWatched: Bool = true
  ) async throws -> [ForgottenRequest] {
    try await store.forget(
      contract: "platzi-store", endpoint: endpoint, environment: environment, isWatched: isWatched, at: later)
  }

  @Test("All of it goes at once, open incidents end with the reason, and history stays", arguments: StoreKind.allCases)
  func everything(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await store.check { $0 = (try? Samples.result(round: $0.round)) ?? $0 }
    let before = try await store.memory()
    #expect(before.baseline != nil && before.pendingChanges.count == 2 && before.findings.count == 1)
    let forgotten = try #require(try await forget(store).first)
    #expect(forgotten.key == Samples.products && forgotten.hadShape && forgotten.responses == 2881)
    #expect((forgotten.pendingChanges, forgotten.mappings, forgotten.incidents) == (2, 2, 1))
    let after = try await store.memory()
    #expect(after == before.forgettingLearned(isWatched: true, at: later).memory)
    #expect(after.baseline == nil && after.baselineResponses == 0 && after.pendingChanges == [])
    #expect(after.mappings == [:] && after.sends == [:] && after.feeds == [:] && after.findings == [])
    #expect(after.impact == nil && after.staleAt == nil && after.checkedAt == before.checkedAt)
    #expect(after.acceptanceUses.values.allSatisfy { $0.appliedAt == nil } && !after.acceptanceUses.isEmpty)
    let url = "https://api.example/products?key=s3cr3t"
    #expect(try await store.response(url) == nil)
    let incident = try #require(after.incidents.first)
    #expect(incident.state == .resolved && incident.resolvedAt == later)
    #expect(incident.resolution == "what was learned of platzi-store/products was forgotten")
    let history = try await store.history(ofIncident: incident.id)
    #expect(history.map(\.transition.kind) == [.opened, .resolved] && history.last?.transition.incident == incident)
    #expect(try await store.undeliveredTransitions().map(\.transition.kind) == [.opened, .resolved])
    #expect(try await store.roundCount() == 1)
    #expect(try await store.requests(environment: nil).count == 1)
    #expect(try await store.verify() == [])
    #expect(try await forget(store).allSatisfy(\.isEmpty))
    // And it is learned again like something new.
    try await store.check(at: later) { $0 = (try? Samples.result(round: $0.round, at: $0.at)) ?? $0 }
    #expect(try await store.memory().baseline == before.baseline)
    #expect(try await store.verify() == [])
  }

  @Test("Only the endpoint and the environment that are named", arguments: StoreKind.allCases)
  func named(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    var keys: [RequestKey] = []
    for (endpoint, environment, request) in [
      ("products", "production", "a"), ("products", "production", "b"), ("products", "staging", "a"),
      ("categories", "production", "a"),
    ] {
      let key = RequestKey(
        contract: "platzi-store", endpoint: endpoint, request: request, environment: environment,
        perspective: "default")
      keys.append(key)
      try await store.check { result in
        result.key = key
        result.learned.baseline = try? Samples.shape()
        result.learned.baselineResponses = 7
      }
    }
    func learned() async throws -> [Bool] {
      var learned: [Bool] = []
      for key in keys { learned.append(try await store.memory(key).baseline != nil) }
      return learned
    }
    #expect(try await forget(store, endpoint: "product").isEmpty)
    #expect(try await learned() == [true, true, true, true])
    #expect(try await forget(store, environment: "staging").map(\.key) == [keys[2]])
    #expect(try await learned() == [true, true, false, true])
    #expect(try await forget(store).map(\.key.request) == ["a", "b", "a"])
    #expect(try await learned() == [false, false, false, true])
    #expect(try await store.verify() == [])
  }

  @Test(
    "An incident that says that no response comes stays open where the next check decides on it, and ends where there is none",
    arguments: StoreKind.allCases, [true, false])
  func unreachable(_ kind: StoreKind, isWatched: Bool) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await store.check { result in
      var gone = Finding(
        rule: .watchUnreachable, level: .warning, key: result.key, message: "no response", subject: "responses"
      ) { _ in }
      gone.incident = "00000000000000b1"
      result.findings = [gone, Samples.finding()]
      result.incidents = [Samples.incident("00000000000000b1"), Samples.incident()]
      result.transitions = result.incidents.map { IncidentTransition(kind: .opened, at: Samples.start, incident: $0) }
    }
    #expect(try await forget(store, isWatched: isWatched).map(\.incidents) == [isWatched ? 1 : 2])
    let after = try await store.memory()
    #expect(after.findings.map(\.rule) == (isWatched ? [.watchUnreachable] : []))
    #expect(after.incidents.filter(\.isOpen).map(\.id) == (isWatched ? ["00000000000000b1"] : []))
    #expect(try await store.verify() == [])
  }
}
