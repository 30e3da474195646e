import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Monitoring

/// `driftwatch status`: whether the monitor is alive and sees; 3 when the last complete round is too old, there is none, or an
/// endpoint has had no response for long.
struct StatusCommand {
  let settings: CommandSettings

  /// Forms of the answer.
  enum Format: String, CaseIterable { case text, json, prometheus }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let format = try settings.call.choice("--format", Format.self) ?? .text
    let shortest = settings.contracts.flatMap(\.endpoints).filter(\.isScheduled).map(\.interval.seconds).min() ?? 900
    let limit = try settings.call.seconds("--max-age") ?? max(600, shortest * 2)
    guard try settings.hasLedger() else {
      throw CommandFailure.notChecked("no ledger at \(try settings.shownLedger()): no round was ever run")
    }
    let ledger = try settings.existingLedger(.readOnly)
    let environment = settings.environmentName
    try await settings.checkEnvironment(in: ledger)
    guard let complete = try await ledger.lastRound(completeOnly: true, environment: environment),
      let end = complete.finishedAt
    else {
      throw try await settings.noCompleteRound(in: ledger)
    }
    let last = try await ledger.lastRound(completeOnly: false, environment: environment)
    let (now, places) = (Date(), try await ledger.requests(environment: nil))
    let state = LedgerStatus(
      path: ledger.location, now: now, limit: limit, complete: complete, end: end,
      unfinished: last.flatMap { $0.number > complete.number ? $0 : nil },
      holders: try await ledger.leaseHolders(for: .rounds),
      open: Dictionary(
        grouping: try await ledger.incidents().filter {
          $0.isOpen && $0.key.environment == settings.environmentName
        }, by: \.level
      ).mapValues(\.count),
      rounds: try await ledger.roundCount(), places: places,
      undelivered: try await ledger.undeliveredTransitions().map(\.transition).filter {
        $0.incident.key.environment == settings.environmentName
      }, lastDelivery: try await ledger.lastDelivery(environment: settings.environmentName),
      undeliverableSince: try await ledger.undeliverableSince(environment: settings.environmentName),
      current: current(places, now: now, limit: limit),
      environment: settings.environmentName)
    if !settings.call.has("--quiet") {
      switch format {
      case .text: try settings.console.print(state.text)
      case .json: try settings.console.print(try state.json())
      case .prometheus: try settings.console.print(state.metrics)
      }
    }
    guard !state.isOfFuture else {
      throw CommandFailure.notChecked(
        "the last complete round ended \(LedgerStatus.words(-state.age)) from now: the clock is wrong or was; set it, and run a check"
      )
    }
    guard state.isAlive else {
      let (age, most) = (LedgerStatus.words(state.age), LedgerStatus.words(limit))
      throw CommandFailure.notChecked(
        "the last complete round is \(age) old, over the limit of \(most): is the monitor running?")
    }
    let blind = state.blind
    guard blind.isEmpty || settings.call.has("--alive") else {
      let first = blind[0].key
      let more = blind.count > 1 ? " and \(blind.count - 1) more" : ""
      throw CommandFailure.notChecked(
        "no response from \(first.contract)/\(first.endpoint)\(more): what is known there is old; see \(settings.command("incidents", inEnvironment: true))"
      )
    }
    return 0
  }

  /// The requests that are still checked: those that contracts declare, and URLs without a contract that were checked lately.
  private func current(_ places: [StoredRequest], now: Date, limit: Double) -> Set<RequestKey> {
    let listed = Set(settings.contracts.map(\.id))
    let declared = ReportBuilder(
      contracts: settings.contracts, environment: settings.environmentName
    ).currentRequests
    let oldest = now.addingTimeInterval(-max(limit, LedgerStatus.longestURLPause))
    let present = places.filter { place in
      if listed.contains(place.key.contract) { return declared.contains(place.key.request) }
      guard let checkedAt = place.checkedAt, checkedAt >= oldest else { return false }
      // As reports do, so that what makes it fail is what they name.
      return CommandSettings.isWithoutContract(place)
    }
    return Set(present.map(\.key))
  }
}
