import DriftModel
import Foundation
import Store
import StoreSamples
import Testing

@Suite("Transitions wait until they are delivered")
struct DeliveryTests {
  @Test(
    "Opened, resolved and reopened wait in order until each was marked as delivered, and no longer",
    arguments: StoreKind.allCases)
  func delivery(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    #expect(try await store.lastDelivery(environment: "production") == nil)
    let kinds: [IncidentTransition.Kind] = [.opened, .resolved, .reopened]
    for (index, kind) in kinds.enumerated() {
      let round = try await store.begin()
      var result = try Samples.result(round: round)
      let incident = Samples.incident(state: kind == .resolved ? .resolved : .open)
      result.incidents = [incident]
      result.transitions = [
        IncidentTransition(kind: kind, at: Samples.start.addingTimeInterval(Double(index)), incident: incident)
      ]
      try await store.commit(result)
      #expect(try await store.incidents() == [incident], "one row, whatever happens to it")
    }
    let waiting = try await store.undeliveredTransitions()
    #expect(waiting.map(\.transition.kind) == kinds)
    #expect(try await store.undeliveredTransitions() == waiting, "reading does not deliver")
    let delivery = Samples.start.addingTimeInterval(60.125)
    try await store.deliver(through: waiting[1].sequence, at: delivery)
    #expect(try await store.undeliveredTransitions() == [waiting[2]])
    #expect(try await store.lastDelivery(environment: "production") == delivery)
    try await store.deliver(through: waiting[2].sequence, at: delivery.addingTimeInterval(1))
    #expect(try await store.undeliveredTransitions() == [])
    #expect(try await store.lastDelivery(environment: "production") == delivery.addingTimeInterval(1))
  }

  @Test(
    "What is marked is that and no other; each environment has a delivery of its own", arguments: StoreKind.allCases)
  func environments(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for index in 0..<3 {
      try await store.check { result in
        let incident = Samples.incident("000000000000000\(index)")
        result.incidents = [incident]
        result.transitions = [IncidentTransition(kind: .opened, at: Samples.start, incident: incident)]
      }
    }
    let waiting = try await store.undeliveredTransitions()
    let later = Samples.start.addingTimeInterval(60)
    try await store.markDelivered([waiting[1].sequence, 4711], at: later, environment: "staging")
    #expect(try await store.undeliveredTransitions() == [waiting[0], waiting[2]])
    #expect(try await store.lastDelivery(environment: "staging") == later)
    #expect(try await store.lastDelivery(environment: "production") == nil)
    // Since when it fails is known until something is delivered, and only for its environment.
    try await store.markUndeliverable(at: later, environment: "staging")
    try await store.markUndeliverable(at: later.addingTimeInterval(9), environment: "staging")
    #expect(try await store.undeliverableSince(environment: "staging") == later)
    #expect(try await store.undeliverableSince(environment: "production") == nil)
    #expect(try await store.lastDelivery(environment: "staging") == later)
    try await store.markDelivered([], at: later, environment: "staging")
    #expect(try await store.undeliverableSince(environment: "staging") == nil)
    // Once more: when it was delivered first stands.
    try await store.markDelivered([waiting[1].sequence], at: later.addingTimeInterval(60), environment: "staging")
    #expect(try await store.history(ofIncident: "0000000000000001").map(\.deliveredAt) == [later])
    try await store.markDelivered([], at: later, environment: "production")
    #expect(try await store.undeliveredTransitions().count == 2)
    #expect(try await store.lastDelivery(environment: "production") == later)
  }
}
