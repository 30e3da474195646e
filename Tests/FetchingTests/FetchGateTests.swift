import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite("Requests that are no longer wanted")
struct FetchGateTests {
  @Test("What stands in line when the gate closes is not sent; what is on the wire is")
  func closes() async throws {
    let server = try HostileServer()
    let isOpen = Mutex(true)
    let gate = FetchGate(
      mayLeave: { _ in isOpen.withLock { $0 } },
      ended: { _, transfer in if transfer.status == 429 { isOpen.withLock { $0 = false } } })
    let paths = ["/json?gate=0", "/status/429?gate=1"] + (2..<50).map { "/json?gate=\($0)" }
    let fetcher = Fetcher(policy: FetchPolicy(maximumRetries: 0, maximumInFlight: 1, maximumInFlightPerHost: 1))
    let transfers = await fetcher.fetch(paths.map { server.request($0) }, gate: gate)
    #expect(transfers.prefix(2).map(\.status) == [200, 429])
    #expect(transfers.dropFirst(2).allSatisfy { $0.failure == .withheld && $0.attempts == 0 && $0.seconds == 0 })
    #expect(try await server.received(under: "/").filter { $0.path.contains("gate=") }.count == 2)
    // The slots are free again.
    #expect(await fetcher.fetch([server.request("/json")]).map(\.status) == [200])
  }

  @Test("A retry that the gate holds back leaves what the attempt before it met; each end is told once")
  func retry() async throws {
    let server = try HostileServer()
    let ends = Mutex<[Int?]>([])
    let gate = FetchGate(
      mayLeave: { _ in ends.withLock { $0.isEmpty } },
      ended: { _, transfer in ends.withLock { $0.append(transfer.status) } })
    let fetcher = Fetcher(policy: FetchPolicy(maximumRetries: 2, retryDelay: 0.01))
    let transfers = await fetcher.fetch([server.request("/status/503")], gate: gate)
    #expect(transfers.map(\.status) == [503] && transfers.map(\.attempts) == [1])
    #expect(ends.withLock { $0 } == [503])
  }
}
