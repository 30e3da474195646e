import Foundation
import TestSupport
import Testing

@testable import Fetching

/// Hosts that take requests and send nothing.
struct HangingHosts: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let hosts: Int
  let inFlight: Int
  /// Seconds after which one of their requests is given up; some never are.
  let timeout: Double
}

@Suite("Hosts that hang")
struct HangingHostsTests {
  @Test(
    "cannot hold every slot: a host that responds is asked while they hang, however much waits for them",
    arguments: [
      HangingHosts(testDescription: "as many as fill all slots", hosts: 16, inFlight: 32, timeout: 3600),
      HangingHosts(testDescription: "more than there are slots", hosts: 40, inFlight: 32, timeout: 5),
      HangingHosts(testDescription: "two beside four slots", hosts: 2, inFlight: 4, timeout: 3600),
    ])
  func others(_ c: HangingHosts) async throws {
    let server = try HostileServer()
    let names = (1...c.hosts).map { "host-\($0).example" }
    var policy = FetchPolicy(timeout: c.timeout, maximumRetries: 0, allowsPrivateAddresses: true)
    policy.maximumInFlight = c.inFlight
    let fetcher = Fetcher(policy: policy, resolving: names.map { "\($0):\(server.port):127.0.0.1" })
    // Enough to keep all slots busy for minutes.
    let requests = (0..<100).flatMap { _ in
      names.map { FetchRequest(label: "hanging", url: "http://\($0):\(server.port)/silent") }
    }
    let hanging = Task { await fetcher.fetch(requests) }
    // The first request of each reaches the server, or as many as there are slots for them.
    let expected = min(c.hosts, c.inFlight * 3 / 4)
    #expect(try await Program.wait { try server.requests(under: "/silent").count >= expected })
    for _ in 1...3 {
      let healthy = [server.request("/json"), server.request("/json")]
      let transfers = await fetcher.fetch(healthy, deadline: .now + .seconds(60))
      #expect(transfers.map(\.status) == [200, 200], "\(transfers.map(\.reason))")
    }
    hanging.cancel()
    #expect(await hanging.value.contains { $0.failure == .cancelled })
  }
}
