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
    var request = PendingReport.Request()
    (_, request.candidates) = (try settings.failOn(), try settings.candidateChoice())
    request.repeatAfter = try call.seconds("--repeat-after")
    // The state of everything that is watched, including URLs without a contract.
    request.isOfAll = call.has("--all") || call.has("--exit-state")
    let receiver = try DeliveryCommand(call)
    try settings.checkOutputs()
    try checkFailOn(format, isPrinted: receiver != nil || !call.has("--quiet"))
    guard try settings.hasLedger() else {
      // Nothing was ever checked, so there is nothing to report, but it is not a success either.
      settings.console.complain(try settings.noLedger())
      return 3
    }
    // Who looks at everything that is open takes no news from whoever gets the report, and need not be allowed to write.
    let isListing = call.has("--all") && receiver == nil
    let ledger = isListing ? try settings.existingLedger(.readOnly) : try settings.ledger()
    // Held from reading the transitions to marking them as reported, because two processes at once would both report
    // them.
    let lease = isListing ? nil : try await ledger.deliveryLease(waiting: (receiver?.seconds ?? 60) + 30)
    defer { withExtendedLifetime(lease) {} }
    try await settings.checkHistory(in: ledger)
    let pending = try await PendingReport(settings, ledger, request)
    let report = pending.report
    if call.has("--all") || pending.hasNews || pending.hasOpen {
      var options = settings.renderOptions(
        failOn: pending.failOn, showAll: call.has("--all") || call.has("--verbose"), candidates: request.candidates)
      options.exitsByState = call.has("--exit-state")
      options.listsState = isListing
      if let receiver {
        // The command has a group of its own, so that a signal to this process does not reach it.
        let options = options
        try await interruptible { try await pending.deliver(to: receiver, as: format, options, ledger, settings) }
        try settings.writeOutputs(report, options: options)
      } else {
        try settings.deliver(report, format: format, options: options, mustBeRead: !isListing)
        let isTaken = !call.has("--quiet") || !call.all("--output").isEmpty
        if isTaken, !isListing { try await pending.noteDelivered(in: ledger) }
      }
    }
    return call.has("--exit-state") ? Int32(report.summary.exitCode) : 0
  }

  /// Refuses `--fail-on` without `--exit-state`, unless a report is written that says by it what fails.
  private func checkFailOn(_ format: ReportFormat, isPrinted: Bool) throws {
    let formats = try settings.outputFiles(as: ReportFormat.self).map(\.format) + (isPrinted ? [format] : [])
    let isNever = try settings.failOn() == nil
    let isShown = formats.contains { format in
      switch format {
      case .json, .junit: true
      // Of candidates alone: with never, theirs are no errors.
      case .github: isNever
      // For people, who see every finding with its level.
      case .text, .markdown, .html: false
      }
    }
    try settings.checkFailOn(isShown: isShown)
  }
}
