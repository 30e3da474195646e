public import ContractKit
import DriftAnalysis
public import Foundation
public import Ledger

/// Runs rounds for ever, each endpoint at its own interval, until its task is cancelled.
///
/// The rounds of one contract follow one another, so that no endpoint ever overlaps with itself or with those whose links it
/// follows; contracts do not wait for each other. Slots that were missed are caught up once.
public struct Scheduler: Sendable {
  /// Makes the round of some endpoints, by contract id.
  private let makeRound: @Sendable (_ selection: [String: Set<String>], _ clock: Date) async throws -> Round
  private let contracts: [Contract]
  private let environment: String

  /// A scheduler whose rounds are made by `makeRound`.
  ///
  /// - Parameters:
  ///   - contracts: What is watched.
  ///   - environment: Part of every key.
  ///   - makeRound: A live round over the endpoints that are due.
  public init(
    contracts: [Contract], environment: String,
    makeRound: @escaping @Sendable ([String: Set<String>], Date) async throws -> Round
  ) {
    self.contracts = contracts
    self.environment = environment
    self.makeRound = makeRound
  }

  /// Runs until the task is cancelled; `report` is called after each round.
  ///
  /// - Parameters:
  ///   - ledger: Tells when each endpoint was last looked at.
  ///   - report: Gets every round's result, one at a time.
  /// - Throws: `LedgerError`; what the network does is no error here.
  public func run(ledger: Ledger, report: (Round.Result) async throws -> Void) async throws {
    var next = try await firstSlots(ledger)
    guard !next.isEmpty else { return }
    try await withThrowingTaskGroup(of: Event.self) { group in
      var running: Set<String> = []
      var wake: Date?
      while !Task.isCancelled || !running.isEmpty {
        let now = Date()
        let due = next.filter { $0.value <= now && !running.contains($0.key.contract) }
        for (contract, slots) in Dictionary(grouping: due, by: \.key.contract) where !Task.isCancelled {
          running.insert(contract)
          let endpoints = Set(slots.map(\.key.endpoint))
          let makeRound = makeRound
          group.addTask {
            let round = try await makeRound([contract: endpoints], now)
            return .finished(contract, slots.map(\.key), try await round.run())
          }
        }
        // At most a minute, so that a clock that was set shows soon.
        let soonest = next.filter { !running.contains($0.key.contract) }.values.min() ?? now.addingTimeInterval(60)
        let slot = min(max(soonest, now.addingTimeInterval(0.01)), now.addingTimeInterval(60))
        if !Task.isCancelled, wake.map({ slot < $0 }) ?? true {
          wake = slot
          group.addTask {
            try? await Task.sleep(for: .milliseconds(Int(slot.timeIntervalSince(now) * 1000)))
            return .woke(slot)
          }
        }
        switch try await group.next() {
        case .finished(let contract, let keys, let result):
          running.remove(contract)
          for key in keys { next[key] = following(next[key] ?? .distantPast, key, after: Date()) }
          try await report(result)
        case .woke(let slot): if wake == slot { wake = nil }
        case nil: break
        }
      }
      group.cancelAll()
    }
  }

  /// What the loop waits for.
  private enum Event: Sendable {
    case finished(String, [Key], Round.Result)
    case woke(Date)
  }

  private struct Key: Hashable {
    let contract: String
    let endpoint: String
  }

  private func firstSlots(_ ledger: Ledger) async throws -> [Key: Date] {
    let places = try await ledger.places(environment: environment)
    var slots: [Key: Date] = [:]
    for contract in contracts {
      for endpoint in contract.endpoints where !endpoint.writes {
        let checked = places.filter {
          $0.place.contract == contract.id && $0.place.endpoint == endpoint.id && $0.place.perspective != "recorded"
        }.compactMap(\.checkedAt).max()
        let slot = checked.map { $0.addingTimeInterval(endpoint.interval.seconds) } ?? .distantPast
        // A clock that was set back must not put an endpoint off for longer than its interval.
        slots[Key(contract: contract.id, endpoint: endpoint.id)] = min(
          slot, Date().addingTimeInterval(endpoint.interval.seconds))
      }
    }
    return slots
  }

  /// The next slot on the endpoint's own grid; those that were missed meanwhile are left out.
  private func following(_ slot: Date, _ key: Key, after now: Date) -> Date {
    let interval = contracts.first { $0.id == key.contract }?.endpoint(key.endpoint)?.interval.seconds ?? 900
    guard slot != .distantPast else { return now.addingTimeInterval(interval) }
    let missed = max(0, (now.timeIntervalSince(slot) / interval).rounded(.down))
    return slot.addingTimeInterval((missed + 1) * interval)
  }
}
