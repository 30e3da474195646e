import ContractKit
import Dispatch
import DriftAnalysis
import Examination
import Fetching
import Foundation
import Ledger
import Monitoring
import Reporting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `driftwatch run`: rounds for ever, until SIGTERM or SIGINT; a second signal ends at once.
struct RunCommand {
  let settings: CommandSettings
  /// Seconds between the first signal and the end of the process, whatever is still going on.
  private static let grace = 7.0

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let settings = settings
    try settings.validate()
    let baseURLs = try settings.baseURLs()
    let examiner = try Examiner(settings.call)
    let fetcher = Fetcher(policy: try FetchPolicy(settings.call))
    let buildID = ExecutableIdentity.path.map(ExecutableIdentity.buildID) ?? "unknown"
    let contracts = settings.contracts
    let isFetched = { (contract: Contract, endpoint: Endpoint) in
      guard !endpoint.writes else { return false }
      let own = endpoint.isFetched ? contract.baseURL(in: settings.environmentName) : nil
      return (baseURLs[contract.id] ?? endpoint.baseURL ?? own) != nil
    }
    let scheduled = contracts.compactMap { contract in
      let endpoints = contract.endpoints.filter { isFetched(contract, $0) }
      return endpoints.isEmpty ? nil : Contract(contract.id, versions: []) { endpoints }
    }
    guard !scheduled.isEmpty else {
      throw CommandFailure.usage("there is nothing to run: no contract has a base URL; give one with --base-url ID=URL")
    }
    let accepted = StandingAcceptances(try AcceptedFiles(settings), settings)
    let path = try settings.ledgerPath()
    let ledger = try Ledger(path: path)
    let lock = try LedgerLock(ledger: path)
    defer { withExtendedLifetime(lock) {} }
    let places = contracts.flatMap { contract in contract.endpoints.map { (contract, $0) } }.filter { !$1.writes }
    settings.console.leaveOut(places.filter { !isFetched($0, $1) }.map { "\($0.id)/\($1.id)" }, contracts)
    let scheduler = Scheduler(contracts: scheduled, environment: settings.environmentName) { selection, clock in
      var plan = Round.Plan(contracts: contracts, environment: settings.environmentName, clock: clock, buildID: buildID)
      plan.selection = selection
      plan.baseURLs = baseURLs
      plan.variables = settings.environment
      plan.acceptances = try await accepted.now().identified(with: ledger)
      plan.levels = settings.levels
      plan.findsImpact = true
      return Round(plan, ledger: ledger, examiner: examiner, fetcher: fetcher)
    }
    let work = Task {
      try await scheduler.run(ledger: ledger) { result in
        guard !settings.call.has("--quiet") else { return }
        // A log that cannot be written is no reason to stop watching.
        try? settings.console.print(Self.line(result))
      }
    }
    let signals = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if work.isCancelled { _exit(128 + number) }
        work.cancel()
        // Fetches end at once; the app's own code may not. Each answer is stored whole, and a worker ends with us.
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) {
          settings.console.complain("ended; the app's own code went on, so that this round is incomplete")
          _exit(0)
        }
      }
      source.resume()
      return source
    }
    defer { for source in signals { source.cancel() } }
    settings.console.complain("running on \(path); SIGTERM ends it")
    try await work.value
    settings.console.complain("ended; everything is stored")
    return 0
  }

  /// One line a round: when, what was checked, what is wrong.
  private static func line(_ result: Round.Result) -> String {
    let checked = result.endpoints.count { $0.outcome.isChecked }
    let drift = result.endpoints.filter { $0.outcome == .drift }.map { "\($0.contract)/\($0.endpoint)" }
    let failed = result.endpoints.filter { !$0.outcome.isChecked && $0.outcome != .notDue }
    var page = TextPage()
    var text = "\(Date().formatted(.iso8601)) round \(result.number): \(checked) checked"
    if !drift.isEmpty { text += ", drift in \(drift.joined(separator: ", "))" }
    if !failed.isEmpty {
      text +=
        ", not checked: "
        + failed.map { "\($0.contract)/\($0.endpoint) \($0.outcome.rawValue)" }.joined(separator: ", ")
    }
    page.line(text)
    for transition in result.transitions {
      page.line("  \(transition.kind.rawValue): \(transition.incident.headline)")
    }
    return page.text
  }
}

/// The acceptances in files as they are at each round: a file that goes wrong while the monitor runs is told, and does not end
/// it.
private actor StandingAcceptances {
  private var last: AcceptedFiles
  private var problem: String?
  private let settings: CommandSettings

  init(_ files: AcceptedFiles, _ settings: CommandSettings) {
    last = files
    self.settings = settings
  }

  /// The files as they are, or as they were before one of them went wrong.
  func now() -> AcceptedFiles {
    do {
      last = try AcceptedFiles(settings)
      problem = nil
    } catch {
      let message = CommandFailure(error).message
      if message != problem { settings.console.complain("\(message); what was accepted before still counts") }
      problem = message
    }
    return last
  }
}
