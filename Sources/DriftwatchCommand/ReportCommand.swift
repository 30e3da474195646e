import ContractKit
import DriftAnalysis
import Foundation
import Ledger
import Monitoring
import Reporting

/// `driftwatch report`: tells each change of an incident once, then what is still open; silent when there is nothing new.
struct ReportCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  /// Stand-ins for contracts with news that are not in this executable: URLs that were checked by themselves.
  private static func unknownContracts(_ pending: [StoredTransition], known: [Contract]) -> [Contract] {
    let places = pending.map(\.transition.incident.place).filter { place in !known.contains { $0.id == place.contract }
    }
    return Dictionary(grouping: places, by: \.contract).sorted { $0.key < $1.key }.map { id, places in
      Contract(id) { Set(places.map(\.endpoint)).sorted().map { Endpoint($0, get: "/") } }
    }
  }

  func run() async throws -> Int32 {
    let call = settings.call
    let format = try call.choice("--format", ReportFormat.self) ?? .text
    let failOn = try settings.failOn()
    try settings.checkOutputs()
    let path = try settings.ledgerPath()
    guard FileManager.default.fileExists(atPath: path) else {
      // Nothing was ever checked: no alert is due, but it is not good news either.
      settings.console.complain("no ledger at \(path) yet; run driftwatch check first")
      return 3
    }
    let ledger = try Ledger(path: path)
    let pending = try await ledger.undeliveredTransitions()
    let contracts = settings.contracts + Self.unknownContracts(pending, known: settings.contracts)
    let builder = ReportBuilder(contracts: contracts, environment: settings.environmentName, failOn: failOn)
    let endpoints = try await builder.storedEndpoints(in: ledger)
    let round = try await ledger.lastRound(completeOnly: false)
    let info = RoundInfo(
      number: round?.number ?? 0, startedAt: round?.startedAt ?? Date(), finishedAt: round?.finishedAt,
      seconds: round?.seconds ?? 0,
      source: round?.source ?? .live, judge: judgeName, environment: settings.environmentName)
    let report = try await builder.report(
      endpoints: endpoints, transitions: pending.map(\.transition), round: info, ledger: ledger)
    let isDue = !pending.isEmpty || call.has("--all")
    if isDue {
      let options = settings.renderOptions(failOn: failOn, showAll: call.has("--all") || call.has("--verbose"))
      try settings.deliver(report, format: format, options: options)
      // After it went out: a process killed in between tells it again, and nothing is lost.
      if let last = pending.last, !call.has("--quiet") || !call.all("--output").isEmpty {
        try await ledger.markDelivered(through: last.sequence, at: Date())
      }
    }
    return call.has("--exit-state") ? Int32(report.summary.exitCode) : 0
  }
}
