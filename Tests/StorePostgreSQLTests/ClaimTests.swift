import DriftModel
import Foundation
import Store
@testable import StoreSQL
import StoreSamples
import Synchronization
import TestSupport
import Testing

@testable import StorePostgreSQL

private let schemas = Atomic(0)

@Suite("Claims of endpoints on a server", .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct ClaimTests {
  private let address: ServerAddress
  private let connection: Connection

  init() throws {
    address = try ServerAddress(
      PostgreSQLServer.shared.get().address(schema: "claims_\(schemas.add(1, ordering: .relaxed).newValue)"))
    _ = try PostgreSQLStore(server: address)
    connection = Connection(try PostgreSQLDriver(address, isReadOnly: false))
  }

  private static func endpoint(_ name: String) -> ClaimedEndpoint {
    ClaimedEndpoint(contract: "c", endpoint: name, environment: "production", perspective: "default")
  }

  private static func group(_ names: String..., least: Double? = nil, hosts: Set<String> = []) -> ClaimGroup {
    let endpoints = Set(names.map(endpoint))
    let ages = least.map { least in Dictionary(uniqueKeysWithValues: endpoints.map { ($0, least) }) } ?? [:]
    return ClaimGroup(endpoints, leastAges: ages, hosts: hosts)
  }

  private func stores(_ count: Int) throws -> [PostgreSQLStore] {
    try (0..<count).map { _ in try Self.store(address) }
  }

  /// One whose claims end only if something ends them, however slow the machine is.
  private static func store(_ address: ServerAddress) throws -> PostgreSQLStore {
    try PostgreSQLStore(server: address, bounds: Bounds(), claimSeconds: 3_600)
  }

  /// What would be stored of an endpoint.
  private func evaluation(_ name: String, round: Int) -> Evaluation {
    var key = Samples.products
    (key.contract, key.endpoint) = ("c", name)
    return Evaluation(
      key: key, signature: Samples.signature, round: round, at: Samples.start, report: Samples.report(.ok))
  }

  /// Ends the time of every claim, as if its process had hung.
  private func letClaimsEnd() throws {
    try connection.execute("UPDATE endpoint_claims SET held_until = 1; UPDATE host_claims SET held_until = 1")
  }

  private static let own = ClaimAnswer.held(by: Lease.Holder(process: Int(getpid())))

  @Test("An endpoint is one process's until it is given back; groups are granted whole; each host has one process")
  func exclusive() async throws {
    let stores = try stores(2)
    let (first, second) = (stores[0], stores[1])
    let pair = Self.group("a", "b", hosts: ["one"])
    #expect(try await first.claim([pair]) == [.granted])
    #expect(try await first.claim([Self.group("a")]) == [Self.own])
    let asked = [Self.group("b", "z"), Self.group("c", hosts: ["one"]), Self.group("d", hosts: ["two"])]
    #expect(try await second.claim(asked) == [Self.own, Self.own, .granted])
    // A process may talk to its host in several rounds, and keeps it until the last has ended.
    let more = Self.group("e", hosts: ["one"])
    #expect(try await first.claim([more]) == [.granted])
    try await first.release([pair], checked: [])
    #expect(try await second.claim([Self.group("c", hosts: ["one"])]) == [Self.own])
    try await first.release([more], checked: [])
    #expect(try await second.claim([Self.group("c", hosts: ["one"]), Self.group("b", "z")]) == [.granted, .granted])
  }

  @Test("What was checked a moment ago by anybody is not due, until the least age has passed")
  func recent() async throws {
    let stores = try stores(2)
    let group = Self.group("a", least: 1e6)
    #expect(try await stores[0].claim([group]) == [.granted])
    try await stores[0].release([group], checked: [Self.endpoint("a")])
    #expect(try await stores[1].claim([group]) == [.recent])
    // Who asks for it in any case gets it, and so does a group of which one endpoint is due.
    #expect(try await stores[1].claim([Self.group("a")]) == [.granted])
    try await stores[1].release([Self.group("a")], checked: [])
    #expect(try await stores[0].claim([Self.group("a", "b", least: 1e6)]) == [.granted])
    try await stores[0].release([Self.group("a", "b")], checked: [])
    try connection.execute("UPDATE endpoint_claims SET checked_at = checked_at - 1000001000")
    #expect(try await stores[1].claim([group]) == [.granted])
  }

  @Test("Who hung so long that another took over cannot store; who was only late can, and so can who takes over")
  func fencing() async throws {
    let stores = try stores(2)
    let group = Self.group("a", "b", hosts: ["one"])
    #expect(try await stores[0].claim([group]) == [.granted])
    let round = try await stores[0].begin()
    try letClaimsEnd()
    try await stores[0].commit(evaluation("a", round: round))
    #expect(try await stores[1].claim([group]) == [.granted])
    let lost = StoreError.claimLost(store: address.location, endpoint: "c/a")
    await #expect(throws: lost) { try await stores[0].commit(evaluation("a", round: round)) }
    #expect(lost.mayPass)
    try await stores[1].commit(evaluation("a", round: round))
    // The late one neither extends nor ends what is another's.
    try await stores[0].renewClaims()
    try await stores[0].release([group], checked: [Self.endpoint("a"), Self.endpoint("b")])
    #expect(try await stores[0].claim([group]) == [Self.own])
    try await stores[1].commit(evaluation("b", round: round))
  }

  @Test("A claim that is renewed lasts; one that could not be given back is the same store's again")
  func renewal() async throws {
    let stores = try stores(2)
    let group = Self.group("a", hosts: ["one"])
    #expect(try await stores[0].claim([group]) == [.granted])
    try letClaimsEnd()
    try await stores[0].renewClaims()
    #expect(try await stores[1].claim([group]) == [Self.own])
    try connection.execute("UPDATE endpoint_claims SET holder = 'x 1@elsewhere', held_until = 9000000000000")
    let elsewhere = ClaimAnswer.held(by: Lease.Holder(process: 1, machine: "elsewhere"))
    #expect(try await stores[1].claim([group]) == [elsewhere])
  }

  @Test("What a process had claimed is free at once when its session has ended, and its host too")
  func ended() async throws {
    let group = Self.group("a", hosts: ["one"])
    var first: PostgreSQLStore? = try Self.store(address)
    #expect(try await first?.claim([group]) == [.granted])
    let second = try Self.store(address)
    #expect(try await second.claim([group]) == [Self.own])
    first = nil
    while try await second.claim([group]) != [.granted] { await Task.yield() }
  }

  @Test("After the server was started again, which has forgotten who lives, a claim is kept until its time is over")
  func serverStartedAgain() async throws {
    let server = try PostgreSQLServer()
    let address = try ServerAddress(server.address(schema: "again"))
    let (first, second) = (try Self.store(address), try Self.store(address))
    let (kept, lost) = (Self.group("kept"), Self.group("lost"))
    #expect(try await first.claim([kept, lost]) == [.granted, .granted])
    let round = try await first.begin()
    try server.kill()
    try server.start()
    #expect(try await second.claim([kept, lost]) == [Self.own, Self.own])
    try await first.commit(evaluation("kept", round: round))
    try Connection(try PostgreSQLDriver(address, isReadOnly: false)).execute(
      "UPDATE endpoint_claims SET held_until = 1 WHERE endpoint = 'lost'")
    #expect(try await second.claim([lost]) == [.granted])
    await #expect(throws: StoreError.claimLost(store: address.location, endpoint: "c/lost")) {
      try await first.commit(evaluation("lost", round: round))
    }
  }

  @Test("Rows of claims that a failover lost are made again")
  func lostRows() async throws {
    let store = try Self.store(address)
    let group = Self.group("a", hosts: ["one"])
    #expect(try await store.claim([group]) == [.granted])
    try await store.release([group], checked: [])
    try connection.execute("DELETE FROM endpoint_claims; DELETE FROM host_claims")
    #expect(try await store.claim([group]) == [.held(by: nil)])
    #expect(try await store.claim([group]) == [.granted])
  }

  @Test("An endpoint that is forgotten takes no result of a round that began before")
  func forgotten() async throws {
    let stores = try stores(2)
    let group = Self.group("a")
    #expect(try await stores[0].claim([group]) == [.granted])
    let round = try await stores[0].begin()
    try await stores[0].commit(evaluation("a", round: round))
    _ = try await stores[1].forget(contract: "c", endpoint: "a", environment: nil, isWatched: true, at: Samples.start)
    await #expect(throws: StoreError.claimLost(store: address.location, endpoint: "c/a")) {
      try await stores[0].commit(evaluation("a", round: round))
    }
  }

  @Test("Of eight that claim a hundred groups in random order, at each moment one has each, and none waits for another")
  func crowd() async throws {
    let stores = try stores(8)
    let held = Holders()
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for store in stores {
        group.addTask {
          var granted = 0
          for _ in 0..<20 {
            let numbers = (0..<100).shuffled().prefix(20)
            let groups = numbers.map { Self.group("e\($0)", "f\($0)", hosts: ["h\($0 % 10)"]) }
            let answers = try await store.claim(Array(groups))
            let mine = zip(numbers, answers).filter { $1 == .granted }.map(\.0)
            for number in mine {
              #expect(held.add(1, to: number) == 1)
            }
            let hosts = Set(mine.map { $0 % 10 })
            await Task.yield()
            for number in mine { held.add(-1, to: number) }
            try await store.release(
              zip(groups, answers).filter { $1 == .granted }.map(\.0),
              checked: Set(mine.map { Self.endpoint("e\($0)") }))
            granted += hosts.count
          }
          return granted
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(total > 0)
    let left = try connection.first("SELECT count(*) FROM endpoint_claims WHERE holder IS NOT NULL") { $0.integer(0) }
    #expect(left == 0)
  }
}

/// How many hold each group.
private final class Holders: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  @discardableResult
  func add(_ count: Int, to number: Int) -> Int {
    counts.withLock {
      $0[number, default: 0] += count
      return $0[number, default: 0]
    }
  }
}
