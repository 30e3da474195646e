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

  /// Selected contracts or endpoints; all endpoints of the contract if `endpoint` is nil.
  private struct Target: Equatable {
    let contract: String
    let endpoint: String?
    /// The beginning of the contract's id if it was made from a URL.
    let isURL: Bool

    func matches(_ contract: String, _ endpoint: String) -> Bool {
      let isContract = contract == self.contract || isURL && contract.hasPrefix(self.contract + "-url")
      return isContract && self.endpoint.map { $0 == endpoint } ?? true
    }
  }

  func run() async throws -> Int32 {
    let call = settings.call
    let format = try call.choice("--format", IncidentFormat.self) ?? .text
    let ledger = try settings.existingLedger(.readOnly, missing: 3)
    try await settings.checkEnvironment(in: ledger)
    let lookup = try await IncidentLookup(ledger)
    let places = try await ledger.requests(environment: settings.environmentName)
    let targets = try targets(among: try await ledger.requests(environment: nil).map(\.key))
    func isWanted(_ contract: String, _ endpoint: String) -> Bool {
      targets.isEmpty || targets.contains { $0.matches(contract, endpoint) }
    }
    let incidents = lookup.incidents.filter { incident in
      let place = incident.key
      guard place.environment == settings.environmentName, isWanted(place.contract, place.endpoint) else {
        return false
      }
      return incident.isOpen || call.has("--all")
    }
    let reports = incidents.map { IncidentReport(incident: $0, transition: nil, shortID: lookup.shortID($0)) }
    var options = settings.renderOptions(failOn: nil, showAll: call.has("--all"))
    options.listingCommand = "\(ProgramName.current) incidents --all"
    // By the time of the last check, so that a replay of old recordings does not show ages of years.
    let now = places.compactMap(\.checkedAt).max() ?? Date()
    let findings = places.filter { isWanted($0.key.contract, $0.key.endpoint) }.flatMap(\.findings)
    // Information that belongs to an incident is told with it.
    let open = Set(lookup.incidents.filter(\.isOpen).map(\.id))
    let foreseen = findings.filter { $0.isForeseen && !open.contains($0.incident ?? "") }
    let text = renderIncidents(
      reports, pending: findings.filter(\.isPending), foreseen: foreseen, at: now, as: format, options: options)
    try settings.console.print(text)
    return 0
  }

  private func targets(among places: [RequestKey]) throws -> [Target] {
    try settings.call.operands.map { operand in
      if operand.contains("://") {
        let url = try URLTarget(operand)
        return Target(contract: url.contract, endpoint: url.endpoint, isURL: true)
      }
      let parts = operand.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let contracts = Set(settings.contracts.map(\.id) + places.map(\.contract)).sorted()
      guard contracts.contains(parts[0]) else {
        let nearest = nearestName(to: parts[0], in: contracts).map { "; did you mean \($0)?" } ?? ""
        throw CommandFailure.usage("unknown contract \"\(parts[0])\"\(nearest); see \(ProgramName.current) contracts")
      }
      guard parts.count == 2 else { return Target(contract: parts[0], endpoint: nil, isURL: false) }
      let declared = settings.contracts.first { $0.id == parts[0] }?.endpoints.map(\.id) ?? []
      let endpoints = Set(declared + places.filter { $0.contract == parts[0] }.map(\.endpoint)).sorted()
      guard endpoints.contains(parts[1]) else {
        let nearest = nearestName(to: parts[1], in: endpoints).map { "; did you mean \(parts[0])/\($0)?" } ?? ""
        throw CommandFailure.usage(
          "\(parts[0]) has no endpoint \"\(parts[1])\"\(nearest); see \(ProgramName.current) contracts")
      }
      return Target(contract: parts[0], endpoint: parts[1], isURL: false)
    }
  }
}
