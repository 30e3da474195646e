import Foundation
import Store
import StoreSamples
import Testing

@Suite("Leases")
struct LeaseTests {
  @Test(
    "A second lease is refused and its holder named, until the first is gone",
    arguments: StoreKind.allCases, Lease.Purpose.allCases)
  func heldByAnother(_ kind: StoreKind, _ purpose: Lease.Purpose) async throws {
    let opened = try kind.open()
    let (store, other) = (opened.store, try opened.again())
    #expect(try await store.leaseHolder(for: purpose) == nil)
    let holder = Lease.Holder(process: Int(ProcessInfo.processInfo.processIdentifier))
    var first: Lease? = try await store.lease(for: purpose)
    withExtendedLifetime(first) {}
    let expected = StoreError.heldByAnother(store: other.location, purpose: purpose, holder: holder)
    await #expect(throws: expected) { try await other.lease(for: purpose) }
    #expect(try await other.leaseHolder(for: purpose) == holder)
    first = nil
    #expect(try await other.leaseHolder(for: purpose) == nil)
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
}
