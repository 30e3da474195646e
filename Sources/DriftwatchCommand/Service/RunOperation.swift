import ContractKit
import DriftModel
import DriftRules
import Examination
import Fetching
import Foundation
import Store
import Monitoring
import PayloadShape

/// The settings for rounds, made of the configuration. They are replaced together.
struct RunOperation: Sendable {
  let settings: CommandSettings
  private let baseURLs: [String: String]
  private let examiner: Examiner
  private let fetcher: Fetcher
  private let accepted: StandingAcceptances
  private let recording: RecordingPlan?
  private let tokens = AccessTokens()
  /// Requests on the wire at once, unless another number is set: hosts that hang keep their slots for long, and the
  /// others must not wait for them.
  static let requestsInFlight = 32
  /// Seconds after which a round begins nothing more, unless others are set: no provider decides how long one lasts.
  static let standardDeadline = 600.0
  private let deadline: Double
  /// After a check of whatever process, the next one is at least this share of the interval away.
  private static let leastAge = 0.5

  /// - Throws: `CommandFailure` with exit code 2 for settings that are wrong or leave nothing to do, 3 where there is
  ///   no libcurl.
  init(_ settings: CommandSettings, _ log: RunLog) throws {
    try settings.validate()
    try settings.checkEnvironment()
    self.settings = settings
    baseURLs = try settings.baseURLs()
    examiner = try Examiner(settings.call)
    var policy = try FetchPolicy(settings.call)
    if settings.call.settings["limits.inFlight"] == nil { policy.maximumInFlight = Self.requestsInFlight }
    try CommandSettings.requireFetching()
    fetcher = Fetcher(policy: policy)
    deadline = try settings.call.seconds("--deadline") ?? Self.standardDeadline
    recording = try settings.recordingPlan(for: settings.contracts)
    accepted = StandingAcceptances(try AcceptedFiles(settings), settings, log)
    guard settings.contracts.contains(where: { contract in contract.endpoints.contains { isFetched(contract, $0) } })
    else {
      throw CommandFailure.usage("there is nothing to run: no contract has a base URL; give one with --base-url ID=URL")
    }
  }

  /// The endpoints for the scheduler, each with its interval.
  var watch: Scheduler.Watch {
    Scheduler.Watch(settings.contracts, isWatched: { isFetched($0, $1) }, baseURL: { baseURL(of: $1, in: $0) })
  }

  /// What is said of credentials that are not sent, a line for each contract and origin.
  var withheldCredentials: [String] {
    CredentialOrigins.withheld(by: settings.contracts, baseURLs: baseURLs, environment: settings.environmentName)
  }

  /// Endpoints that cannot be fetched, in a few words; nil if all can.
  var leftOut: String? {
    let endpoints = settings.contracts.flatMap { contract in contract.endpoints.map { (contract, $0) } }
    return Console.leftOut(
      endpoints.filter { $1.isScheduled && !isFetched($0, $1) }.map { EndpointID(contract: $0.id, endpoint: $1.id) },
      settings.contracts)
  }

  /// A round over some endpoints.
  ///
  /// - Throws: `StoreError` where the acceptances cannot be kept.
  func round(
    of selection: [String: Set<String>], at clock: Date, _ ledger: any Store, buildID: String,
    variables: [String: String]
  ) async throws -> Round {
    // Only the contracts that take part, because a round checks all that it gets.
    let parts = settings.contracts.filter { selection[$0.id] != nil }
    var plan = Round.Plan(contracts: parts, environment: settings.environmentName, clock: clock, buildID: buildID)
    plan.selection = selection
    plan.viewpoint = settings.viewpoint
    plan.baseURLs = baseURLs
    plan.variables = variables
    plan.secretVariables = settings.secretVariables
    plan.acceptances = try await accepted.now().identified(with: ledger)
    plan.levels = settings.levels
    plan.blindness = BlindnessPolicy(settings.call.settings)
    plan.unknownInstalls = settings.call.configuration.unknownInstalls
    plan.shapeBudget = PayloadShape.budget(settings.call.settings)
    plan.findsImpact = true
    plan.deadline = .now + .seconds(deadline)
    plan.recording = recording
    plan.tokens = tokens
    (plan.leastAge, plan.yields) = (Self.leastAge, true)
    plan.remedy = \.remedy
    return Round(plan, store: ledger, examiner: examiner, fetcher: fetcher)
  }

  private func isFetched(_ contract: Contract, _ endpoint: Endpoint) -> Bool {
    endpoint.isScheduled && baseURL(of: endpoint, in: contract) != nil
  }

  private func baseURL(of endpoint: Endpoint, in contract: Contract) -> String? {
    let own = endpoint.isFetched ? contract.baseURL(in: settings.environmentName) : nil
    return baseURLs[contract.id] ?? endpoint.baseURL ?? own
  }

  /// The operation after the configuration was read again.
  ///
  /// - Throws: `CommandFailure` with what is wrong, or cannot change while it runs; what held before still holds then.
  func reloaded(_ log: RunLog) throws -> RunOperation {
    let new = try settings.reloaded().get()
    let fixed = ["metrics", "logFormat", "quiet"]
    guard try new.ledgerPath() == settings.ledgerPath(), new.environmentName == settings.environmentName,
      new.viewpoint == settings.viewpoint,
      fixed.allSatisfy({ new.call.settings[$0]?.text == settings.call.settings[$0]?.text })
    else {
      throw CommandFailure.usage(
        "db, environment, perspective, metrics, logFormat and quiet cannot change while it runs: restart it")
    }
    return try RunOperation(new, log)
  }
}

/// The acceptances in files, read at each round. An error in a file while the monitor runs is reported and does
/// not end the monitor.
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

  /// The files as they are, or as they were before the error.
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
