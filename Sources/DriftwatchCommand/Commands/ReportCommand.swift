import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Monitoring
import Reporting

/// `driftwatch report`: reports each transition of an incident once, then what is still open; silent if nothing is new.
struct ReportCommand {
  let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let format = try call.choice("--format", ReportFormat.self) ?? .text
    let failOn = try settings.failOn()
    let candidates = try settings.candidateChoice()
    let repeatAfter = try call.duration("--repeat-after")
    let timeout = try call.duration("--exec-timeout") ?? 60
    if let command = call.value("--exec"), command.allSatisfy(\.isWhitespace) {
      throw CommandFailure.usage("--exec needs a command")
    }
    let receiver = call.value("--exec").map { DeliveryCommand(command: $0, seconds: timeout) }
    if receiver == nil, call.has("--exec-timeout") { throw CommandFailure.usage("--exec-timeout goes with --exec") }
    try settings.checkOutputs()
    guard try settings.hasLedger() else {
      // Nothing was ever checked, so there is nothing to report, but it is not a success either.
      settings.console.complain("no ledger at \(try settings.ledgerPath()) yet; run \(ProgramName.current) check first")
      return 3
    }
    let ledger = try settings.ledger()
    // Held from reading the transitions to marking them as reported, because two processes at once would both report
    // them.
    let lease = try await ledger.deliveryLease(waiting: timeout + 30)
    defer { withExtendedLifetime(lease) {} }
    try await settings.checkEnvironment(in: ledger)
    let environment = settings.environmentName
    let pending = try await ledger.undeliveredTransitions().filter {
      $0.transition.incident.key.environment == environment
    }
    let present = try await ledger.incidents(openOrOf: []).filter { $0.key.environment == environment }
    let news = Self.news(pending, present)
    let isRepeated = try await isDue(repeatAfter, present, ledger)
    // The state of everything that is watched, including URLs without a contract.
    let isOfAll = call.has("--all") || call.has("--exit-state")
    let unlisted = try await settings.unlistedContracts(
      news: Set(news.map(\.transition.incident.key.contract)),
      present: isOfAll ? nil : Set(present.map(\.key.contract)), ledger)
    let contracts = settings.contracts + unlisted
    let builder = ReportBuilder(
      contracts: contracts, environment: environment, failOn: failOn, failsCandidates: candidates == .fail)
    let endpoints = try await builder.storedEndpoints(in: ledger)
    let info = try await settings.lastRound(in: ledger)
    let report = try await builder.report(
      endpoints: endpoints, transitions: news.map(\.transition), round: info, store: ledger)
    // Transitions of requests that no version sends any more are not reported.
    let hasNews = report.incidents.contains { $0.transition != nil }
    let hasOpen = isRepeated && report.incidents.contains { $0.incident.state == .open }
    if call.has("--all") || hasNews || hasOpen {
      var options = settings.renderOptions(
        failOn: failOn, showAll: call.has("--all") || call.has("--verbose"), candidates: candidates)
      options.exitsByState = call.has("--exit-state")
      // After it was delivered. If the process is killed before this, it is reported again and nothing is lost.
      func note() async throws {
        guard !pending.isEmpty || hasOpen else { return }
        // The list of open incidents includes acknowledged ones, so they count as reported too.
        try await ledger.markDelivered(pending.map(\.sequence), at: Date(), environment: environment)
      }
      if let receiver {
        try await hand(report, over: receiver, format, options)
        // A file that cannot be written must not make each run report the same again.
        try await note()
        try settings.writeOutputs(report, options: options)
      } else {
        try settings.deliver(report, format: format, options: options, mustBeRead: true)
        if !call.has("--quiet") || !call.all("--output").isEmpty { try await note() }
      }
    }
    return call.has("--exit-state") ? Int32(report.summary.exitCode) : 0
  }

  /// Hands the report to the command of `--exec`.
  private func hand(
    _ report: RoundReport, over receiver: DeliveryCommand, _ format: ReportFormat, _ options: RenderOptions
  ) async throws {
    var plain = options
    (plain.colour, plain.width) = (false, 80)
    var wide = plain
    wide.width = 200
    let subject = render(report, as: .text, options: wide).prefix { $0 != "\n" }
    var variables = settings.environment.filter { !settings.secretVariables.contains($0.key) }
    variables["DRIFTWATCH_SUBJECT"] = String(subject)
    try await receiver.deliver(render(report, as: format, options: plain), environment: variables)
  }

  /// The transitions to report: all except those of an incident before it was acknowledged.
  static func news(_ pending: [StoredTransition], _ present: [Incident]) -> [StoredTransition] {
    let known = Set(present.filter { $0.state == .acknowledged }.map(\.id))
    // Later transitions of an acknowledged incident have the acknowledgement.
    return pending.filter {
      !known.contains($0.transition.incident.id) || $0.transition.incident.state == .acknowledged
    }
  }

  /// Whether the list of open incidents is reported again: one is open and not acknowledged, and the last report is too
  /// old.
  private func isDue(_ seconds: Double?, _ present: [Incident], _ ledger: any Store) async throws -> Bool {
    guard let seconds, present.contains(where: { $0.state == .open }) else { return false }
    guard let last = try await ledger.lastDelivery(environment: settings.environmentName) else { return true }
    // A clock that was set back must not suppress the report.
    return abs(Date().timeIntervalSince(last)) >= seconds
  }
}
