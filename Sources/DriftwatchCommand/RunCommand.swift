import ContractKit
import Dispatch
import DriftAnalysis
import Examination
import Fetching
import Foundation
import Ledger
import Monitoring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `driftwatch run`: rounds for ever, until SIGTERM or SIGINT; a second signal ends at once. SIGHUP reads the configuration again.
struct RunCommand {
  let settings: CommandSettings
  /// Seconds between the first signal and the end of the process, whatever is still going on.
  private static let grace = 6.0
  /// How long the service manager is to wait for `READY=1`.
  private static let microsecondsToStart = 600_000_000
  /// Requests on the wire at once: hosts that hang keep their seats for long, and the others must not wait for them.
  private static let requestsInFlight = 32

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
    try settings.validate()
    let baseURLs = try settings.baseURLs()
    let examiner = try Examiner(settings.call)
    var policy = try FetchPolicy(settings.call)
    policy.maximumInFlight = max(policy.maximumInFlight, Self.requestsInFlight)
    let fetcher = Fetcher(policy: policy)
    let buildID = ExecutableIdentity.path.map(ExecutableIdentity.buildID) ?? "unknown"
    let contracts = settings.contracts
    let isFetched: @Sendable (Contract, Endpoint) -> Bool = { contract, endpoint in
      guard !endpoint.writes else { return false }
      let own = endpoint.isFetched ? contract.baseURL(in: settings.environmentName) : nil
      return (baseURLs[contract.id] ?? endpoint.baseURL ?? own) != nil
    }
    guard contracts.contains(where: { contract in contract.endpoints.contains { isFetched(contract, $0) } }) else {
      throw CommandFailure.usage("there is nothing to run: no contract has a base URL; give one with --base-url ID=URL")
    }
    let accepted = StandingAcceptances(try AcceptedFiles(settings), settings, log)
    let path = try settings.ledgerPath()
    let metrics = settings.call.value("--metrics").map(MetricsFile.init)
    try metrics?.check(ledger: path)
    let notifier = ServiceNotifier(settings.environment)
    ServiceNotifier.forgetVariables()
    // A large ledger of an older version takes its time to be brought up to date.
    notifier.send("STATUS=opening the ledger", "EXTEND_TIMEOUT_USEC=\(Self.microsecondsToStart)")
    let ledger = try Ledger(path: path)
    let lock = try LedgerLock(ledger: path)
    defer { withExtendedLifetime(lock) {} }
    let variables = settings.environment.filter { !ServiceNotifier.variables.contains($0.key) }
    let places = contracts.flatMap { contract in contract.endpoints.map { (contract, $0) } }.filter { !$1.writes }
    let leftOut = places.filter { !isFetched($0, $1) }.map { "\($0.id)/\($1.id)" }
    if let words = Console.leftOut(leftOut, contracts) { log.write(.info, "left_out", words) }
    let scheduler = Scheduler(
      contracts: contracts, isWatched: isFetched, environment: settings.environmentName,
      longestPause: min(60, (notifier.watchdogSeconds ?? 120) / 2)
    ) { selection, clock in
      // Only the contracts that take part: a round looks at all that it is given.
      let parts = contracts.filter { selection[$0.id] != nil }
      var plan = Round.Plan(contracts: parts, environment: settings.environmentName, clock: clock, buildID: buildID)
      plan.selection = selection
      plan.baseURLs = baseURLs
      plan.variables = variables
      plan.acceptances = try await accepted.now().identified(with: ledger)
      plan.levels = settings.levels
      plan.findsImpact = true
      return Round(plan, ledger: ledger, examiner: examiner, fetcher: fetcher)
    }
    let observer = try await RunObserver(log, ledger, notifier, metrics: metrics)
    let work = Task { try await scheduler.run(ledger: ledger) { try await observer.tell($0) } }
    let reload: @Sendable () -> Void = {
      notifier.reload {
        let isGood = self.reload(log)
        Task { await observer.note(configuration: isGood) }
      }
    }
    let signals = watchSignals(work, log, notifier, reload)
    defer { for source in signals { source.cancel() } }
    log.write(
      .info, "started", "running on \(path); SIGTERM ends it",
      ["ledger": .text(path), "version": .text(DriftwatchCommand.version)])
    notifier.send("READY=1", "STATUS=running")
    defer { notifier.send("STOPPING=1") }
    try await work.value
    await observer.finish()
    log.write(.info, "stopped", "ended; everything is stored")
  }

  /// Reads the configuration again; whether that went well. What is wrong is told, and what held before still holds.
  ///
  /// Contracts are compiled in, and the files of acceptances are read for each round; a configuration file would be read here.
  private func reload(_ log: RunLog) -> Bool {
    log.write(.info, "reloaded", "SIGHUP: nothing to read again; accepted.json files are read for each round")
    return true
  }

  /// What signals do, for as long as the result is kept.
  private func watchSignals(
    _ work: Task<Void, any Error>, _ log: RunLog, _ notifier: ServiceNotifier, _ reload: @escaping @Sendable () -> Void
  ) -> [any DispatchSourceSignal] {
    // A terminal that is closed says SIGHUP, and nobody is there any more.
    let reloads = isatty(2) == 0
    // Its own: threads of the global one may all be waiting for processes.
    let queue = DispatchQueue(label: "driftwatch.signals")
    return [SIGTERM, SIGINT, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if number == SIGHUP, reloads { return reload() }
        if work.isCancelled { _exit(128 + number) }
        work.cancel()
        notifier.send("STOPPING=1", "STATUS=ending its rounds")
        log.write(.info, "stopping", "ending what is under way")
        // Fetches end at once; the app's own code may not. Each answer is stored whole, and a worker ends with us.
        queue.asyncAfter(deadline: .now() + Self.grace) {
          log.write(
            .warning, "stopped", "ended; what was under way did not come to an end, so that its round is incomplete")
          _exit(0)
        }
      }
      source.resume()
      return source
    }
  }
}

/// The acceptances in files as they are at each round: a file that goes wrong while the monitor runs is told, and does not end
/// it.
private actor StandingAcceptances {
  private var last: AcceptedFiles
  private var problem: String?
  private let settings: CommandSettings
  private let log: RunLog

  init(_ files: AcceptedFiles, _ settings: CommandSettings, _ log: RunLog) {
    last = files
    self.settings = settings
    self.log = log
  }

  /// The files as they are, or as they were before one of them went wrong.
  func now() -> AcceptedFiles {
    do {
      last = try AcceptedFiles(settings)
      problem = nil
    } catch {
      let message = CommandFailure(error).message
      if message != problem {
        log.write(.error, "acceptances_failed", "\(message); what was accepted before still counts")
      }
      problem = message
    }
    return last
  }
}
