import ContractKit
import DriftAnalysis
import Foundation
import Ledger
import Monitoring
import Reporting

/// `driftwatch report`: tells each change of an incident once, then what is still open; silent when there is nothing new.
struct ReportCommand {
  let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  /// Stand-ins for contracts with these ids that are not in this executable: URLs that were checked by themselves.
  private func unlisted(_ ids: [String], _ ledger: Ledger) async throws -> [Contract] {
    let ids = Set(ids).subtracting(settings.contracts.map(\.id))
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
    let format = try call.choice("--format", ReportFormat.self) ?? .text
    let failOn = try settings.failOn()
    let repeatAfter = try call.duration("--repeat-after")
    let timeout = try call.duration("--exec-timeout") ?? 60
    let receiver = call.value("--exec").map { DeliveryCommand(command: $0, seconds: timeout) }
    if receiver == nil, call.has("--exec-timeout") { throw CommandFailure.usage("--exec-timeout goes with --exec") }
    try settings.checkOutputs()
    let path = try settings.ledgerPath()
    guard FileManager.default.fileExists(atPath: path) else {
      // Nothing was ever checked: no alert is due, but it is not good news either.
      settings.console.complain("no ledger at \(path) yet; run driftwatch check first")
      return 3
    }
    let ledger = try Ledger(path: path)
    // From what is read as news to what is marked as told: two at once would both tell it.
    let lock = try await DeliveryLock(ledger: path, patience: timeout + 30)
    defer { withExtendedLifetime(lock) {} }
    let environment = settings.environmentName
    let pending = try await ledger.undeliveredTransitions().filter {
      $0.transition.incident.place.environment == environment
    }
    let present = try await ledger.incidents(openOrOf: []).filter { $0.place.environment == environment }
    let news = Self.news(pending, present)
    let isRepeated = try await isDue(repeatAfter, present, ledger)
    let wanted = news.map(\.transition.incident) + (isRepeated ? present : [])
    let contracts = settings.contracts + (try await unlisted(wanted.map(\.place.contract), ledger))
    let builder = ReportBuilder(contracts: contracts, environment: environment, failOn: failOn)
    let endpoints = try await builder.storedEndpoints(in: ledger)
    let round = try await ledger.lastRound(completeOnly: false)
    let info = RoundInfo(
      number: round?.number ?? 0, startedAt: round?.startedAt ?? Date(), finishedAt: round?.shownEnd,
      seconds: round?.seconds ?? 0,
      source: round?.source ?? .live, judge: judgeName, environment: environment)
    let report = try await builder.report(
      endpoints: endpoints, transitions: news.map(\.transition), round: info, ledger: ledger)
    // News of requests that no version sends any more are history, and no reason to wake anybody.
    let hasNews = report.incidents.contains { $0.transition != nil }
    let hasOpen = isRepeated && report.incidents.contains { $0.incident.state == .open }
    if call.has("--all") || hasNews || hasOpen {
      var options = settings.renderOptions(failOn: failOn, showAll: call.has("--all") || call.has("--verbose"))
      options.exitsByState = call.has("--exit-state")
      try await deliver(report, format, options, receiver)
      // After it went out: a process killed in between tells it again, and nothing is lost.
      let wasTold = receiver != nil || !call.has("--quiet") || !call.all("--output").isEmpty
      if wasTold, !pending.isEmpty || hasOpen {
        // The standing list names those that are acknowledged, so that they are told with it.
        try await ledger.markDelivered(pending.map(\.sequence), at: Date(), environment: environment)
      }
    }
    return call.has("--exit-state") ? Int32(report.summary.exitCode) : 0
  }

  /// Hands the report to the command of `--exec`, or prints it; and writes the files of `--output`.
  private func deliver(
    _ report: RoundReport, _ format: ReportFormat, _ options: RenderOptions, _ receiver: DeliveryCommand?
  ) async throws {
    guard let receiver else {
      try settings.deliver(report, format: format, options: options, mustBeRead: true)
      return
    }
    var plain = options
    (plain.colour, plain.width) = (false, 80)
    var wide = plain
    wide.width = 200
    let subject = render(report, as: .text, options: wide).prefix { $0 != "\n" }
    var variables = settings.environment
    variables["DRIFTWATCH_SUBJECT"] = String(subject)
    try await receiver.deliver(render(report, as: format, options: plain), environment: variables)
    try settings.writeOutputs(report, options: options)
  }

  /// What is worth a message: all but what happened to an incident before somebody said that they know of it.
  static func news(_ pending: [StoredTransition], _ present: [Incident]) -> [StoredTransition] {
    let known = Set(present.filter { $0.state == .acknowledged }.map(\.id))
    // What an acknowledged incident went through since then carries the acknowledgement.
    return pending.filter {
      !known.contains($0.transition.incident.id) || $0.transition.incident.state == .acknowledged
    }
  }

  /// Whether the standing list is to be told again: something is open, nobody knows of it, and the last report is too old.
  private func isDue(_ seconds: Double?, _ present: [Incident], _ ledger: Ledger) async throws -> Bool {
    guard let seconds, present.contains(where: { $0.state == .open }) else { return false }
    guard let last = try await ledger.lastDelivery(environment: settings.environmentName) else { return true }
    // A clock that was set back must not silence it.
    return abs(Date().timeIntervalSince(last)) >= seconds
  }
}

extension StoredRound {
  /// The end as reports show it. A replay ends at the clock of its recordings: how long it took must not change a byte.
  var shownEnd: Date? { source == .live ? finishedAt : finishedAt.map { _ in startedAt } }
}
