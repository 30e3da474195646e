import ContractKit
import DriftModel
import DriftRules
import Dispatch
import Examination
import Fetching
import Foundation
import Store
import StoreSQL
import StoreSQLite
import Synchronization
import Testing

@testable import Monitoring

/// A clock that stands still until somebody waits for it, and then is where they wait for: hours pass in no time.
private final class TestClock: Sendable {
  private let state = Mutex((seconds: 0.0, wall: 1_790_000_000.0))

  var clock: SchedulerClock {
    SchedulerClock(
      seconds: { self.state.withLock { $0.seconds } },
      date: { Date(timeIntervalSince1970: self.state.withLock { $0.wall }) },
      sleep: { seconds in
        guard !Task.isCancelled else { return }
        self.pass(seconds)
        await Task.yield()
      })
  }

  func pass(_ seconds: Double) {
    state.withLock {
      $0.seconds += seconds
      $0.wall += seconds
    }
  }

  func set(_ seconds: Double) { state.withLock { $0.wall += seconds } }
  var seconds: Double { state.withLock { $0.seconds } }
}

@Suite("The scheduler's loop, on a clock of the test's")
struct SchedulerTests {
  private let contract = Contract("c") { Endpoint("e", get: "/e", every: .seconds(60)) }

  private func result(_ number: Int) -> Round.Result {
    Round.Result(
      number: number, endpoints: [], transitions: [], found: FoundValues(), withoutBaseURL: [], wasInterrupted: false,
      seconds: [:])
  }

  @Test("A clock that is set by a day, forwards or backwards, moves no check", arguments: [86_400.0, -86_400])
  func clockStep(_ step: Double) async throws {
    let test = TestClock()
    let checks = Mutex<[Double]>([])
    let scheduler = Scheduler(
      watching: .init([contract]), environment: "production", clock: test.clock, longestPause: 30
    ) {
      _, _ in
      let count = checks.withLock { checks in
        checks.append(test.seconds)
        return checks.count
      }
      if count == 5 { test.set(step) }
      return result(count)
    }
    let task = Task {
      try await scheduler.run(checks: { _ in [:] }) { _ in
        if checks.withLock({ $0.count >= 10 }) { throw CancellationError() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let times = checks.withLock { $0 }
    // A busy machine may begin a check some of the test clock's pauses late, which is far less than the step.
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 3600 }, "\(times)")
  }

  @Test("What is watched can change: rounds under way end first, and nothing is looked at twice or forgotten")
  func changes() async throws {
    let test = TestClock()
    let checks = Mutex<[(String, Double)]>([])
    let (changes, change) = AsyncStream.makeStream(of: Scheduler.Watch.self)
    let scheduler = Scheduler(
      watching: .init([contract]), environment: "production", clock: test.clock, longestPause: 30
    ) { selection, _ in
      let count = checks.withLock { checks in
        for (contract, endpoints) in selection { checks += endpoints.map { ("\(contract)/\($0)", test.seconds) } }
        return checks.count
      }
      if count == 3 {
        change.yield(.init([Contract("d") { Endpoint("f", get: "/f", every: .seconds(10)) }]))
        // Time for the change to arrive while this round is under way.
        for _ in 0..<100 { await Task.yield() }
      }
      return result(count)
    }
    let task = Task {
      try await scheduler.run(changes: changes, checks: { _ in [:] }) { _ in
        if checks.withLock({ $0.count >= 9 }) { throw CancellationError() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let all = checks.withLock { $0 }
    let names = all.map(\.0)
    let first = try #require(names.firstIndex(of: "d/f"))
    #expect((3...4).contains(first) && names[..<first].allSatisfy { $0 == "c/e" }, "\(all)")
    #expect(names[first...].allSatisfy { $0 == "d/f" }, "\(all)")
    let times = all[first...].map(\.1)
    // The test's clock is moved by whoever waits, so also by a wait that the change made pointless.
    #expect(zip(times.dropFirst(), times.dropFirst(2)).allSatisfy { $1 - $0 > 9 }, "\(times)")
  }

  @Test("A ledger that is locked or full is told and tried again; one that is damaged ends it")
  func ledgerErrors() async throws {
    let test = TestClock()
    let calls = Atomic(0)
    let scheduler = Scheduler(
      watching: .init([contract]), environment: "production", clock: test.clock, longestPause: 30
    ) {
      _, _ in
      switch calls.wrappingAdd(1, ordering: .relaxed).newValue {
      case 1: throw StoreError.busy(store: "p", seconds: 5)
      case 2: throw StoreError.full(store: "p")
      case 3: return result(3)
      default: throw StoreError.damaged(store: "p", part: "t", reason: "r")
      }
    }
    let told = Mutex<[String]>([])
    await #expect(throws: StoreError.damaged(store: "p", part: "t", reason: "r")) {
      try await scheduler.run(checks: { _ in [:] }) { event in
        switch event {
        case .failed(let error, let endpoints): told.withLock { $0.append("\(endpoints) \(error)") }
        case .finished(let result, _, _): told.withLock { $0.append("round \(result.number ?? 0)") }
        case .turn: break
        }
      }
    }
    let lines = told.withLock { $0 }
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("[c/e] p: locked by another process") == true, "\(lines)")
    #expect(lines.last == "round 3")
  }

  @Test("The loop comes round at least once in the longest pause, however seldom something is due")
  func signsOfLife() async throws {
    let test = TestClock()
    let rare = Contract("c") { Endpoint("e", get: "/e", every: .hours(12)) }
    let scheduler = Scheduler(watching: .init([rare]), environment: "production", clock: test.clock, longestPause: 15) {
      _, _ in result(1)
    }
    let turns = Mutex<[Double]>([])
    let task = Task {
      try await scheduler.run(checks: { _ in [:] }) { event in
        guard case .turn = event else { return }
        turns.withLock { $0.append(test.seconds) }
        if test.seconds > 3600 { throw CancellationError() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let times = turns.withLock { $0 }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 15.001 }, "\(times)")
  }

  @Test("Cancelled, it begins nothing more, waits for what is under way, and tells it")
  func cancelled() async throws {
    let scheduler = Scheduler(watching: .init([contract]), environment: "production", clock: .system, longestPause: 30)
    {
      _, _ in
      // Ends when it is cancelled, and not before.
      try? await Task.sleep(for: .seconds(600))
      return result(1)
    }
    let began = Atomic(0)
    let finished = Atomic(0)
    let task = Task {
      try await scheduler.run(checks: { _ in [:] }) { event in
        if case .turn(let turn) = event, turn.runningRounds == 1 { began.add(1, ordering: .relaxed) }
        if case .finished = event { finished.add(1, ordering: .relaxed) }
      }
    }
    while began.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    try await task.value
    #expect(finished.load(ordering: .relaxed) == 1)
  }

  @Test("A host whose requests hang holds up no endpoint of another")
  func hosts() async throws {
    let test = TestClock()
    let hanging = Contract("hanging", baseURL: "https://hangs.example") {
      for number in 0..<15 { Endpoint("e\(number)", get: "/\(number)", every: .seconds(10)) }
    }
    let healthy = Contract("healthy", baseURL: "https://works.example") {
      Endpoint("e", get: "/e", every: .seconds(10))
    }
    let looks = Atomic(0)
    let scheduler = Scheduler(
      watching: .init([hanging, healthy]), environment: "production", clock: test.clock, longestPause: 10
    ) { selection, _ in
      // Ends when it is cancelled, and not before.
      if selection["hanging"] != nil { try? await Task.sleep(for: .seconds(600)) }
      if selection["healthy"] != nil, !Task.isCancelled { looks.add(1, ordering: .relaxed) }
      return result(1)
    }
    await #expect(throws: CancellationError.self) {
      try await scheduler.run(checks: { _ in [:] }) { _ in
        if test.seconds > 300 || looks.load(ordering: .relaxed) == 5 { throw CancellationError() }
      }
    }
    let count = looks.load(ordering: .relaxed)
    #expect(count == 5)
  }

  @Test("Work on responses that does not end holds up neither the loop nor another round", .timeLimit(.minutes(5)))
  func dearWork() async throws {
    // More than the cooperative pool has threads.
    let dear = (0..<2 * ProcessInfo.processInfo.activeProcessorCount + 2).map { number in
      Contract("dear\(number)", baseURL: "https://dear\(number).example") {
        Endpoint("e", get: "/e", every: .hours(1))
      }
    }
    let cheap = Contract("cheap", baseURL: "https://cheap.example") { Endpoint("e", get: "/e", every: .seconds(10)) }
    let (test, store, end) = (TestClock(), MemoryStore(), DispatchSemaphore(value: 0))
    let finished = Atomic(0)
    let turns = Atomic(0)
    let wasStuck = Atomic(false)
    let scheduler = Scheduler(
      watching: .init(dear + [cheap]), environment: "production", clock: test.clock, longestPause: 10
    ) { selection, clock in
      // A round over endpoints without base URL calls for a remedy of each, which stands here for work that takes its time.
      let contracts = selection.keys.map { id in Contract(id) { Endpoint("e", get: "/e") } }
      var plan = Round.Plan(contracts: contracts, clock: clock, buildID: "b")
      plan.namesEndpoints = true
      plan.remedy = { obstacle in
        if case .noBaseURL("cheap") = obstacle { return nil }
        end.wait()
        end.signal()
        return nil
      }
      return Round(plan, store: store, examiner: Examiner(executable: "/nonexistent"), fetcher: Fetcher())
    }
    let over = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      guard over.wait(timeout: .now() + 120) == .timedOut else { return }
      wasStuck.store(true, ordering: .relaxed)
      end.signal()
    }
    await #expect(throws: CancellationError.self) {
      try await scheduler.run(checks: { _ in [:] }) { event in
        switch event {
        case .turn(let turn): if turn.runningRounds >= dear.count { turns.add(1, ordering: .relaxed) }
        case .finished: finished.add(1, ordering: .relaxed)
        case .failed: break
        }
        guard finished.load(ordering: .relaxed) >= 5 && turns.load(ordering: .relaxed) >= 5 else { return }
        over.signal()
        end.signal()
        throw CancellationError()
      }
    }
    let hadToBeFreed = wasStuck.load(ordering: .relaxed)
    #expect(!hadToBeFreed)
  }
}
