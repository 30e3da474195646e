import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Monitoring
import Reporting

/// `driftwatch incidents`: what is open, acknowledged or flapping, pending changes, and losses that are foreseen.
struct IncidentsCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let call = settings.call
    let format = try call.choice("--format", IncidentFormat.self) ?? .text
    let ledger = try settings.existingLedger(.readOnly, missing: 3)
    try await settings.checkHistory(in: ledger)
    let lookup = try await IncidentLookup(ledger, settings)
    let places = try await ledger.requests(environment: settings.environmentName)
    let targets = try LedgerTargets(
      call.operands, settings, among: try await ledger.requests(environment: nil))
    let incidents = lookup.incidents.filter { incident in
      let place = incident.key
      guard place.environment == settings.environmentName, targets.include(place) else {
        return false
      }
      return incident.isOpen || call.has("--all")
    }
    let reports = incidents.map { IncidentReport(incident: $0, transition: nil, shortID: lookup.shortID($0)) }
    var options = settings.renderOptions(failOn: FailLevel(nil), showAll: call.has("--all"))
    options.listingCommand = settings.writtenCommands.command("incidents --all", inEnvironment: true)
    // By the time of the last check, so that a replay of old recordings does not show ages of years.
    let now = places.compactMap(\.checkedAt).max() ?? Date()
    let findings = places.filter { targets.include($0.key) }.flatMap(\.findings)
    // Information that belongs to an incident is told with it.
    let open = Set(lookup.incidents.filter(\.isOpen).map(\.id))
    let foreseen = findings.filter { $0.isForeseen && !open.contains($0.incident ?? "") }
    let text = renderIncidents(
      reports, pending: findings.filter(\.isPending), foreseen: foreseen, at: now, as: format, options: options)
    try settings.console.print(text)
    return 0
  }
}
