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
  private func unlisted(_ news: [StoredTransition], _ ledger: Ledger) async throws -> [Contract] {
    let known = Set(settings.contracts.map(\.id))
    let ids = Set(news.map(\.transition.incident.place.contract)).subtracting(known)
    guard !ids.isEmpty else { return [] }
    let places = try await ledger.places(environment: settings.environmentName).filter {
      ids.contains($0.place.contract)
    }
    return Dictionary(grouping: places, by: \.place.contract).sorted { $0.key < $1.key }.compactMap { id, places in
      var endpoints: [Endpoint] = []
      for place in places where place.signature.hasPrefix("GET /") && !place.signature.contains("\n") {
        guard !endpoints.contains(where: { $0.id == place.place.endpoint }) else { continue }
        endpoints.append(Endpoint(place.place.endpoint, get: String(place.signature.dropFirst("GET ".count))))
      }
      return endpoints.isEmpty ? nil : Contract(id) { endpoints }
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
    let news = try await ledger.undeliveredTransitions().filter {
      $0.transition.incident.place.environment == settings.environmentName
    }
    let contracts = settings.contracts + (try await unlisted(news, ledger))
    let builder = ReportBuilder(contracts: contracts, environment: settings.environmentName, failOn: failOn)
    let endpoints = try await builder.storedEndpoints(in: ledger)
    let round = try await ledger.lastRound(completeOnly: false)
    let info = RoundInfo(
      number: round?.number ?? 0, startedAt: round?.startedAt ?? Date(), finishedAt: round?.shownEnd,
      seconds: round?.seconds ?? 0,
      source: round?.source ?? .live, judge: judgeName, environment: settings.environmentName)
    let report = try await builder.report(
      endpoints: endpoints, transitions: news.map(\.transition), round: info, ledger: ledger)
    // News of requests that no version sends any more are history, and no reason to wake anybody.
    if call.has("--all") || report.incidents.contains(where: { $0.transition != nil }) {
      var options = settings.renderOptions(failOn: failOn, showAll: call.has("--all") || call.has("--verbose"))
      options.exitsByState = call.has("--exit-state")
      try settings.deliver(report, format: format, options: options)
      // After it went out: a process killed in between tells it again, and nothing is lost.
      if !news.isEmpty, !call.has("--quiet") || !call.all("--output").isEmpty {
        try await ledger.markDelivered(news.map(\.sequence), at: Date())
      }
    }
    return call.has("--exit-state") ? Int32(report.summary.exitCode) : 0
  }
}

extension StoredRound {
  /// The end as reports show it. A replay ends at the clock of its recordings: how long it took must not change a byte.
  var shownEnd: Date? { source == .live ? finishedAt : finishedAt.map { _ in startedAt } }
}
