import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite("The budget for bodies in memory")
struct ByteBudgetTests {
  /// Numbers of the bodies that were woken, in order.
  private let woken = Log()

  private final class Log: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  private func take(_ bytes: Int, _ lease: BodyLease, _ number: Int) -> Bool {
    let woken = woken
    return lease.makeRoom(for: bytes, most: bytes) { woken.add(number) }
  }

  @Test("Who finds no room waits in line, and is woken in the order of arrival once there is room")
  func line() {
    let budget = ByteBudget(1000)
    var first: BodyLease? = budget.lease()
    let others = (0..<3).map { _ in budget.lease() }
    #expect(first.map { take(900, $0, 0) } == true)
    #expect(!take(300, others[0], 1))
    // A small one does not go ahead of one that waits.
    #expect(!take(10, others[1], 2) && !take(10, others[2], 3))
    #expect(budget.isShort && budget.taken == 900 && woken.all.isEmpty)
    first = nil
    #expect(woken.all == [1, 2, 3] && budget.taken == 320 && !budget.isShort)
  }

  @Test("One that has begun may grow while others wait to begin")
  func growing() {
    let budget = ByteBudget(1000)
    let (old, new) = (budget.lease(), budget.lease())
    #expect(take(500, old, 0) && !take(600, new, 1))
    #expect(take(900, old, 0))
    old.set(to: 300)
    #expect(woken.all == [1] && budget.taken == 900)
  }

  @Test("If all that is taken belongs to those that wait, one goes on beyond the budget, and nobody else")
  func noDeadlock() {
    let budget = ByteBudget(1000)
    var leases: [BodyLease?] = (0..<4).map { _ in budget.lease() }
    for index in 0..<4 { #expect(leases[index].map { take(250, $0, index) } == true) }
    for index in 0..<4 { #expect(leases[index].map { take(800, $0, index) } == false) }
    #expect(woken.all == [0] && budget.taken == 1550)
    leases[0] = nil
    #expect(woken.all == [0, 1] && budget.taken == 1300)
    // One that gives up makes room too.
    leases[2] = nil
    leases[1] = nil
    #expect(woken.all == [0, 1, 3] && budget.taken == 800)
    leases[3] = nil
    #expect(budget.taken == 0 && !budget.isShort)
  }

  @Test("Bodies of unknown length that grow side by side pass the budget one after the other, not each by a step")
  func sideBySide() {
    let (budget, size, step) = (ByteBudget(1000), 800, 50)
    var leases: [Int: BodyLease] = [:]
    for number in 0..<16 { leases[number] = budget.lease() }
    var sizes = Array(repeating: 0, count: 16)
    var waiting: Set<Int> = []
    var seen = 0
    while !leases.isEmpty {
      for number in leases.keys.sorted() where !waiting.contains(number) {
        if sizes[number] == size {
          leases[number] = nil
        } else {
          sizes[number] += step
          if leases[number].map({ take(sizes[number], $0, number) }) == false { waiting.insert(number) }
        }
      }
      let all = woken.all
      for number in all[seen...] { waiting.remove(number) }
      seen = all.count
    }
    #expect(budget.taken == 0 && budget.highest <= 1000 + size, "\(budget.highest)")
  }

  @Test("A body larger than the whole budget goes alone")
  func alone() {
    let budget = ByteBudget(100)
    var small: BodyLease? = budget.lease()
    var large: BodyLease? = budget.lease()
    #expect(small.map { take(50, $0, 0) } == true && large.map { take(5000, $0, 1) } == false)
    small = nil
    #expect(woken.all == [1] && budget.taken == 5000)
    large = nil
    #expect(budget.taken == 0)
  }

  @Test("Many large responses stay within the budget and one body, and each comes whole", arguments: ["plain", "gzip"])
  func responses(_ coding: String) async throws {
    let server = try HostileServer()
    let size = 1_000_000
    var policy = FetchPolicy.standard
    policy.maximumBytesInMemory = 2 << 20
    // A busy machine may take long for what is compressed here.
    (policy.timeout, policy.connectTimeout) = (600, 600)
    let fetcher = Fetcher(policy: policy)
    let requests = (0..<16).map { number in
      server.request(
        coding == "gzip"
          ? "/gzip-sample?bytes=\(size)&alphabet=1&level=9&id=\(number)" : "/big?bytes=\(size)&id=\(number)")
    }
    let early = Mutex<[Int: Int]>([:])
    let transfers = await fetcher.fetch(requests) { complete in
      for (index, transfer) in complete { early.withLock { $0[index] = transfer.body.count } }
    }
    let taken = early.withLock { $0 }
    #expect(transfers.allSatisfy { $0.failure == nil })
    #expect(transfers.indices.allSatisfy { taken[$0] ?? transfers[$0].body.count == size })
    #expect(!taken.isEmpty)
    // A gzip body is larger by a piece while it is decoded.
    #expect(fetcher.budget.highest <= policy.maximumBytesInMemory + 2 * size, "\(fetcher.budget.highest)")
    withExtendedLifetime(transfers) { #expect(fetcher.budget.taken < policy.maximumBytesInMemory + size) }
    #expect(transfers.count == 16)
  }

  @Test(
    "What is refused for its coding gives its room back, so that the others come", .timeLimit(.minutes(5)),
    arguments: [(200, "br"), (200, "gzip, gzip"), (404, "br"), (200, "gzip")])
  func refusedCodings(_ status: Int, _ coding: String) async throws {
    struct Told: Encodable {
      let status: Int
      let headers: [String: String]
      let body: String
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "driftwatch-coding-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let size = 1_000_000
    let told = Told(
      status: status, headers: ["Content-Encoding": coding], body: String(repeating: "x", count: size))
    try JSONEncoder().encode(told).write(to: folder.appending(path: "page.http.json"))
    let server = try HostileServer(files: folder.path)
    var policy = FetchPolicy.standard
    policy.maximumBytesInMemory = 2 << 20
    let fetcher = Fetcher(policy: policy)
    // Room for two of them at a time.
    let transfers = await fetcher.fetch((0..<6).map { server.request("/told/page?id=\($0)") }) { _ in }
    #expect(transfers.allSatisfy { $0.status == status && $0.body.isEmpty })
    withExtendedLifetime(transfers) { #expect(fetcher.budget.taken == 0) }
  }

  @Test(
    "What ends without a result gives its room back: a deadline, a cancellation, a refusal", .timeLimit(.minutes(10)))
  func givenBack() async throws {
    let server = try HostileServer()
    var policy = FetchPolicy.standard
    (policy.maximumBytesInMemory, policy.maximumBodyBytes) = (100_000, 400_000)
    let fetcher = Fetcher(policy: policy)
    let paths = ["/big-chunked", "/stall", "/stall-chunked", "/drip", "/gzip-bomb", "/cut", "/big?bytes=300000"]
    let requests = paths.map { server.request($0) }
    _ = await fetcher.fetch(requests, deadline: .now + .seconds(2)) { _ in }
    #expect(fetcher.budget.taken == 0 && !fetcher.budget.isShort)
    let before = try await server.received(under: "/stall").count
    let task = Task { await fetcher.fetch(requests) { _ in } }
    // The limit of the test is the only guard against a hang: how long the others leave this one without a processor is not known.
    while try await server.received(under: "/stall").count == before { try await Task.sleep(for: .milliseconds(20)) }
    task.cancel()
    _ = await task.value
    // The loop learns of it a little later.
    while fetcher.budget.taken > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(fetcher.budget.taken == 0 && !fetcher.budget.isShort)
  }

  @Test("Time in which a body waits for room is not the host's")
  func waiting() async throws {
    let server = try HostileServer()
    var policy = FetchPolicy.standard
    (policy.maximumBytesInMemory, policy.timeout, policy.maximumRetries) = (400_000, 2, 0)
    let transfers = await Fetcher(policy: policy).fetch(
      (0..<4).map { server.request("/big?bytes=300000&id=\($0)") }
    ) { complete in
      // Longer than a request may take.
      try? await Task.sleep(for: .seconds(3))
      withExtendedLifetime(complete) {}
    }
    #expect(transfers.map(\.failure) == [nil, nil, nil, nil])
    #expect(transfers.allSatisfy { $0.seconds < 2 })
  }
}
