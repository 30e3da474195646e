import ContractKit
import DriftModel
import Examination
import Foundation
import Store
import Monitoring
import Reporting
import System

/// `driftwatch site`: what the ledger holds as pages for a browser.
struct SiteCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  /// Incidents that get a page of their own; of further ones it is told how many they are.
  private static let mostIncidents = 500
  /// How far pages look back, in seconds.
  private static let year = 365.0 * 86_400

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    guard let path = call.operands.first, call.operands.count == 1 else {
      throw CommandFailure.usage("site needs one DIR, the folder for the pages")
    }
    let folder = try SiteFolder(path)
    try folder.check()
    let ledger = try settings.existingLedger(.readOnly, missing: 3)
    try await settings.checkHistory(in: ledger)
    let round = try await settings.lastRound(in: ledger)
    // Empty pages would look like good news.
    guard round.number > 0 else {
      throw CommandFailure.notChecked("nothing was checked yet; run \(settings.command("check")) first")
    }
    var options = settings.renderOptions(failOn: .breaking, showAll: false)
    options.exitsByState = false
    let pages = renderSite(try await site(of: ledger, round), options: options)
    let removed = try folder.write(pages)
    guard !call.has("--quiet") else { return 0 }
    let rest = removed > 0 ? "; removed \(removed) that are not needed any more" : ""
    try settings.console.print("\(pages.count) pages, the first is \("\(folder.path)/index.html".printable)\(rest)\n")
    return 0
  }

  /// All that the pages show.
  private func site(of ledger: any Store, _ round: RoundInfo) async throws -> Site {
    let environment = settings.environmentName
    let unlisted = try await settings.unlistedContracts(news: [], present: nil, ledger)
    var builder = ReportBuilder(contracts: settings.contracts + unlisted.contracts, environment: environment)
    builder.storedRequests = unlisted.requests
    let endpoints = try await builder.storedEndpoints(in: ledger)
    let report = try await builder.report(endpoints: endpoints, transitions: [], round: round, store: ledger)
    let start = (round.finishedAt ?? round.startedAt).addingTimeInterval(-Self.year)
    let (details, further) = try await incidents(in: ledger, since: start)
    var site = Site(report: report, incidents: details)
    site.furtherIncidents = further
    site.readEndpoints = settings.contracts.reduce(into: []) { $0.formUnion($1.readEndpoints) }
    var query = HistoryQuery()
    (query.environment, query.since) = (environment, start)
    site.history = try await ledger.findingHistory(query)
    site.counts = try await ledger.recordCounts(query)
    site.installShares = try await ledger.installShares(environment: environment)
    site.impacts = try await impacts(in: ledger)
    let current = builder.currentRequests
    for place in try await ledger.requests(environment: environment) where current.contains(place.key.request) {
      let id = EndpointID(contract: place.key.contract, endpoint: place.key.endpoint)
      site.requests[id] = Set((site.requests[id] ?? []) + [place.signature]).sorted()
    }
    return site
  }

  /// Incidents that were open at any time since `start`, open ones first, then the newest; and how many have no room.
  private func incidents(in ledger: any Store, since start: Date) async throws -> ([IncidentDetail], Int) {
    let environment = settings.environmentName
    let lookup = try await IncidentLookup(ledger, settings)
    let recent = lookup.incidents.filter { incident in
      incident.key.environment == environment && (incident.isOpen || incident.resolvedAt.map { $0 >= start } ?? false)
    }.sorted { left, right in
      left.isOpen == right.isOpen ? left.lastOpenedAt > right.lastOpenedAt : left.isOpen
    }
    let surroundings = try await IncidentSurroundings(in: environment, ledger: ledger, settings)
    var details: [IncidentDetail] = []
    for incident in recent.prefix(Self.mostIncidents) {
      let history = try await ledger.history(ofIncident: incident.id)
      let scene = IncidentScene(incident, history: history, in: surroundings)
      details.append(scene.detail(shortID: lookup.shortID(incident), settings))
    }
    return (details, recent.count - details.count)
  }

  /// What this build of the app's code loses; of an endpoint with live responses only what these showed.
  private func impacts(in ledger: any Store) async throws -> [ImpactMatrix] {
    let buildID = ExecutableIdentity.currentBuildID
    let known = try await ledger.impacts(environment: settings.environmentName).filter { $0.buildID == buildID }
    func place(_ impact: StoredImpact) -> EndpointID {
      EndpointID(contract: impact.matrix.contract, endpoint: impact.matrix.endpoint)
    }
    let live = Set(known.filter { $0.perspective != "recorded" }.map(place))
    var shown: Set<[String]> = []
    return known.filter { $0.perspective != "recorded" || !live.contains(place($0)) }.map(\.matrix).filter {
      shown.insert([$0.contract, $0.endpoint, $0.request]).inserted
    }
  }
}
