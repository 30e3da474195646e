public import ContractKit
import DriftAnalysis
public import Foundation
public import Ledger

/// Runs rounds for ever, each endpoint at its own interval, until its task is cancelled.
///
/// What is due in one moment shares a round, of whatever contract; endpoints that depend on each other stay together, and none
/// ever overlaps with itself. What takes long has rounds of its own and holds up nobody. Waiting follows a steady clock, so that a
/// clock that is set does nothing; slots that were missed are caught up once, and counted.
public struct Scheduler: Sendable {
  /// What the scheduler tells while it runs.
  public enum Event: Sendable {
    /// The loop has come round: the sign of life that a watchdog waits for. At least once in the longest pause.
    case turn(Turn)
    /// A round has ended, and its results are stored. `lag`: seconds between slot and beginning, of the latest.
    case finished(Round.Result, lag: Double, seconds: Double)
    /// A round's results could not be stored for a reason that may pass; it is tried again.
    case failed(LedgerError, endpoints: [EndpointID])
  }

  /// Where the loop stands.
  public struct Turn: Sendable {
    /// Endpoints that are watched.
    public var endpoints: Int
    /// Rounds that are under way.
    public var runningRounds: Int
    /// Seconds until something is due; `nil`: not before something ends.
    public var secondsToNext: Double?
    /// Slots that passed without a look since the start.
    public var missedSlots: Int
  }

  /// Runs the round of some endpoints, by contract id.
  typealias Perform = @Sendable (_ selection: [String: Set<String>], _ clock: Date) async throws -> Round.Result

  private let contracts: [Contract]
  private let environment: String
  private let clock: SchedulerClock
  private let longestPause: Double
  private let perform: Perform
  private let isWatched: @Sendable (Contract, Endpoint) -> Bool

  /// A scheduler whose rounds are made by `makeRound`.
  ///
  /// - Parameters:
  ///   - contracts: What is watched.
  ///   - isWatched: Which of their endpoints; those that write never are.
  ///   - environment: Part of every key.
  ///   - clock: The time.
  ///   - longestPause: Seconds after which the loop comes round at the latest.
  ///   - makeRound: A live round over the endpoints that are due.
  public init(
    contracts: [Contract], isWatched: @escaping @Sendable (Contract, Endpoint) -> Bool = { _, _ in true },
    environment: String, clock: SchedulerClock = .system, longestPause: Double = 60,
    makeRound: @escaping @Sendable ([String: Set<String>], Date) async throws -> Round
  ) {
    self.init(
      contracts: contracts, isWatched: isWatched, environment: environment, clock: clock, longestPause: longestPause,
      perform: { try await makeRound($0, $1).run() })
  }

  init(
    contracts: [Contract], isWatched: @escaping @Sendable (Contract, Endpoint) -> Bool = { _, _ in true },
    environment: String, clock: SchedulerClock, longestPause: Double, perform: @escaping Perform
  ) {
    self.contracts = contracts
    self.isWatched = isWatched
    self.environment = environment
    self.clock = clock
    self.longestPause = max(0.01, longestPause)
    self.perform = perform
  }

  /// Runs until the task is cancelled; then what is under way ends, and is told as well.
  ///
  /// - Parameters:
  ///   - ledger: Tells when each endpoint was last looked at.
  ///   - tell: Gets every event, one at a time; what it takes, the loop waits.
  /// - Throws: A `LedgerError` that will not pass by itself, or any while it ends; what the network does is no error here.
  public func run(ledger: Ledger, tell: (Event) async throws -> Void) async throws {
    try await run(looks: try await lastLooks(ledger), tell: tell)
  }

  func run(looks: [EndpointID: Double], tell: (Event) async throws -> Void) async throws {
    var table = Timetable(
      groups, now: clock.seconds(), wall: clock.date().timeIntervalSince1970, looks: looks)
    guard !table.isEmpty else { return }
    try await withThrowingTaskGroup(of: Message.self) { group in
      var wake: Double?
      while true {
        for batch in Task.isCancelled ? [] : table.begin(at: clock.seconds()) {
          let (clock, perform) = (clock, perform)
          group.addTask { await Self.message(of: batch, clock, perform) }
        }
        let now = clock.seconds()
        let next = table.nextBegin
        try await tell(
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
          table.finish(batch.number, seconds: result.seconds, at: clock.seconds())
          try await tell(.finished(result, lag: batch.lag, seconds: seconds))
        case .failed(let batch, let error):
          guard let error = error as? LedgerError, error.mayPass, !Task.isCancelled else { throw error }
          table.retry(batch.number, at: clock.seconds())
          try await tell(.failed(error, endpoints: batch.endpoints))
        case .woke(let moment): if wake == moment { wake = nil }
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

  private var groups: [Timetable.Group] {
    contracts.flatMap { contract in
      contract.linkedEndpoints.compactMap { ids in
        let endpoints = ids.compactMap(contract.endpoint).filter { !$0.writes && isWatched(contract, $0) }
        guard !endpoints.isEmpty else { return nil }
        return Timetable.Group(
          members: endpoints.map { (EndpointID(contract: contract.id, endpoint: $0.id), $0.interval.seconds) })
      }
    }
  }

  private func lastLooks(_ ledger: Ledger) async throws -> [EndpointID: Double] {
    var looks: [EndpointID: Double] = [:]
    for stored in try await ledger.places(environment: environment) where stored.place.perspective != "recorded" {
      guard let date = stored.checkedAt else { continue }
      let id = EndpointID(contract: stored.place.contract, endpoint: stored.place.endpoint)
      looks[id] = max(looks[id] ?? -.infinity, date.timeIntervalSince1970)
    }
    return looks
  }
}

extension LedgerError {
  /// Whether trying again later may help: another writer, a full disk, an error of the disk.
  var mayPass: Bool {
    switch self {
    case .busy, .diskFull, .sqlite: true
    default: false
    }
  }
}
