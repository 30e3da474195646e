import ContractKit
import Dispatch
import DriftModel
import DriftRules
import Examination
import Fetching
import Foundation
import Store
import Monitoring
import Reporting
import Synchronization

/// `driftwatch run`: runs rounds until SIGTERM or SIGINT; a second signal ends it at once. SIGHUP reads the
/// configuration again.
struct RunCommand {
  let settings: CommandSettings
  /// Seconds from the first signal to the end of the process, even if work is still running.
  private static let grace = 6.0
  /// How long one that stands by waits before it asks again.
  private static let standbyPause = Duration.seconds(2)
  /// How long the service manager is to wait for `READY=1`.
  private static let microsecondsToStart = 600_000_000

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let log = try RunLog(settings.call, settings.environment, settings.console)
    do {
      try await watch(log)
      return 0
    } catch {
      // In JSON the last line is JSON as well.
      guard log.format == .json else { throw error }
      let failure = CommandFailure(error)
      log.write(.error, "failed", failure.message, ["exit_code": .integer(Int(failure.code))])
      return failure.code
    }
  }

  private func watch(_ log: RunLog) async throws {
    let settings = settings
    let operation = Mutex(try RunOperation(settings, log))
    let path = try settings.ledgerPath()
    let receiver = try DeliveryCommand(settings.call)
    let format = try settings.call.choice("--format", ReportFormat.self) ?? .text
    if receiver == nil, let option = ["--format", "--repeat-after"].first(where: { settings.call.given($0) != nil }) {
      throw CommandFailure.usage("\(option) goes with --exec")
    }
    // Reports need them, and whoever hands them on must not be the first to look.
    _ = (try settings.call.seconds("--repeat-after"), try settings.failOn(), try settings.candidateChoice())
    let metrics = settings.call.value("--metrics").map(MetricsFile.init)
    try metrics?.check(ledger: path)
    let notifier = ServiceNotifier(settings.environment)
    ServiceNotifier.forgetVariables()
    // Migrating a large ledger of an older version takes time.
    notifier.send("STATUS=opening the ledger", "EXTEND_TIMEOUT_USEC=\(Self.microsecondsToStart)")
    let (ledger, lease) = try await openLedger(log, notifier)
    defer { withExtendedLifetime(lease) {} }
    let variables = settings.environment.filter { !ServiceNotifier.variables.contains($0.key) }
    for words in operation.withLock({ $0.withheldCredentials }) { log.write(.warning, "credential_withheld", words) }
    if let words = operation.withLock({ $0.leftOut }) { log.write(.info, "left_out", words) }
    let buildID = ExecutableIdentity.currentBuildID
    let scheduler = Scheduler(
      watching: operation.withLock { $0.watch }, environment: settings.environmentName,
      viewpoint: settings.viewpoint, longestPause: min(60, (notifier.watchdogSeconds ?? 120) / 2)
    ) { selection, clock in
      try await operation.withLock { $0 }.round(
        of: selection, at: clock, ledger, buildID: buildID, variables: variables)
    }
    let (changes, change) = AsyncStream.makeStream(of: Scheduler.Watch.self, bufferingPolicy: .bufferingNewest(1))
    let delivery = receiver.map { receiver in
      RunDelivery(receiver, as: format, ledger, log) { operation.withLock { $0.settings } }
    }
    let observer = try await RunObserver(
      log, ledger, notifier, environment: settings.environmentName, metrics: metrics, delivery: delivery)
    // Begins after READY=1, because watchdog signals before that have no effect.
    let (beginning, begin) = AsyncStream.makeStream(of: Never.self)
    let work = Task {
      for await _ in beginning {}
      try await scheduler.run(ledger: ledger, changes: changes) { try await observer.report($0) }
    }
    let reload: @Sendable () -> Void = {
      notifier.reload {
        let isGood = Self.reload(operation, change, log)
        Task { await observer.note(configuration: isGood) }
      }
    }
    let signals = await watchSignals(work, log, notifier, reload)
    defer { for source in signals { source.cancel() } }
    log.write(
      .info, "started", "running on \(path); SIGTERM ends it",
      ["ledger": .text(path), "version": .text(DriftwatchCommand.version)])
    notifier.send("READY=1", "STATUS=running")
    defer { notifier.send("STOPPING=1") }
    begin.finish()
    do { try await work.value } catch {
      await observer.finish()
      throw error
    }
    await observer.finish()
    log.write(.info, "stopped", "ended; everything is stored")
  }

  /// The ledger, with the right to run rounds on it. With `--standby` it is waited for while another process has that, or the server cannot
  /// be reached.
  private func openLedger(_ log: RunLog, _ notifier: ServiceNotifier) async throws -> (any Store, Lease) {
    var told: StoreError?
    while true {
      do {
        let ledger = try settings.ledger()
        return (ledger, try await ledger.lease(for: .rounds))
      } catch let error as StoreError where settings.call.has("--standby") {
        switch error {
        case .heldByAnother, .unreachable: break
        default: throw error
        }
        if error != told {
          log.write(.info, "standby", "\(error) It takes over by itself then.")
          notifier.send("READY=1", "STATUS=standing by")
          told = error
        }
      }
      notifier.send("WATCHDOG=1")
      try await Task.sleep(for: Self.standbyPause)
    }
  }

  /// Reads the configuration again; true if that succeeded. Otherwise the error is reported and the old settings stay.
  private static func reload(
    _ operation: borrowing Mutex<RunOperation>, _ change: AsyncStream<Scheduler.Watch>.Continuation, _ log: RunLog
  ) -> Bool {
    do {
      let new = try operation.withLock { $0 }.reloaded(log)
      operation.withLock { $0 = new }
      change.yield(new.watch)
      log.write(.info, "reloaded", "the configuration was read again")
      return true
    } catch {
      let reason = CommandFailure(error).message
      log.write(.error, "reload_failed", "\(reason); what held before still holds", ["reason": .text(reason)])
      return false
    }
  }

  /// Handles SIGTERM, SIGINT and SIGHUP from now on, for as long as the result is kept. It returns once each handler is registered, which libdispatch does on a thread of its
  /// own: a signal that is ignored before that would be lost.
  private func watchSignals(
    _ work: Task<Void, any Error>, _ log: RunLog, _ notifier: ServiceNotifier, _ reload: @escaping @Sendable () -> Void
  ) async -> [any DispatchSourceSignal] {
    // A terminal that is closed sends SIGHUP too.
    let reloads = isatty(2) == 0
    // It has its own queue, because all threads of the global one may be waiting for processes.
    let queue = DispatchQueue(label: "driftwatch.signals")
    let registered = DispatchGroup()
    let sources = [SIGTERM, SIGINT, SIGHUP].map { number -> any DispatchSourceSignal in
      // Before the registration, which sets a handler of its own.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if number == SIGHUP, reloads { return reload() }
        if work.isCancelled {
          DeliveryCommand.killAll()
          _exit(128 + number)
        }
        work.cancel()
        notifier.send("STOPPING=1", "STATUS=ending its rounds")
        log.write(.info, "stopping", "ending what is under way")
        // Fetches end at once, but the app's own code may not. Each result is stored completely, and workers end with
        // this process.
        queue.asyncAfter(deadline: .now() + Self.grace) {
          log.write(
            .warning, "stopped", "ended; what was under way did not come to an end, so that its round is incomplete")
          DeliveryCommand.killAll()
          _exit(0)
        }
      }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
      return source
    }
    await withCheckedContinuation { done in registered.notify(queue: queue) { done.resume() } }
    return sources
  }
}
