import DriftModel
import ContractKit
import Testing

@testable import Monitoring

@Suite("When endpoints are due")
struct TimetableTests {
  /// A wall clock somewhere in 2026, and a steady clock that began at 1000.
  private let wall = 1_790_000_000.0
  private let start = 1000.0

  private func table(_ count: Int, every interval: Double, checks: [EndpointID: Double] = [:]) -> Timetable {
    Timetable(groups(count, every: interval), now: start, wall: wall, checks: checks)
  }

  private func groups(_ count: Int, every interval: Double) -> [Timetable.Group] {
    (0..<count).map { Timetable.Group(members: [(Self.id($0), interval)]) }
  }

  private static func id(_ number: Int) -> EndpointID {
    EndpointID(contract: "c\(number / 50)", endpoint: "e\(number)")
  }

  /// Lets the table run from `start` for so many seconds, each batch taking `duration`; the times of every endpoint's looks.
  private func run(
    _ table: inout Timetable, from start: Double = 1000, seconds: Double, step: Double = 0.05, duration: Double = 0.1,
    wire: @escaping (EndpointID) -> Double = { _ in 0.01 }
  ) -> (checks: [EndpointID: [Double]], batches: [Timetable.Batch]) {
    var (checks, batches): ([EndpointID: [Double]], [Timetable.Batch]) = ([:], [])
    var ending: [(at: Double, batch: Timetable.Batch)] = []
    for tick in 0...Int(seconds / step) {
      let now = start + Double(tick) * step
      for done in ending.filter({ $0.at <= now }) {
        let seconds = Dictionary(uniqueKeysWithValues: done.batch.endpoints.map { ($0, wire($0)) })
        table.finish(done.batch.number, seconds: seconds, at: now)
      }
      ending.removeAll { $0.at <= now }
      for batch in table.begin(at: now) {
        let longest = batch.endpoints.map(wire).max() ?? 0
        ending.append((now + max(duration, longest), batch))
        batches.append(batch)
        for id in batch.endpoints { checks[id, default: []].append(now) }
      }
    }
    for done in ending { table.finish(done.batch.number, seconds: [:], at: start + seconds) }
    return (checks, batches)
  }

  @Test("A thousand endpoints of one interval are spread over it, and each keeps its own phase")
  func spread() {
    var table = table(1000, every: 10)
    let (checks, batches) = run(&table, seconds: 400, step: 0.25)
    #expect(checks.count == 1000)
    let perSecond = Dictionary(grouping: checks.values.joined().filter { $0 >= start + 20 && $0 < start + 400 }) {
      Int($0)
    }.mapValues(
      \.count)
    #expect((perSecond.values.max() ?? 0) < 160 && (perSecond.values.min() ?? 0) > 50)
    for times in checks.values {
      // The first checks are on the way to the grid.
      for (before, after) in zip(times.dropFirst(), times.dropFirst(2)) {
        #expect(abs(after - before - 10) <= 2 * Timetable.window + 0.01)
      }
      let (first, last) = (times[2], times[times.count - 1])
      #expect(abs((last - first).remainder(dividingBy: 10)) <= 2 * Timetable.window + 0.01, "the phase moved")
    }
    #expect(table.missedSlots == 0)
    // What is due in one moment goes together.
    #expect(batches.count <= 4 * 400 + 1)
    #expect(batches.allSatisfy { $0.lag <= 2 * Timetable.window + 0.01 })
  }

  @Test("Few endpoints that were never looked at begin at once and together")
  func firstChecks() {
    var table = table(20, every: 900)
    let batches = table.begin(at: start)
    #expect(batches.map(\.endpoints.count) == [20])
    #expect(batches[0].lag == 0)
  }

  @Test("After a restart each goes on at its own phase, and only what was missed meanwhile begins at once")
  func restart() throws {
    let checks = Dictionary(uniqueKeysWithValues: (0..<10).map { (Self.id($0), wall - ($0 < 3 ? 2000 : 10)) })
    var table = table(10, every: 900, checks: checks)
    #expect(table.begin(at: start).flatMap(\.endpoints) == (0..<3).map(Self.id))
    let first = try #require(table.nextBegin)
    // Half an interval after the last check of the earliest.
    #expect(first >= start + 440)
    var again = Timetable(groups(10, every: 900), now: start, wall: wall + 100, checks: checks)
    #expect(again.begin(at: start).count == 1)
    // The grid stands by the wall clock: a restart does not move it.
    #expect(abs((again.nextBegin ?? 0) + 100 - first) < 2)
  }

  @Test(
    "A look in the future, after a clock was set back, puts an endpoint off for no more than its interval and a half")
  func clockSetBack() throws {
    let table = table(1, every: 900, checks: [Self.id(0): wall + 86_400])
    let next = try #require(table.nextBegin)
    #expect(next > start && next <= start + 1350)
  }

  @Test("What was missed while the process stood still is caught up once, counted, and never in a burst")
  func stoppedProcess() {
    var table = table(1000, every: 10)
    _ = run(&table, seconds: 60)
    for number in 0..<1000 { table.finish(number, seconds: [:], at: start + 60) }
    #expect(table.missedSlots == 0)
    // An hour of SIGSTOP or suspension.
    var (caughtUp, now): ([EndpointID], Double) = ([], start + 3660)
    while caughtUp.count < 1000, now < start + 3680 {
      for batch in table.begin(at: now) {
        #expect(batch.endpoints.count <= Timetable.largestBatch)
        caughtUp += batch.endpoints
        table.finish(batch.number, seconds: [:], at: now)
      }
      now += Timetable.window
    }
    #expect(Set(caughtUp).count == 1000)
    // Each missed about 360 slots, and is back on its grid.
    #expect((355_000...362_000).contains(table.missedSlots), "\(table.missedSlots)")
    let missed = table.missedSlots
    _ = table.begin(at: now + 10)
    #expect(table.missedSlots - missed < 100)
  }

  @Test("An endpoint never overlaps itself: slots that pass during its own look are left out and counted")
  func overlap() {
    var table = table(1, every: 1)
    let (checks, _) = run(&table, seconds: 60, wire: { _ in 2.5 })
    let times = checks[Self.id(0)] ?? []
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 2.5 && $1 - $0 <= 3.3 }, "\(times)")
    #expect((38...42).contains(table.missedSlots + 1), "\(table.missedSlots)")
  }

  @Test("An endpoint that takes long holds up its neighbours once, and from then on nobody")
  func slowNeighbour() {
    var table = table(30, every: 10)
    let slow = Self.id(7)
    let (checks, batches) = run(&table, seconds: 300, wire: { $0 == slow ? 9 : 0.01 })
    let alone = batches.filter { $0.endpoints.contains(slow) }.dropFirst()
    #expect(!alone.isEmpty && alone.allSatisfy { $0.endpoints == [slow] })
    for (id, times) in checks where id != slow {
      #expect(zip(times.dropFirst(2), times.dropFirst(3)).allSatisfy { abs($1 - $0 - 10) < 0.5 }, "\(id): \(times)")
    }
    // Once it is quick again it goes with the others.
    let after = run(&table, from: start + 320, seconds: 60).batches.filter { $0.endpoints.contains(slow) }
    #expect(after.count >= 5)
    let together = run(&table, from: start + 3600, seconds: 0).batches
    #expect(together.contains { $0.endpoints.contains(slow) && $0.endpoints.count == 30 })
  }

  @Test("Endpoints that depend on each other share a phase and are never under way in two batches")
  func groups() {
    let chain = Timetable.Group(members: [(Self.id(0), 10), (Self.id(1), 10), (Self.id(2), 20)])
    var table = Timetable([chain], now: start, wall: wall, checks: [:])
    var running: Set<EndpointID> = []
    var batches: [Timetable.Batch] = []
    var open: [(Double, Timetable.Batch)] = []
    for tick in 0..<4000 {
      let now = start + Double(tick) * 0.05
      for (_, batch) in open.filter({ $0.0 <= now }) {
        table.finish(batch.number, seconds: [:], at: now)
        running.subtract(batch.endpoints)
      }
      open.removeAll { $0.0 <= now }
      for batch in table.begin(at: now) {
        #expect(running.isEmpty)
        running.formUnion(batch.endpoints)
        open.append((now + 0.3, batch))
        batches.append(batch)
      }
    }
    #expect(batches.dropFirst(3).allSatisfy { $0.endpoints.contains(Self.id(0)) && $0.endpoints.contains(Self.id(1)) })
    #expect(batches.contains { $0.endpoints.count == 3 } && batches.contains { $0.endpoints.count == 2 })
  }

  @Test("What could not be stored is tried again within a minute, however long the interval is")
  func retried() throws {
    var table = table(1, every: 43_200)
    let batch = try #require(table.begin(at: start).first)
    table.retry(batch.number, at: start + 5)
    #expect(table.nextBegin == start + 65)
    #expect(table.begin(at: start + 65).count == 1)
  }

  @Test("Chains, context, references and aggregates make groups, as far as they reach")
  func links() {
    let contract = Contract("c") {
      Endpoint("list", get: "/list")
      Endpoint("other", get: "/other")
      Endpoint("detail", following: "$[*].url", of: "list")
      Endpoint("deeper", following: "$.url", of: "detail")
      Endpoint("by-id", get: "/x/{id}", values: ["id": .response(of: "other", path: "$[*].id", limit: 2)])
      Endpoint("lonely", get: "/lonely")
    }
    #expect(contract.linkedEndpoints == [["list", "detail", "deeper"], ["other", "by-id"], ["lonely"]])
  }

  @Test("Endpoints that are due at once share a batch by host")
  func byHost() {
    let groups = (0..<12).map {
      Timetable.Group(members: [(Self.id($0), 60)], host: ["a.example", "b.example", "a.example b.example"][$0 % 3])
    }
    var table = Timetable(groups, now: start, wall: wall, checks: [:])
    let batches = table.begin(at: start)
    #expect(batches.map { Set($0.endpoints) } == (0..<3).map { host in Set((0..<4).map { Self.id($0 * 3 + host) }) })
    #expect(table.runningBatches == 3)
  }

  @Test(
    "What another process has at the moment is tried again when asked to, its lag counts from its slot, and its grid stays"
  )
  func postponed() throws {
    var table = table(1, every: 60, checks: [Self.id(0): wall])
    let slot = try #require(table.nextBegin)
    let first = try #require(table.begin(at: slot).first)
    table.finish(first.number, seconds: [:], at: slot + 0.1)
    table.postpone([Self.id(0)], to: slot + 1.1)
    #expect(table.nextBegin == slot + 1.1)
    let second = try #require(table.begin(at: slot + 1.1).first)
    #expect(second.endpoints == first.endpoints)
    #expect(abs(second.lag - 1.1) < 1e-6)
    table.finish(second.number, seconds: [:], at: slot + 1.2)
    #expect(try abs(#require(table.nextBegin) - (slot + 60)) < 1e-6)
    #expect(table.missedSlots == 0)
  }

  @Test(
    "A host has two batches at once; what is due meanwhile shares the next one, and other hosts and slow groups go on")
  func batchesPerHost() throws {
    let late = (0..<60).map { Timetable.Group(members: [(Self.id($0), 60)], host: "one") }
    let other = [Timetable.Group(members: [(EndpointID(contract: "o", endpoint: "e"), 60)], host: "two")]
    // Spread over half a second, since all were missed.
    var table = Timetable(late + other, now: start, wall: wall, checks: [:])
    var begun: [Timetable.Batch] = []
    for tick in 0..<8 { begun += table.begin(at: start + Double(tick) * 0.25) }
    let hosts = Dictionary(grouping: begun) { $0.endpoints[0].contract == "o" ? "two" : "one" }
    #expect(hosts["one"]?.count == 2 && hosts["two"]?.count == 1)
    let first = try #require(hosts["one"]?.first)
    let waiting = 60 - (hosts["one"] ?? []).reduce(0) { $0 + $1.endpoints.count }
    #expect(waiting > 0)
    #expect(
      table.nextBegin.map { $0 > start + 10 } ?? true, "nothing of a host that is busy is due before one has ended")
    table.finish(first.number, seconds: [:], at: start + 3)
    #expect(table.begin(at: start + 3).map(\.endpoints.count) == [waiting])
  }
}
