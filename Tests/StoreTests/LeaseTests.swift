import Foundation
import Store
import StoreSamples
import Testing

@Suite("Leases")
struct LeaseTests {
  @Test(
    "A second lease is refused and its holder named, until the first is gone; several processes run rounds on a store that they share",
    arguments: StoreKind.allCases, Lease.Purpose.allCases)
  func heldByAnother(_ kind: StoreKind, _ purpose: Lease.Purpose) async throws {
    let opened = try kind.open()
    let (store, other) = (opened.store, try opened.again())
    #expect(try await store.leaseHolders(for: purpose) == [])
    let holder = Lease.Holder(process: Int(ProcessInfo.processInfo.processIdentifier))
    var first: Lease? = try await store.lease(for: purpose)
    withExtendedLifetime(first) {}
    #expect(try await other.leaseHolders(for: purpose) == [holder])
    if store.isShared, purpose == .rounds {
      let second = try await other.lease(for: purpose)
      #expect(try await other.leaseHolders(for: purpose) == [holder, holder])
      return withExtendedLifetime(second) {}
    }
    let expected = StoreError.heldByAnother(store: other.location, purpose: purpose, holder: holder)
    await #expect(throws: expected) { try await other.lease(for: purpose) }
    first = nil
    #expect(try await other.leaseHolders(for: purpose) == [])
    _ = try await other.lease(for: purpose)
  }

  @Test("Each purpose has a lease of its own, and a round goes on without one", arguments: StoreKind.allCases)
  func purposes(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let rounds = try await store.lease(for: .rounds)
    let delivery = try await store.lease(for: .delivery)
    #expect(try await opened.again().begin() == 1)
    withExtendedLifetime((rounds, delivery)) {}
  }

  @Test(
    "A store grants claims; only one that processes share knows what others have checked", arguments: StoreKind.allCases
  )
  func claims(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let (store, other) = (opened.store, try opened.again())
    let endpoint = ClaimedEndpoint(contract: "c", endpoint: "e", environment: "production", perspective: "default")
    let group = ClaimGroup([endpoint], leastAges: [endpoint: 1e9], hosts: ["h"])
    #expect(store.isShared == (kind == .postgresql))
    #expect(try await store.claim([group]) == [.granted])
    try await store.renewClaims()
    try await store.release([group], checked: [endpoint])
    #expect(try await other.claim([group]) == [store.isShared ? .recent : .granted])
  }
}
