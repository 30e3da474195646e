import DriftModel
import Foundation
import Reporting
import Store

/// Hands reports to the command of `run --exec` beside the rounds, which never wait for it: one report at a time, each change once, and
/// what is open again after the time of `--repeat-after`.
actor RunDelivery {
  private let receiver: DeliveryCommand
  private let format: ReportFormat
  private let ledger: any Store
  private let log: RunLog
  /// The settings that hold now.
  private let settings: @Sendable () -> CommandSettings
  private var task: Task<Void, Never>?
  /// Whether a round ended while a report was delivered.
  private var isWanted = false
  /// The last failure. It is logged when it changes.
  private var problem: String?
  /// How long a command that is under way may go on when the process ends.
  private static let grace = Duration.seconds(3)

  init(
    _ receiver: DeliveryCommand, as format: ReportFormat, _ ledger: any Store, _ log: RunLog,
    settings: @escaping @Sendable () -> CommandSettings
  ) {
    (self.receiver, self.format, self.ledger, self.log, self.settings) = (receiver, format, ledger, log, settings)
  }

  /// Begins to tell what nobody was told, after a round; returns at once.
  func wake() {
    isWanted = true
    guard task == nil else { return }
    task = Task {
      while isWanted, !Task.isCancelled {
        isWanted = false
        await deliver()
      }
      task = nil
    }
  }

  /// Waits for what is under way, and ends it if it takes too long. What was not delivered is told by the next process.
  func finish() async {
    guard let task else { return }
    let limit = Task {
      try await Task.sleep(for: Self.grace)
      task.cancel()
    }
    await task.value
    limit.cancel()
  }

  private func deliver() async {
    do {
      let settings = settings()
      var request = PendingReport.Request()
      request.candidates = try settings.candidateChoice()
      request.repeatAfter = try settings.call.seconds("--repeat-after")
      guard try await PendingReport.isDue(request, in: ledger, settings.environmentName) else { return }
      // A `report` may be at it at this moment.
      let lease = try await ledger.deliveryLease(waiting: receiver.seconds + 30)
      defer { withExtendedLifetime(lease) {} }
      let pending = try await PendingReport(settings, ledger, request)
      guard pending.hasNews || pending.hasOpen else { return }
      let options = settings.renderOptions(failOn: pending.failOn, showAll: false, candidates: request.candidates)
      try await pending.deliver(to: receiver, as: format, options, ledger, settings)
      problem = nil
      let count = pending.report.incidents.count { $0.transition != nil }
      log.write(
        .info, "delivered",
        count == 0
          ? "the command of --exec got the report of what is open again"
          : "the command of --exec got a report with \(count) change\(count == 1 ? "" : "s")",
        ["changes": .integer(count)])
    } catch is CancellationError {
      // The process ends while another one delivers.
    } catch {
      let message = CommandFailure(error).message
      if message != problem {
        let ending = Task.isCancelled ? "" : "; it is tried again after each round"
        log.write(.error, "delivery_failed", message + ending)
      }
      problem = message
    }
  }
}
