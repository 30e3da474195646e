import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Retries")
struct RetryTests {
  private func policy(_ retries: Int = 2, delay: Double = 0.01, timeout: Double = 3600) -> FetchPolicy {
    FetchPolicy(timeout: timeout, maximumRetries: retries, retryDelay: delay)
  }

  private func fetch(_ path: String, _ policy: FetchPolicy, method: String = "GET", reads: Bool? = nil) async throws
    -> (Transfer, Int)
  {
    let server = try HostileServer.shared.get()
    let id = UUID().uuidString
    let mark = path.contains("?") ? "&" : "?"
    _ = HostileServer.hostileEnvironment
    let request = FetchRequest(
      label: "a", url: server.url("\(path)\(mark)id=\(id)"), method: method,
      body: method == "POST" ? [0x7B, 0x7D] : nil,
      isIdempotent: reads)
    let transfers = await Fetcher(policy: policy, resolving: []).fetch([request])
    return (try #require(transfers.first), try server.requests(under: path).count { $0.path.contains(id) })
  }

  private static func unique(_ path: String) -> String { "\(path)/\(UUID().uuidString)" }

  @Test(
    "What passes by itself is tried again until it does",
    arguments: ["500", "502", "503", "504", "408", "425", "0", "1"])
  func recovers(_ code: String) async throws {
    let (transfer, sent) = try await fetch(Self.unique("/recover/2/\(code)"), policy())
    #expect(transfer.status == 200 && transfer.failure == nil && transfer.body.count > 100)
    #expect(transfer.attempts == 3 && sent == 3)
  }

  @Test("After the last retry its result is the result")
  func givesUp() async throws {
    let (outage, sent) = try await fetch(Self.unique("/recover/9/503"), policy())
    #expect(outage.status == 503 && outage.failure == nil && outage.attempts == 3 && sent == 3)
    let (cut, _) = try await fetch("/cut", policy())
    #expect(cut.failure == .truncated && cut.attempts == 3)
    let (gzip, _) = try await fetch("/raw/cut-gzip-trailer", policy())
    #expect(gzip.failure == .truncated && gzip.attempts == 3)
  }

  @Test(
    "What will not pass, what asks to wait and what must not be repeated is sent once",
    arguments: [
      "/status/429", "/status/400", "/status/401", "/status/404", "/status/501", "/status/505", "/status/511",
      "/status/503?retry=1", "/redirect-loop", "/raw/two-lengths", "/raw/coding-unknown", "/bomb/plain", "/text/html",
      "/headers-long", "/json",
    ])
  func once(_ path: String) async throws {
    let (transfer, sent) = try await fetch(path, policy())
    #expect(transfer.attempts == 1)
    #expect(sent == 1 || path == "/redirect-loop")
  }

  @Test("A POST is repeated only if its caller says that it reads; HEAD is")
  func methods() async throws {
    #expect(try await fetch(Self.unique("/recover/1/503"), policy(), method: "POST").0.attempts == 1)
    #expect(try await fetch(Self.unique("/recover/1/0"), policy(), method: "PUT").1 == 1)
    let (reading, sent) = try await fetch(Self.unique("/recover/1/503"), policy(), method: "POST", reads: true)
    #expect(reading.status == 200 && reading.attempts == 2 && sent == 2)
    #expect(try await fetch(Self.unique("/recover/1/503"), policy(), method: "HEAD").0.attempts == 2)
    #expect(try await fetch(Self.unique("/recover/1/503"), policy(), method: "GET", reads: false).0.attempts == 1)
  }

  @Test("A closed port is tried again, a refused request and an untrusted server are not")
  func connections() async throws {
    let port = try ClosedPort()
    defer { withExtendedLifetime(port) {} }
    let closed = await Fetcher(policy: policy()).fetch([
      FetchRequest(label: "a", url: "http://127.0.0.1:\(port.number)/")
    ])
    #expect(closed.map(\.failure) == [.connect] && closed.map(\.attempts) == [3])
    let refused = await Fetcher(policy: policy()).fetch([FetchRequest(label: "a", url: "http://0.0.0.0/")])
    #expect(refused.map(\.attempts) == [0])
    let certificates = try TestCertificates.shared.get()
    let server = try HostileServer(certificate: certificates.expired, host: "localhost")
    let untrusted = await Fetcher(policy: policy()).fetch([server.request("/json")])
    #expect(untrusted.map(\.attempts) == [1])
  }

  @Test("Attempts and waits together stay within the timeout and the deadline", .timeLimit(.minutes(5)))
  func bounded() async throws {
    let (slow, _) = try await fetch("/silent", policy(10, timeout: 0.4))
    #expect(slow.failure == .timeout && slow.attempts == 1)
    // The first wait is longer than what is left, so it gives up at once rather than begin what cannot end.
    let server = try HostileServer.shared.get()
    let seed = try #require(
      (UInt64(0)..<100).first { seed in
        var generator = SeededGenerator(seed: seed)
        return RetryRule.delay(before: 1, policy: policy(10, delay: 30), using: &generator) > 25
      })
    let late = await Fetcher(policy: policy(10, delay: 30, timeout: 20), resolving: [], seed: seed).fetch(
      [server.request("/status/503")])
    #expect(late.map(\.status) == [503] && late.map(\.attempts) == [1])
    let all = await Fetcher(policy: policy(10, delay: 30), resolving: [], seed: seed).fetch(
      [server.request("/status/503")], deadline: .now + .seconds(20))
    #expect(all.map(\.status) == [503] && all.map(\.attempts) == [1])
  }

  @Test("A retry that gets no slot in time leaves what the attempt before it met")
  func noSlot() async throws {
    let server = try HostileServer()
    let policy = FetchPolicy(
      timeout: 1, maximumRetries: 2, retryDelay: 0.01, maximumInFlight: 1, maximumInFlightPerHost: 1)
    let transfers = await Fetcher(policy: policy, resolving: []).fetch(
      ["/status/503", "/silent"].map { server.request($0) })
    #expect(transfers.map(\.status) == [503, nil])
    #expect(transfers.map(\.failure) == [nil, .timeout])
  }

  @Test("A request that waits for its retry holds no slot")
  func waitsWithoutSlot() async throws {
    let server = try HostileServer()
    // With one slot and half a minute to wait, the others could not be answered behind it.
    let policy = FetchPolicy(
      timeout: 3600, maximumRetries: 1, retryDelay: 30, maximumInFlight: 1, maximumInFlightPerHost: 1)
    let paths = ["/recover/9/503/a"] + (0..<5).map { "/json?n=\($0)" }
    let fetcher = Fetcher(policy: policy, resolving: [], seed: 3)
    let task = Task { await fetcher.fetch(paths.map { server.request($0) }) }
    func received() throws -> [String] { try server.requests(under: "/").map(\.path) }
    _ = try await Program.wait { try Set(received()).isSuperset(of: paths) }
    // The retry itself may have been sent meanwhile where the machine is slow; the server keeps the order.
    let order = try received().prefix(paths.count)
    #expect(Set(order) == Set(paths))
    task.cancel()
    let transfers = await task.value
    // The last of them may still be under way: with one slot those before it are not.
    #expect(zip(paths, transfers).dropFirst().allSatisfy { $0 == order.last || $1.status == 200 })
    #expect(transfers.first?.status == 503)
  }

  @Test("Waits are random below a bound that doubles, the same for the same seed, and never absurd")
  func backoff() {
    let policy = FetchPolicy(retryDelay: 0.5)
    func delays(_ seed: UInt64) -> [Double] {
      var generator = SeededGenerator(seed: seed)
      return (1...6).map { RetryRule.delay(before: $0, policy: policy, using: &generator) }
    }
    #expect(delays(1) == delays(1) && delays(1) != delays(2))
    var largest = [Double](repeating: 0, count: 6)
    for seed in 0..<2000 {
      for (index, delay) in delays(UInt64(seed)).enumerated() { largest[index] = max(largest[index], delay) }
    }
    for (index, value) in largest.enumerated() {
      let bound = min(0.5 * Double(1 << index), 30)
      #expect(value <= bound && value > bound * 0.98)
    }
    var generator = SeededGenerator(seed: 1)
    for delay in [-1, .nan, .infinity, 1e300, 0] as [Double] {
      let wait = RetryRule.delay(before: 99, policy: FetchPolicy(retryDelay: delay), using: &generator)
      #expect((0...30).contains(wait))
    }
  }
}
