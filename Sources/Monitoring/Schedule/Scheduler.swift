public import ContractKit
public import DriftModel
import DriftRules
public import Foundation
public import Store

/// Runs rounds for ever, each endpoint at its own interval, until its task is cancelled.
///
/// Endpoints of one host that are due at the same time share a round; endpoints that depend on each other stay together,
/// and no check overlaps with another of the same endpoint. Slow endpoints have their own rounds. So a host that hangs delays no
/// endpoint of another. Waiting follows a
/// steady clock, so that setting the wall clock has no effect. Missed slots are caught up once, and counted.
public struct Scheduler: Sendable {
  /// What the scheduler reports while it runs.
  public enum Event: Sendable {
    /// One turn of the loop, at least once in the longest pause. A watchdog waits for it.
    case turn(Turn)
    /// A round has ended, and its results are stored; one that left everything to other processes is not reported. `lag`: seconds between slot and beginning, of the latest.
    case finished(Round.Result, lag: Double, seconds: Double)
    /// A round's results could not be stored for a temporary reason. It is tried again.
    case failed(StoreError, endpoints: [EndpointID])
  }

  /// The state of the loop.
  public struct Turn: Sendable {
    /// Endpoints that are watched.
    public var endpoints: Int
    /// Rounds that are running.
    public var runningRounds: Int
    /// Seconds until something is due; `nil` if not before something ends.
    public var secondsToNext: Double?
    /// Slots that passed without a check since the start.
    public var missedSlots: Int
  }

  /// What is watched.
  public struct Watch: Sendable {
    /// The contracts, with the intervals of their endpoints.
    public var contracts: [Contract]
    /// Which of their endpoints; those that write never are.
    public var isWatched: @Sendable (Contract, Endpoint) -> Bool
    /// The base URL that an endpoint is fetched from; `nil` if it has none.
    public var baseURL: @Sendable (Contract, Endpoint) -> String?

    /// What is watched; without `baseURL` each endpoint is fetched from where its contract says.
    public init(
      _ contracts: [Contract], isWatched: @escaping @Sendable (Contract, Endpoint) -> Bool = { _, _ in true },
      baseURL: @escaping @Sendable (Contract, Endpoint) -> String? = { $1.baseURL ?? $0.baseURL }
    ) {
      self.contracts = contracts
      self.isWatched = isWatched
      self.baseURL = baseURL
    }

    /// The hosts of some endpoints, as one text. Ports do not count, because all of a host share its requests at once.
    fileprivate func host(of endpoints: [Endpoint], in contract: Contract) -> String {
      let urls = endpoints.map { baseURL(contract, $0) ?? "" }
      return Set(urls.map { URLComponents(string: $0)?.host?.lowercased() ?? "" }).sorted().joined(separator: " ")
    }
  }

  /// Runs the round of some endpoints, by contract id.
  typealias Perform = @Sendable (_ selection: [String: Set<String>], _ clock: Date) async throws -> Round.Result

  private let watch: Watch
  private let environment: String
  private let viewpoint: String?
  private let clock: SchedulerClock
  private let longestPause: Double
  private let perform: Perform

  /// A scheduler whose rounds are made by `makeRound`.
  ///
  /// - Parameters:
  ///   - watch: What is watched.
  ///   - environment: Part of every key.
  ///   - viewpoint: That of the rounds, see ``Round/Plan/viewpoint``.
  ///   - clock: The time.
  ///   - longestPause: The longest time in seconds between two turns of the loop.
  ///   - makeRound: A live round over the endpoints that are due.
  public init(
    watching watch: Watch, environment: String, viewpoint: String? = nil, clock: SchedulerClock = .system,
    longestPause: Double = 60,
    makeRound: @escaping @Sendable ([String: Set<String>], Date) async throws -> Round
  ) {
    self.init(
      watching: watch, environment: environment, viewpoint: viewpoint, clock: clock, longestPause: longestPause,
      perform: { try await makeRound($0, $1).run() })
  }

  init(
    watching watch: Watch, environment: String, viewpoint: String? = nil, clock: SchedulerClock, longestPause: Double,
    perform: @escaping Perform
  ) {
    self.watch = watch
    self.environment = environment
    self.viewpoint = viewpoint
    self.clock = clock
    self.longestPause = max(0.01, longestPause)
    self.perform = perform
  }

  /// Runs until the task is cancelled. Running rounds then end, and are reported too.
  ///
  /// - Parameters:
  ///   - ledger: Says when each endpoint was last checked.
  ///   - changes: What is watched from then on, after the running rounds have ended.
  ///   - report: Gets every event, one at a time. The loop waits for it.
  /// - Throws: A `StoreError` that is not temporary, or any while it ends. Network failures are no error
  ///   here.
  public func run(
    ledger: any Store, changes: AsyncStream<Watch> = AsyncStream { $0.finish() }, report: (Event) async throws -> Void
  ) async throws {
    try await run(changes: changes, checks: { try await lastChecks(ledger, $0) }, report: report)
  }

  func run(
    changes: AsyncStream<Watch> = AsyncStream { $0.finish() }, checks: (Watch) async throws -> [EndpointID: Double],
    report: (Event) async throws -> Void
  ) async throws {
    var table = timetable(watch, try await checks(watch))
    guard !table.isEmpty else { return }
    try await withThrowingTaskGroup(of: Message.self) { group in
      var wake: Double?
      var change: Watch?
      group.addTask { await Self.next(of: changes) }
      while true {
        if let next = change, table.runningBatches == 0, !Task.isCancelled {
          let missed = table.missedSlots
          table = timetable(next, try await checks(next))
          table.missedSlots = missed
          (change, wake) = (nil, nil)
          group.addTask { await Self.next(of: changes) }
        }
        for batch in Task.isCancelled || change != nil ? [] : table.begin(at: clock.seconds()) {
          let (clock, perform) = (clock, perform)
          group.addTask { await Self.message(of: batch, clock, perform) }
        }
        let now = clock.seconds()
        let next = change == nil ? table.nextBegin : nil
        try await report(
          .turn(
            Turn(
              endpoints: table.count, runningRounds: table.runningBatches, secondsToNext: next.map { max(0, $0 - now) },
              missedSlots: table.missedSlots)))
        if Task.isCancelled && table.runningBatches == 0 { break }
        let moment = min(next ?? .infinity, now + longestPause)
        if !Task.isCancelled, wake.map({ moment < $0 }) ?? true {
          wake = moment
          let clock = clock
          group.addTask {
            await clock.sleep(max(0, moment - now))
            return .woke(moment)
          }
        }
        switch try await group.next() {
        case .finished(let batch, let result, let seconds):
          let held = result.held.filter(batch.endpoints.contains)
          table.finish(batch.number, seconds: result.seconds, at: clock.seconds(), held: Set(held))
          // Not all processes at the same moment.
          table.postpone(held, to: clock.seconds() + Double.random(in: 0.5...1.5))
          guard result.number != nil else { break }
          try await report(.finished(result, lag: batch.lag, seconds: seconds))
        case .failed(let batch, let error):
          guard let error = error as? StoreError, error.mayPass, !Task.isCancelled else { throw error }
          table.retry(batch.number, at: clock.seconds())
          try await report(.failed(error, endpoints: batch.endpoints))
        case .woke(let moment): if wake == moment { wake = nil }
        case .changed(let watch): change = watch
        case nil: break
        }
      }
      group.cancelAll()
    }
  }

  /// What the loop waits for.
  private enum Message: Sendable {
    case finished(Timetable.Batch, Round.Result, seconds: Double)
    case failed(Timetable.Batch, any Error)
    case woke(Double)
    /// Nil if there will be no further change.
    case changed(Watch?)
  }

  private static func next(of changes: AsyncStream<Watch>) async -> Message {
    for await watch in changes { return .changed(watch) }
    return .changed(nil)
  }

  private func timetable(_ watch: Watch, _ checks: [EndpointID: Double]) -> Timetable {
    Timetable(groups(watch), now: clock.seconds(), wall: clock.date().timeIntervalSince1970, checks: checks)
  }

  private static func message(
    of batch: Timetable.Batch, _ clock: SchedulerClock, _ perform: Perform
  ) async -> Message {
    let start = clock.seconds()
    let selection = Dictionary(grouping: batch.endpoints, by: \.contract).mapValues { Set($0.map(\.endpoint)) }
    do {
      let result = try await perform(selection, clock.date())
      return .finished(batch, result, seconds: clock.seconds() - start)
    } catch {
      return .failed(batch, error)
    }
  }

  private func groups(_ watch: Watch) -> [Timetable.Group] {
    watch.contracts.flatMap { contract in
      contract.linkedEndpoints.compactMap { ids in
        let endpoints = ids.compactMap(contract.endpoint).filter { $0.isScheduled && watch.isWatched(contract, $0) }
        guard !endpoints.isEmpty else { return nil }
        return Timetable.Group(
          members: endpoints.map { (EndpointID(contract: contract.id, endpoint: $0.id), $0.interval.seconds) },
          host: watch.host(of: endpoints, in: contract))
      }
    }
  }

  private func lastChecks(_ ledger: any Store, _ watch: Watch) async throws -> [EndpointID: Double] {
    var checks: [EndpointID: Double] = [:]
    let perspectives = Dictionary(
      watch.contracts.map { ($0.id, $0.perspective(from: viewpoint)) }, uniquingKeysWith: { first, _ in first })
    for (key, date) in try await ledger.lastChecks(environment: environment)
    where key.perspective == perspectives[key.contract] {
      let id = EndpointID(contract: key.contract, endpoint: key.endpoint)
      checks[id] = max(checks[id] ?? -.infinity, date.timeIntervalSince1970)
    }
    return checks
  }
}
